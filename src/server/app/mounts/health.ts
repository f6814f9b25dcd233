import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/core/database/db.ts';
import type { Log } from '#server/platform/observation/log.ts';

/** Whether this instance accepts new work. */
export interface Readiness {
  /** For good, once the process is told to stop. */
  readonly isDraining: boolean;
  /** While the clock of its machine is off. */
  readonly isOff: boolean;
  drain(): void;
}

export function createReadiness(isOff: () => boolean): Readiness {
  let draining = false;
  return {
    get isDraining() {
      return draining;
    },
    get isOff() {
      return isOff();
    },
    drain() {
      draining = true;
    },
  };
}

const pingLimitMs = 2000;

/** `/healthz`: the process answers. `/readyz`: it is not stopping, its machine's clock is right and its database answers. */
export function registerHealth(app: FastifyInstance, deps: { readonly db: Db; readonly readiness: Readiness; readonly log: Log }): void {
  const method = ['GET', 'HEAD'];
  app.route({ method, url: '/healthz', handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }) });
  const ready = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { isDraining, isOff } = deps.readiness;
    const status = isDraining ? 'stopping' : isOff ? 'clock off' : (await answers(deps)) ? 'ready' : 'database unavailable';
    return reply
      .header('cache-control', 'no-store')
      .code(status === 'ready' ? 200 : 503)
      .send({ status });
  };
  app.route({ method, url: '/readyz', handler: ready });
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
