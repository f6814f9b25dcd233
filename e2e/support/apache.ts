import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Of Debian's packages apache2 and libapache2-mod-auth-openidc or -mod-oauth2. */
const program = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';

export interface ApacheOptions {
  /** A free port of 127.0.0.1: see `freeOrigin`. */
  readonly origin: string;
  /** Its module of another maker. */
  readonly module: 'auth_openidc' | 'oauth2';
  /** The directives for this module. */
  readonly site: string;
  /** As the directives name it: `${CLIENT_SECRET}`. */
  readonly secret?: string;
}

/** An origin where an Apache can start: the client is registered with its URLs before. */
export async function freeOrigin(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return `http://127.0.0.1:${address.port}`;
}

export interface Apache extends AsyncDisposable {
  /** Its log so far. */
  log(): Promise<string>;
}

/**
 * Starts a separate Apache: configuration, pages, pid and log are in a temporary folder, and nothing of the system's is
 * used. `/` is open; the page at `/private/` shows the received claims.
 */
export async function startApache(options: ApacheOptions): Promise<Apache> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-apache-'));
  // When started by root, Apache serves as www-data, which must be able to read the pages.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'pages/private'), { recursive: true });
  await writeFile(join(folder, 'pages/index.html'), page('<a href="/private/">Sign in</a>'));
  await writeFile(join(folder, 'pages/private/index.shtml'), page(privatePage(options.origin)));
  await writeFile(join(folder, 'apache.conf'), configuration(folder, options), { mode: 0o600 });

  const child = spawn(program, ['-d', folder, '-f', join(folder, 'apache.conf'), '-D', 'FOREGROUND'], {
    env: { ...process.env, CLIENT_SECRET: options.secret ?? '' },
    stdio: 'inherit',
  });
  const killWithParent = (): boolean => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const exited = once(child, 'exit').finally(() => process.off('exit', killWithParent));
  const log = async (): Promise<string> => readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(options.origin, () => child.exitCode !== null);
  } catch (cause) {
    const written = await log();
    await end();
    throw new Error(`Apache did not start:\n${written}`, { cause });
  }
  return { log, [Symbol.asyncDispose]: end };
}

async function untilReady(origin: string, ended: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !ended(); tries += 1) {
    const answer = await fetch(origin).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await delay(20);
  }
  throw new Error(ended() ? 'it ended' : 'it was not ready in time');
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><title>Apache</title><link rel="icon" href="data:,"><body>${body}</body></html>\n`;
}

/** Server-side includes print the values that the module gives to applications behind it. */
function privatePage(origin: string): string {
  const shown = ['OIDC_CLAIM_iss', 'OIDC_CLAIM_aud', 'OIDC_CLAIM_sub', 'OIDC_CLAIM_name', 'OIDC_CLAIM_email', 'REMOTE_USER'];
  const rows = shown.map((name) => `<dt>${name}</dt><dd id="${name}"><!--#echo var="${name}" --></dd>`);
  return `<dl>${rows.join('')}</dl><a href="/callback?logout=${encodeURIComponent(`${origin}/`)}">Sign out</a>`;
}

/** The site with the settings of the sign-in: `/private/` needs it, `/callback` belongs to the module. */
export function siteWithSignIn(settings: string): string {
  return `${settings}
OIDCPassClaimsAs environment
<Location /callback>
  AuthType openid-connect
  Require valid-user
</Location>
<Location /private/>
  AuthType openid-connect
  Require valid-user
</Location>`;
}

function configuration(folder: string, { origin, module, site }: ApacheOptions): string {
  const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'env', 'mime', 'include', module];
  return `${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
ServerRoot "${folder}"
ServerName 127.0.0.1
Listen ${new URL(origin).host}
PidFile "${folder}/apache.pid"
DefaultRuntimeDir "${folder}"
Mutex pthread
ErrorLog "${folder}/error.log"
LogLevel warn ${module}:info
<IfModule unixd_module>
  User www-data
  Group www-data
</IfModule>
StartServers 1
TypesConfig /dev/null
AddType text/html .html .shtml
AddOutputFilter INCLUDES .shtml
DirectoryIndex index.html index.shtml
DocumentRoot "${folder}/pages"
<Directory "${folder}/pages">
  Options +Includes
  Require all granted
</Directory>

${site}
`;
}
