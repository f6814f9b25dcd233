import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/core/database/db.ts';
import type { Log } from '#server/platform/observation/log.ts';

/** Whether this instance accepts new work. Turns false for good when the process is told to stop. */
export interface Readiness {
  readonly isDraining: boolean;
  drain(): void;
}

export function createReadiness(): Readiness {
  let draining = false;
  return {
    get isDraining() {
      return draining;
    },
    drain() {
      draining = true;
    },
  };
}

const pingLimitMs = 2000;

/** `/healthz`: the process answers. `/readyz`: the process is not stopping and its database answers. */
export function registerHealth(app: FastifyInstance, deps: { readonly db: Db; readonly readiness: Readiness; readonly log: Log }): void {
  app.get('/healthz', (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  app.get('/readyz', async (_request, reply) => {
    const status = deps.readiness.isDraining ? 'stopping' : (await answers(deps)) ? 'ready' : 'database unavailable';
    return reply
      .header('cache-control', 'no-store')
      .code(status === 'ready' ? 200 : 503)
      .send({ status });
  });
}

async function answers({ db, log }: { readonly db: Db; readonly log: Log }): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), pingLimitMs);
  try {
    return await Promise.race([db.ping().then(() => true), late]);
  } catch (error) {
    log.error({ err: error }, 'the database does not answer');
    return false;
  } finally {
    clearTimeout(timer);
  }
}
