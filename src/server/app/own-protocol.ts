import type { FastifyInstance } from 'fastify';
import type { Dispatch } from '#server/capabilities/apps/developer/try-it/try-protocol.ts';

/**
 * Requests of this server to its own provider, without the network: the trial of a developer asks like an app, and
 * passes all limits of an app.
 */
export interface OwnProtocol {
  readonly send: Dispatch;
  /** The instance that answers; until then there is nobody to ask. */
  answerBy(app: FastifyInstance): void;
}

export function createOwnProtocol(): OwnProtocol {
  let answering: FastifyInstance | undefined;
  return {
    answerBy(app) {
      answering = app;
    },
    async send({ method, path, headers, body, clientIp }) {
      if (answering === undefined) throw new Error('The server does not answer yet.');
      const answer = await answering.inject({
        method,
        url: path,
        headers: { ...headers },
        remoteAddress: clientIp,
        ...(body === undefined ? {} : { payload: body }),
      });
      const nonce = answer.headers['dpop-nonce'];
      return { status: answer.statusCode, body: answer.payload, nonce: typeof nonce === 'string' ? nonce : '' };
    },
  };
}
