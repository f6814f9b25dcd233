import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quickStart } from '#server/testing/server/quick-start.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { platformEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators } from '#simulators/simulators.ts';

/**
 * The apps that the tests sign in to: a native one, which may answer at any port of 127.0.0.1 (RFC 8252 section 7.3)
 * and asks every time (section 8.6), and one in the browser, which answers every request with the same few words.
 */
export const apps = {
  notes: {
    id: 'notes',
    name: { en: 'Notes', zh: '笔记' },
    kind: 'native',
    scopes: ['profile', 'email', 'offline_access'],
  },
  reader: { id: 'reader', name: { en: 'Reader', zh: '阅读器' }, kind: 'browser', scopes: ['profile'] },
} as const;

/** The brand names on the pages in vendor mode. */
export const vendorNames = { en: 'Maple ID', zh: '枫叶账号' } as const;

const vendor = {
  VENDOR_ID_EN: vendorNames.en,
  VENDOR_ID_ZH: vendorNames.zh,
  VENDOR_LOGO_FILE: join(import.meta.dirname, 'vendor-logo.svg'),
};

/**
 * Playwright's global set-up: the real server on a free port with an empty SQLite database, announced to the tests by
 * environment variables, and stand-ins for the social platforms. The returned function ends both and requires a clean
 * exit.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const simulators = await startSimulators();
  const forum = await startForum();
  const embedHosts = [
    { id: 'cedar-desktop', bridge: 'qwebchannel' },
    { id: 'forum', bridge: 'postMessage', origin: forum.origin, frame: true },
  ];
  const server = await startServerProcess({
    env: {
      RATE_FACTOR: '10',
      EMBED_HOSTS: JSON.stringify(embedHosts),
      ...vendor,
      ...platformEnvironment(simulators.origin),
    },
  });
  await fetch(`${simulators.origin}/wechat/console?url=${server.origin}/events/wechat`);
  const reader = await startReader();
  await registerApp(apps.notes, { home: 'http://127.0.0.1', dataDir: server.dataDir });
  await registerApp(apps.reader, { home: reader.origin, dataDir: server.dataDir });
  process.env['E2E_READER'] = reader.origin;
  process.env['E2E_FORUM'] = forum.origin;
  process.env['E2E_ORIGIN'] = server.origin;
  process.env['E2E_DATA_DIR'] = server.dataDir;
  return async () => {
    reader.close();
    forum.close();
    const code = await server.stop();
    await simulators.close();
    if (code !== 0) throw new Error(`the server ended with code ${code}:\n${server.output()}`);
  };
}

interface Site {
  readonly origin: string;
  readonly close: () => void;
}

const startReader = (): Promise<Site> => startSite('127.0.0.1', { type: 'text/plain', text: 'Signed in.' });

/** A site of the operator that frames our pages: the same host, another port. */
const startForum = (): Promise<Site> => startSite('localhost', { type: 'text/html', text: '<!doctype html><title>Forum</title>' });

async function startSite(host: string, { type, text }: { readonly type: string; readonly text: string }): Promise<Site> {
  const server = createServer((_request, response) => response.setHeader('content-type', type).end(text));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a site has no address');
  return {
    origin: `http://${host}:${address.port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Registers like an operator, beside the running server. */
async function registerApp(
  { id, name, kind, scopes }: (typeof apps)[keyof typeof apps],
  { home, dataDir }: { readonly home: string; readonly dataDir: string },
): Promise<void> {
  const client = ['--id', id, '--name-en', name.en, '--name-zh', name.zh, '--kind', kind, '--device'];
  const addresses = [
    '--home',
    `${home}/`,
    '--redirect',
    `${home}/callback`,
    '--post-logout',
    `${home}/`,
    '--privacy-en',
    'https://app.example/privacy',
  ];
  const asked = ['openid', ...scopes].flatMap((scope) => ['--scope', scope]);
  await promisify(execFile)(process.execPath, ['src/server/admin/main.ts', 'clients', 'add', ...client, ...addresses, ...asked], {
    env: operatorsEnvironment(dataDir),
  });
}

export function serverOrigin(): string {
  return setByStartServer('E2E_ORIGIN');
}

/** The origin where the app Reader answers. */
export function readerOrigin(): string {
  return setByStartServer('E2E_READER');
}

/** The origin of a site whose frames may show our pages. */
export function forumOrigin(): string {
  return setByStartServer('E2E_FORUM');
}

export function serverDataDir(): string {
  return setByStartServer('E2E_DATA_DIR');
}

/** The environment of an operator's command beside the running server. */
export function operatorsEnvironment(dataDir = serverDataDir()): NodeJS.ProcessEnv {
  return { ...process.env, ...quickStart, NODE_ENV: 'test', DATA_DIR: dataDir };
}

function setByStartServer(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the server was not started`);
  return value;
}
