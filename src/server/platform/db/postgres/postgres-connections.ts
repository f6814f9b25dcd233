import pg from 'pg';
import type { PostgresUrl } from './postgres-url.ts';
import { hasStalePlan, type RememberedStatements } from './remembered-statements.ts';

/** The pool functions that Kysely's dialect and the prepared statements need. */
export interface PostgresConnections {
  /** @throws the error of the last host when no host accepts the connection */
  connect(): Promise<pg.PoolClient>;
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  end(): Promise<void>;
  /** Kysely would open extra connections with these to cancel statements; nothing here does. */
  readonly options: object;
}

export type ConnectionOptions = Omit<pg.PoolConfig, 'onConnect' | 'connectionString'> & {
  /** Runs once on each new connection, before all other statements. */
  readonly prepare?: (client: pg.ClientBase) => Promise<void>;
};

const readOnlySession = '25006';

/** A host, its connections, and the number of open ones. */
interface Host {
  readonly pool: pg.Pool;
  standing: number;
}

/**
 * Connections to the one of several hosts that accepts writes. Checks each new connection, skips unreachable and
 * read-only hosts, and starts with the last host that worked. A failover costs the work in progress and one search, at
 * most the connect timeout for each host.
 */
export function openConnections({ hosts: urls, needsWrites }: PostgresUrl, { prepare, ...config }: ConnectionOptions): PostgresConnections {
  const useless = new WeakSet<pg.ClientBase>();
  const hosts = urls.map((url): Host => {
    const pool = new pg.Pool({
      ...config,
      connectionString: url,
      // oxlint-disable-next-line no-misused-promises -- pg awaits it before the first use; its types omit that
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
        // All of its connections are busy: no reason to try another host.
        if (host.standing > 0) break;
      }
    }
    throw problem;
  }

  return {
    connect,
    query: queryBy(connect),
    options: {},
    async end() {
      await Promise.all(hosts.map(({ pool }) => pool.end()));
    },
  };
}

async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  // Also on for a standby (`pg_is_in_recovery()`).
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') {
    throw Object.assign(new Error('this PostgreSQL server only reads'), { code: readOnlySession });
  }
}

/**
 * Marks a connection as useless when its server has become read-only, and ends one that does not answer. Turns one
 * warning into an error: a canceled wait (`pg_cancel_backend`) for a synchronous standby. Such a commit exists on one
 * server only and a failover would lose it, so it must not be acknowledged.
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
      // The statement may still be running: the connection cannot be reused.
      if (error instanceof Error && error.message === 'Query read timeout') end(client);
      throw error;
    }
  };
  client.query = watched as typeof client.query;
}

function queryBy(connect: PostgresConnections['connect']): PostgresConnections['query'] {
  return async (text, values = []) => {
    const client = await connect();
    try {
      return await client.query(text, [...values]);
    } finally {
      client.release();
    }
  };
}

/** The same connections, with names for statements: PostgreSQL parses and plans each of these once for a connection. */
export function remembering(connections: PostgresConnections, remembered: RememberedStatements): PostgresConnections {
  const known = new WeakMap<pg.PoolClient, pg.PoolClient>();
  async function connect(): Promise<pg.PoolClient> {
    const client = await connections.connect();
    const named = known.get(client) ?? withNames(client, remembered);
    known.set(client, named);
    return named;
  }
  return { ...connections, connect, query: queryBy(connect) };
}

function withNames(client: pg.PoolClient, remembered: RememberedStatements): pg.PoolClient {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const named = async (first: unknown, values?: unknown): Promise<pg.QueryResult> => {
    const name = typeof first === 'string' ? remembered.nameOf(first) : undefined;
    if (name === undefined) return query(first, values);
    try {
      return await query({ text: first, values, name });
    } catch (error) {
      if (hasStalePlan(error)) remembered.renew(name);
      throw error;
    }
  };
  return Object.create(client, { query: { value: named } });
}

/** The pool replaces the connection. */
function end(client: pg.ClientBase): void {
  if (client instanceof pg.Client) client.end().catch(() => undefined);
}
