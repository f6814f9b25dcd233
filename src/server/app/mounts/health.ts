import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseState } from '#server/platform/observation/database-state.ts';

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

interface HealthDeps {
  readonly readiness: Readiness;
  readonly databaseStatus: DatabaseState['status'];
}

/**
 * `/healthz`: the process answers. `/readyz`: it is not stopping, its machine's clock is right, its database answers, and there
 * is room to write.
 */
export function registerHealth(app: FastifyInstance, { readiness, databaseStatus }: HealthDeps): void {
  const method = ['GET', 'HEAD'];
  app.route({ method, url: '/healthz', handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }) });
  const ready = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const status = readiness.isDraining ? 'stopping' : readiness.isOff ? 'clock off' : await databaseStatus();
    return reply
      .header('cache-control', 'no-store')
      .code(status === 'ready' ? 200 : 503)
      .send({ status });
  };
  app.route({ method, url: '/readyz', handler: ready });
}
