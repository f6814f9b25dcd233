/**
 * `npm run interop`: software of others signs people in with the settings of its own quick start, and second
 * implementations check passkeys, codes, exports of the trail and what members of staff have signed. `npm run interop --
 * apache authlib` tries only these. What is not installed is one line with its packages, and no failure unless it was
 * named. The exit code is 1 if one fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Client {
  readonly name: string;
  readonly command: readonly string[];
  /** Of Debian; npm brings the others. */
  readonly packages?: readonly string[];
  /** Instead of packages of Debian. */
  readonly needs?: string;
  readonly isHere?: () => boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..');
/** Programs of other registries, which are installed at the first run. */
const folder = join(root, 'node_modules/.cache/interop');

/** Its packages are for its own Python, which need not be the first one of PATH. */
const debiansPython = '/usr/bin/python3';

const clients: readonly Client[] = [
  npms('openid-client'),
  npms('oauth4webapi'),
  npms('Auth.js'),
  npms('Passport'),
  npms('express-openid-connect'),
  { name: 'oidc-client-ts', command: inBrowser('browser-app.spec.ts') },
  {
    name: 'authlib',
    command: inBrowser('authlib.interop.ts'),
    packages: ['python3-authlib', 'python3-flask', 'python3-requests'],
    isHere: () => hasPython('authlib, flask, requests'),
  },
  {
    name: 'requests-oauthlib',
    command: inBrowser('requests-oauthlib.interop.ts'),
    packages: ['python3-requests-oauthlib', 'python3-flask'],
    isHere: () => hasPython('requests_oauthlib, flask'),
  },
  {
    name: 'go-oidc',
    command: inBrowser('go-oidc.interop.ts'),
    packages: ['golang-go', 'golang-github-coreos-go-oidc-dev', 'golang-golang-x-oauth2-dev'],
    isHere: () => hasProgram('go', 'version') && existsSync('/usr/share/gocode/src/github.com/coreos/go-oidc'),
  },
  {
    name: 'omniauth',
    command: inBrowser('omniauth.interop.ts'),
    packages: ['ruby-omniauth-openid-connect', 'ruby-sinatra', 'puma'],
    isHere: () =>
      spawnSync('/usr/bin/ruby', ['-e', 'require "omniauth_openid_connect"; require "sinatra/base"; require "puma"']).status === 0,
  },
  {
    name: 'apache',
    command: inBrowser('mod-auth-openidc.interop.ts'),
    packages: ['apache2', 'libapache2-mod-auth-openidc'],
    isHere: () => ['/usr/sbin/apache2', '/usr/lib/apache2/modules/mod_auth_openidc.so'].every((file) => existsSync(file)),
  },
  {
    name: 'mod_oauth2',
    command: inBrowser('mod-oauth2.interop.ts'),
    packages: ['apache2', 'libapache2-mod-oauth2'],
    isHere: () => ['/usr/sbin/apache2', '/usr/lib/apache2/modules/mod_oauth2.so'].every((file) => existsSync(file)),
  },
  {
    name: 'oidc-agent',
    command: inBrowser('oidc-agent.interop.ts'),
    packages: ['oidc-agent-cli'],
    isHere: () => hasProgram('oidc-agent'),
  },
  ofPypi('django-allauth', 'allauth', ['django-allauth[socialaccount]==65.22.1']),
  ofPypi('mozilla-django-oidc', 'mozilla_django_oidc', ['mozilla-django-oidc==5.0.2']),
  ofPypi('python-social-auth', 'social_django', ['social-auth-app-django==8.0.0']),
  ofPypi('Flask-OIDC', 'flask_oidc', ['Flask-OIDC==2.4.0', 'requests']),
  {
    name: '@fastify/oauth2',
    command: inBrowser('programs.interop.ts', '@fastify/oauth2'),
    needs: 'npm with its registry',
    isHere: () => installs('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', 'fastify@5', '@fastify/oauth2@8.3.0']),
    env: { PACKAGES: folder },
  },
  { name: 'passkeys', command: secondImplementation('passkeys'), packages: ['python3-fido2'], isHere: () => hasPython('fido2') },
  {
    name: 'webauthn',
    command: secondImplementation('webauthn'),
    packages: ['libauthen-webauthn-perl'],
    isHere: () => spawnSync('/usr/bin/perl', ['-MAuthen::WebAuthn', '-e', '1'], { stdio: 'ignore' }).status === 0,
  },
  { name: 'codes', command: secondImplementation('codes'), packages: ['oathtool'], isHere: () => hasProgram('oathtool') },
  { name: 'trail', command: deskJudge('trail'), packages: ['python3-cryptography'], isHere: () => hasPython('cryptography') },
  { name: 'approvals', command: deskJudge('approvals'), packages: ['python3-fido2'], isHere: () => hasPython('fido2') },
];

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !clients.some((client) => client.name === name));
if (unknown.length > 0) throw new Error(`no client ${unknown.join(', ')}; there are ${clients.map(({ name }) => name).join(', ')}`);

