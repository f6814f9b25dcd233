import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import dbus from '@particle/dbus-next';

/** A session of a desktop for tests: its own bus, a keyring, folders, and programs that stand for the person. */
export interface TestSession {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly address: string;
  /** Traffic of the bus. */
  readonly transcript: () => string;
  /** The next page that was opened for the person. */
  readonly nextPage: () => Promise<string>;
  /** Answer of the person from now on when a program asks. */
  readonly answer: (text: 'once' | 'always' | 'no') => Promise<void>;
  /** Programs with a name of the session, such as `gdbus`; standard output. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
  /** Starts a program that says when it is ready, on its first line. */
  readonly start: (program: string, args: readonly string[], more?: Readonly<Record<string, string>>) => Promise<ChildProcess>;
  readonly close: () => Promise<void>;
}

/** Debian's packages (`tools/setup.mjs` installs them for the tests). */
const packagesOfBus = ['dbus', 'dbus-bin', 'gnome-keyring', 'libglib2.0-bin'] as const;

const where = ['/usr/bin', '/bin', '/usr/local/bin'] as const;

export function findProgram(name: string): string | undefined {
  return where.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** @throws where it is missing */
export function programOfOthers(name: string): string {
  const found = findProgram(name);
  if (found === undefined) throw new Error(`${name} is missing: apt-get install ${packagesOfBus.join(' ')}`);
  return found;
}

/** @throws where there is no dbus-daemon */
export async function startSession(): Promise<TestSession> {
  const daemon = programOfOthers('dbus-daemon');
  const folder = await mkdtemp(join(tmpdir(), 'desktop-'));
  const children: ChildProcess[] = [];
  const runtime = join(folder, 'run');
  await mkdir(runtime, { mode: 0o700 });
  const fifo = join(folder, 'pages');
  execFileSync('mkfifo', [fifo]);
  const script = async (name: string, lines: string) => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${lines}\n`, { mode: 0o700 });
    return path;
  };
  const bus = spawn(daemon, ['--session', '--nofork', '--print-address=1'], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(bus);
  const [line] = await once(bus.stdout, 'data');
  const address = String(line).trim();
  const env = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'en_US.UTF-8',
    HOME: folder,
    XDG_RUNTIME_DIR: runtime,
    XDG_STATE_HOME: join(folder, 'state'),
    DBUS_SESSION_BUS_ADDRESS: address,
    CEDARID_OPENER: await script('opener', `printf '%s\\n' "$1" > '${fifo}'`),
    CEDARID_PROMPTER: await script('prompter', `cat >> '${folder}/asked'; cat '${folder}/answer'`),
  };
  const reader = spawn('sh', ['-c', `exec cat <> '${fifo}'`], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(reader);
  let transcript = '';
  const watching = spawn(programOfOthers('dbus-monitor'), ['--address', address], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(watching);
  watching.stdout.setEncoding('utf8').on('data', (text: string) => (transcript += text));
  await once(watching.stdout, 'data');

  const session: TestSession = {
    folder,
    env,
    address,
    transcript: () => transcript,
    async nextPage() {
      const [text] = await once(reader.stdout, 'data');
      return String(text).trim();
    },
    answer: (text) => writeFile(join(folder, 'answer'), text),
    run: async (program, args) => (await promisify(execFile)(program, [...args], { env })).stdout,
    async start(program, args, more = {}) {
      const child = spawn(program, [...args], { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
      children.push(child);
      let said = '';
      child.stderr.on('data', (text) => (said += String(text)));
      const ended = once(child, 'exit').then(() => {
        throw new Error(`${program} has ended: ${said}`);
      });
      await Promise.race([once(child.stdout, 'data'), ended]);
      ended.catch(() => undefined);
      return child;
    },
    async close() {
      for (const child of children.toReversed()) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await startKeyring(session, children);
  return session;
}

/** GNOME's keyring, unlocked. */
async function startKeyring({ env, address }: TestSession, children: ChildProcess[]): Promise<void> {
  const keyring = programOfOthers('gnome-keyring-daemon');
  const bus = dbus.sessionBus({ busAddress: address });
  const toBus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
  const rule = "type='signal',member='NameOwnerChanged',arg0='org.freedesktop.secrets'";
  await bus.call(new dbus.Message({ ...toBus, member: 'AddMatch', signature: 's', body: [rule] }));
  const there = new Promise<void>((resolve) => {
    bus.on('message', ({ member, body }) => {
      if (member === 'NameOwnerChanged' && body[0] === 'org.freedesktop.secrets') resolve();
    });
  });
  const child = spawn(keyring, ['--unlock', '--components=secrets', '--foreground'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  children.push(child);
  child.stdin.end('a password\n');
  await there;
  bus.disconnect();
}
