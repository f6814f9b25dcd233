import type { FastifyInstance } from 'fastify';
import type { RequestSpan, Tracing } from '#server/platform/observation/tracing/tracing.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';

/** A span for each request. Continues a trace only from a trusted proxy: others could flood it. */
export function traceRequests(app: FastifyInstance, tracing: Tracing, context: Pick<HttpContext, 'isTrustedProxy'>): void {
  const spans = new WeakMap<object, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers['traceparent'];
    const isTrusted = context.isTrustedProxy(request.socket.remoteAddress ?? '');
    const span = tracing.startRequest({ method: request.method, traceparent: isTrusted && typeof given === 'string' ? given : undefined });
    spans.set(request, span);
    span.run(done);
  });
  // The body arrives through events of the connection, outside of the request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ route: request.routeOptions.url ?? 'unknown', status: reply.statusCode, requestId: request.id });
    done();
  });
}
