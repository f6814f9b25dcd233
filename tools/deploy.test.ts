import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { contextFiles, stagesOf } from './container-steps.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('an image is built of no secrets, data or packages of this machine, and ends as an unprivileged user in production mode', () => {
  expect(contextFiles(root).filter((file) => /(?:^|\/)(?:\.env|data|node_modules|dist|\.git)(?:$|\/)/.test(file))).toEqual([]);
  const final =
    stagesOf(read('deploy/Containerfile'))
      .at(-1)
      ?.map(({ word, rest }) => `${word} ${rest}`) ?? [];
  expect(final.filter((step) => /^(?:COPY|USER)/.test(step))).toEqual(['COPY --from=build /image ./', 'USER node']);
  expect(final.join('\n')).toMatch(/^ENV NODE_ENV=production /m);
  expect(final.join('\n')).not.toMatch(/\bnpm (?:ci|install|exec)\b/);
});

describe('cedar-id-admin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-stubs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const say = (name: string, script: string) => writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const run = (settings: Readonly<Record<string, string>> = {}) =>
    execFileSync('/bin/sh', [join(root, 'deploy/cedar-id-admin'), 'users', 'find', 'a b'], {
      env: { PATH: `${folder}:/usr/bin:/bin`, SUDO_USER: 'kim', ...settings },
      encoding: 'utf8',
    });

  test('runs a command with the user, the settings and the folder of the unit', () => {
    say('systemctl', 'exit 0');
    say('systemd-run', `for word; do echo "$word"; done`);
    const words = run().split('\n');
    const unit = read('deploy/cedar-id.service');
    for (const name of ['User', 'Group', 'WorkingDirectory', 'Environment', 'EnvironmentFile', 'UMask']) {
      const line = new RegExp(`^${name}=.*$`, 'm').exec(unit)?.[0] ?? name;
      expect(words).toContain(line);
    }
    const [node = ''] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    expect(words.slice(words.indexOf(node))).toEqual([node, 'src/server/admin/main.ts', 'users', 'find', 'a b', '']);
    expect(words).toContain('SUDO_USER=kim');
  });

  test('takes what the shell says of a database before what the service has', () => {
    const settings = { DATABASE_URL: 'postgres://cedar:secret@host/restored', S3_BUCKET: 'new', PORT: '1' };
    say('systemctl', 'exit 0');
    say(
      'systemd-run',
      `for word; do case $word in EnvironmentFile=/etc/*) echo service;; EnvironmentFile=*) cat "\${word#*=}";; esac; done`,
    );
    expect(run(settings).split('\n').toSorted()).toEqual([
      '',
      'DATABASE_URL=postgres://cedar:secret@host/restored',
      'S3_BUCKET=new',
      'service',
    ]);
    expect(run(settings)).toMatch(/^service\n/);
    say('systemctl', 'exit 1');
    say('docker', 'echo "$@"');
    expect(run(settings)).toContain('-e DATABASE_URL=postgres://cedar:secret@host/restored');
  });

  test('runs it in a container where there is no unit', () => {
    say('systemctl', 'exit 1');
    say('docker', 'echo "$@"');
    expect(run()).toMatch(/^compose .* exec -e SUDO_USER=kim server-1 node src\/server\/admin\/main\.ts users find a b\n$/);
  });
});

describe('the reference installation', () => {
  const compose = read('deploy/compose.yaml');
  const [, services = ''] = compose.split(/^services:$/m);
  /** The text of each service. */
  const service = new Map(
    services
      .split(/^networks:$/m)[0]
      ?.split(/^(?= {2}[\w-]+:$)/m)
      .map((text) => [/^ {2}([\w-]+):/.exec(text)?.[1] ?? '', text]),
  );

  test('trusts the address of nginx, and no network', () => {
    const trusted = /^ {4}TRUST_PROXY: (\S+)$/m.exec(compose)?.[1] ?? '';
    expect(trusted).toMatch(/^[\d.]+$/);
    expect(service.get('nginx')).toContain(`edge: { ipv4_address: ${trusted} }`);
  });

  test('admits only nginx and the servers to the trusted network', () => {
    const inside = [...service].filter(([, text]) => /networks:.*\bedge\b/s.test(text)).map(([name]) => name);
    expect(inside.toSorted()).toEqual(['nginx', 'server-1', 'server-2']);
    for (const [name, text] of service) if (name !== '') expect(text, name).toMatch(/networks:/);
  });

  test('never pulls its own image from a registry', () => {
    expect(compose).toMatch(/^ {2}image: cedar-id\n(?: *#.*\n)* {2}pull_policy: never$/m);
  });
});
