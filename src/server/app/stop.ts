import type { FastifyInstance } from 'fastify';
import { second } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/observation/log.ts';
import type { Readiness } from './mounts/health.ts';

/** Time limit for requests in flight. */
const drainLimitMs = 10 * second;
const idleCheckMs = 50;

export interface Stoppable {
  readonly app: FastifyInstance;
  readonly readiness: Readiness;
  /** Stops the workers and closes all open resources, the database last. */
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/**
 * Stops the server in order: not ready, no new connections, answers requests in flight (10 s at most), closes workers
 * and database.
 */
export async function stop({ app, readiness, close, log }: Stoppable): Promise<void> {
  readiness.drain();
  const limit = setTimeout(() => {
    log.warn({}, 'requests were still in flight after 10 s and are cut off');
    app.server.closeAllConnections();
  }, drainLimitMs);
  // A connection that is busy when the stop begins becomes idle after its answer, and would stay open for the next
  // request.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
  try {
    await app.close();
  } finally {
    clearTimeout(limit);
    clearInterval(idle);
    await close();
  }
}

/** Stops on SIGTERM and SIGINT and exits 0; a second signal exits at once. */
export function stopOnSignals(stoppable: Stoppable): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    stoppable.log.info({ signal }, 'stopping');
    stop(stoppable).then(
      () => process.exit(0),
      (error: unknown) => {
        stoppable.log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
