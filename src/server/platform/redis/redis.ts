import { setTimeout as delay } from 'node:timers/promises';
import type { RedisClientType } from 'redis';
import type { Log } from '#server/platform/log.ts';

/** The commands used of Redis or Valkey: plain ones that every compatible server has. */
export type RedisCommands = Pick<RedisClientType, 'multi' | 'set' | 'get' | 'decrBy'>;

/** Redis or Valkey beside the database, for data that may be lost. Best effort: callers must handle its absence. */
export interface Redis {
  /**
   * The answer; undefined if there was none in time, or an invalid one. The commands may still have run. While the
   * server is unreachable, this returns at once.
   */
  ask<T extends object | string | number | boolean>(commands: (client: RedisCommands) => Promise<T>): Promise<T | undefined>;
  readonly isConnected: boolean;
  /** The number of calls without an answer since the start. */
  readonly refusals: number;
  close(): Promise<void>;
}

export interface RedisOptions {
  /** `redis://…` or, with TLS, `rediss://…`. */
  readonly url: string;
  readonly log: Pick<Log, 'warn' | 'info'>;
  /** Milliseconds for one answer; a database would have answered by then. */
  readonly answerMs?: number;
  /** Milliseconds between two connection attempts. */
  readonly retryMs?: number;
}

/** The prefix of every key: other applications may use the server too. */
export const redisPrefix = 'cedar-id:';

const connectMs = 1000;

/**
 * Connects in the background, also after each lost connection: neither the start nor a request waits for it. Any
 * failure, including a late or invalid answer, ends the connection, so that a slow server costs one wait and not one
 * per request.
 */
export async function openRedis({ url, log, answerMs = 100, retryMs = 1000 }: RedisOptions): Promise<Redis> {
  // Imported on demand: it would slow every start.
  const { createClient } = await import('redis');
  type Client = ReturnType<typeof connectable>;
  const closing = new AbortController();
  let client: Client | undefined;
  let refusals = 0;
  let wasTold = false;

  function connectable() {
    return createClient({
      url,
      RESP: 2,
      socket: { connectTimeout: connectMs, reconnectStrategy: false },
      disableOfflineQueue: true,
      // Limits that must not block: an attempt has a second, an answer much less.
      commandsQueueMaxLength: 10_000,
    });
  }

  function drop(failed: Client, error: unknown): void {
    if (client !== failed) return;
    client = undefined;
    destroy(failed);
    tellAway(error);
    void keepConnecting(retryMs);
  }

  function tellAway(error: unknown): void {
    if (wasTold) return;
    wasTold = true;
    log.warn({ err: error }, 'redis is away: the database counts in its place');
  }

  async function keepConnecting(firstWaitMs: number): Promise<void> {
    for (let waitMs = firstWaitMs; ; waitMs = retryMs) {
      if (waitMs > 0) await delay(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return;
      const next = connectable();
      // The client is useless after its first failure; without a listener the process would end.
      next.on('error', (error) => drop(next, error));
      try {
        await within(next.connect(), connectMs + answerMs);
        if ((await within(next.ping(), answerMs)) !== 'PONG') throw new Error('redis does not answer a ping');
      } catch (error) {
        destroy(next);
        tellAway(error);
        continue;
      }
      if (closing.signal.aborted) return destroy(next);
      client = next;
      if (wasTold) log.info({}, 'redis is back');
      wasTold = false;
      return;
    }
  }

  void keepConnecting(0);
  return {
    async ask(commands) {
      const asked = client;
      if (asked === undefined) {
        refusals += 1;
        return undefined;
      }
      try {
        return await within(commands(asked as unknown as RedisCommands), answerMs);
      } catch (error) {
        refusals += 1;
        drop(asked, error);
        return undefined;
      }
    },
    get isConnected() {
      return client !== undefined;
    },
    get refusals() {
      return refusals;
    },
    async close() {
      closing.abort();
      const open = client;
      client = undefined;
      if (open !== undefined) destroy(open);
    },
  };
}

function destroy(client: { destroy(): void }): void {
  try {
    client.destroy();
  } catch {
    // Already closed.
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // After the next check of the sockets: if this process was busy that long, the answer may be there unread.
  const timer = setTimeout(() => setImmediate(() => reject(new Error(`redis does not answer within ${ms} ms`))), ms);
  // The later rejection has no handler.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
