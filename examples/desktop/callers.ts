/** Which program calls: by the credentials that the bus itself has taken, never by what a caller says. */
import { readFile, readlink, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Message, type MessageBus } from '@particle/dbus-next';

export interface Caller {
  /**
   * `sandboxed` and `installed` programs are known: the sandbox names the one, and only root can replace the other. The
   * same person can change all others.
   */
  readonly kind: 'sandboxed' | 'installed' | 'unknown';
  /** The app id of a sandbox, or the path of the program. */
  readonly id: string;
}

/** Programs that run what others wrote. */
const interpreter = /^(?:python|perl|ruby|node|deno|bun|gjs|java|php|lua|tclsh|bash|dash|zsh|fish|sh|busybox|qml|electron)[\d.]*$/;

/** Undefined for a caller that is gone, or of another person. */
export async function identify(bus: MessageBus, sender: string): Promise<Caller | undefined> {
  const answer = await bus
    .call(
      new Message({
        destination: 'org.freedesktop.DBus',
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'GetConnectionCredentials',
        signature: 's',
        body: [sender],
      }),
    )
    .catch(() => null);
  const credentials = answer?.body[0] ?? {};
  const pid: unknown = credentials.ProcessID?.value;
  if (typeof pid !== 'number' || credentials.UnixUserID?.value !== process.getuid?.()) return undefined;
  const started = await startOf(pid);
  const caller = await callerOf(pid).catch(() => undefined);
  // A process id is given again: only one that began before and is still there is the sender.
  return started !== undefined && started === (await startOf(pid)) ? caller : undefined;
}

async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
}

async function callerOf(pid: number): Promise<Caller> {
  const flatpak = await readFile(`/proc/${pid}/root/.flatpak-info`, 'utf8').catch(() => '');
  const appId = /^\[Application\][^[]*?^name=(.+)$/ms.exec(flatpak)?.[1];
  if (appId !== undefined) return { kind: 'sandboxed', id: appId.trim() };
  const label = await readFile(`/proc/${pid}/attr/current`, 'utf8').catch(() => '');
  const snap = /^snap\.([\w-]+)\./.exec(label)?.[1];
  if (snap !== undefined) return { kind: 'sandboxed', id: snap };
  const path = await readlink(`/proc/${pid}/exe`);
  return { kind: (await isInstalled(path)) ? 'installed' : 'unknown', id: path };
}

async function isInstalled(path: string): Promise<boolean> {
  if (path.endsWith(' (deleted)') || interpreter.test(basename(path))) return false;
  for (let at = path; ; at = dirname(at)) {
    const { uid, mode } = await stat(at);
    if (uid !== 0 || (mode & 0o022) !== 0) return false;
    if (at === '/') return true;
  }
}
