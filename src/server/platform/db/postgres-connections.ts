import pg from 'pg';
import type { PostgresUrl } from './postgres-url.ts';

/** What Kysely's dialect and the prepared statements need of a pool. */
export interface PostgresConnections {
  /** @throws the error of the last host when none lets us in */
  connect(): Promise<pg.PoolClient>;
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  end(): Promise<void>;
  /** Kysely would make connections of its own with these, to cancel statements: nothing here does. */
  readonly options: object;
}

export type ConnectionOptions = Omit<pg.PoolConfig, 'onConnect' | 'connectionString'> & {
  /** Runs once on each new connection, before anything else. */
  readonly prepare?: (client: pg.ClientBase) => Promise<void>;
};

const readOnlySession = '25006';

/** A host, its connections, and how many of them stand. */
interface Host {
  readonly pool: pg.Pool;
  standing: number;
}

/**
 * Connections to the one host, of several, that takes writes. Each new connection is asked; a host that is away or only reads is passed
 * over for the next one, and the last that worked is asked first. So a failover costs what was under way, and whoever comes next pays
 * for the search, at most the time-out of connecting for each host.
 */
export function openConnections({ hosts: urls, needsWrites }: PostgresUrl, { prepare, ...config }: ConnectionOptions): PostgresConnections {
  const useless = new WeakSet<pg.ClientBase>();
  const hosts = urls.map((url): Host => {
    const pool = new pg.Pool({
      ...config,
      connectionString: url,
      // oxlint-disable-next-line no-misused-promises -- pg awaits it before the first use of a connection; its types do not say so
      onConnect: async (client) => {
        // A connection may end between two statements of a transaction: the next one fails, the process must not.
        client.on('error', () => undefined);
        if (needsWrites) await refuseReadOnly(client);
        await prepare?.(client);
        watch(client, useless);
        host.standing += 1;
        client.once('end', () => (host.standing -= 1));
      },
    });
    const host: Host = { pool, standing: 0 };
    // A server that restarts drops idle connections. The pool replaces them; without a listener the process would end.
    pool.on('error', () => undefined);
    return host;
  });
  let current = 0;

  async function connect(): Promise<pg.PoolClient> {
    const first = current;
    let problem: unknown;
    for (let step = 0; step < hosts.length; step += 1) {
      const index = (first + step) % hosts.length;
      const host = hosts[index];
      if (host === undefined) break;
      try {
        const client = await host.pool.connect();
        current = index;
        const release = client.release.bind(client);
        client.release = (error) => release(useless.has(client) || error);
        return client;
      } catch (error) {
        problem = error;
        // All of its connections are at work: that is no reason to look elsewhere.
        if (host.standing > 0) break;
      }
    }
    throw problem;
  }

  return {
    connect,
    async query(query) {
      const client = await connect();
      try {
        return await client.query(query);
      } finally {
        client.release();
      }
    },
    options: {},
    async end() {
      await Promise.all(hosts.map(({ pool }) => pool.end()));
    },
  };
}

async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  // On for a standby too (`pg_is_in_recovery()`).
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') {
    throw Object.assign(new Error('this PostgreSQL server only reads'), { code: readOnlySession });
  }
}

/**
 * Notes a connection that is of no more use, because its server only reads by now, and ends one that does not answer. And makes an error of
 * what the server lets pass with a warning: that somebody (`pg_cancel_backend`) ended the wait for a synchronous standby. Such a commit
 * stands on one server alone, a failover would lose it, so nobody may be told that it is done.
 */
function watch(client: pg.ClientBase, useless: WeakSet<pg.ClientBase>): void {
  let unconfirmed = false;
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') unconfirmed = true;
  });
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const watched = async (...args: unknown[]): Promise<pg.QueryResult> => {
    try {
      unconfirmed = false;
      const result = await query(...args);
      if (unconfirmed) throw Object.assign(new Error('the standby has not confirmed the commit'), { code: '57014' });
      return result;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === readOnlySession) useless.add(client);
      // The statement may be running still: nothing else can be asked here.
      if (error instanceof Error && error.message === 'Query read timeout') end(client);
      throw error;
    }
  };
  client.query = watched as typeof client.query;
}

/** The pool notices and makes another. */
function end(client: pg.ClientBase): void {
  if (client instanceof pg.Client) client.end().catch(() => undefined);
}