const lines: string[] = [];
for (const { name, command, packages = [], needs, isHere = () => true, env = {} } of clients) {
  const isNamed = positionals.includes(name);
  if (positionals.length > 0 && !isNamed) continue;
  if (isHere()) {
    const [program = '', ...args] = command;
    const isGood = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
    lines.push(`${isGood ? 'ok     ' : 'FAILED '}  ${name}`);
    if (!isGood) process.exitCode = 1;
  } else {
    lines.push(`missing  ${name}: ${needs ?? `apt-get install ${packages.join(' ')}`}`);
    if (isNamed) process.exitCode = 1;
  }
}
console.log(`\n${lines.join('\n')}`);

/** A library that runs on Node: the test whose name begins with its own. */
function npms(name: string): Client {
  const file = 'src/server/capabilities/apps/openid/clients/foreign-clients.test.ts';
  return { name, command: ['vitest', 'run', '--project', 'server', file, '-t', `^${name} `] };
}

/** Software that people use in a browser. */
function inBrowser(file: string, name?: string): readonly string[] {
  return [
    'playwright',
    'test',
    '--config=playwright.interop.config.ts',
    `/${file}`,
    ...(name === undefined ? [] : ['-g', `${name}, with`]),
  ];
}

/** A program of PyPI, in its own environment beside our packages. */
function ofPypi(name: string, module: string, packages: readonly string[]): Client {
  const python = join(folder, module, 'bin/python');
  return {
    name,
    command: inBrowser('programs.interop.ts', name),
    needs: 'python3 with venv, pip and PyPI',
    isHere: () =>
      existsSync(join(folder, module, 'installed')) ||
      (installs('python3', ['-m', 'venv', join(folder, module)]) &&
        installs(python, ['-m', 'pip', 'install', '--quiet', ...packages]) &&
        isNoted(module)),
    env: { INTEROP_PYTHON: python },
  };
}

function isNoted(module: string): boolean {
  writeFileSync(join(folder, module, 'installed'), '');
  return true;
}

function installs(program: string, args: readonly string[]): boolean {
  mkdirSync(folder, { recursive: true });
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/** What the product has stored or made, in an implementation that is not ours. */
function secondImplementation(part: 'passkeys' | 'webauthn' | 'codes'): readonly string[] {
  return [process.execPath, 'lab/interop/second-implementations.ts', part];
}

/** What leaves the desk and what its members sign, before a program that is not ours. */
function deskJudge(part: 'trail' | 'approvals'): readonly string[] {
  return [process.execPath, 'lab/interop/desk-judges.ts', part];
}

function hasProgram(name: string, question = '--version'): boolean {
  return spawnSync(name, [question], { stdio: 'ignore' }).status === 0;
}

function hasPython(modules: string): boolean {
  return spawnSync(debiansPython, ['-c', `import ${modules}`], { stdio: 'ignore' }).status === 0;
}
