import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFromThisMachine } from '#server/platform/http/loopback.ts';
import type { DevOutbox } from './dev-outbox.ts';
import { mailPolicy, outboxPage, outboxPolicy, outboxScript, outboxStyle } from './outbox-page.ts';

/**
 * `/dev/outbox` and `/dev/outbox.json`, both with `?to=` (contract 8): the messages that a development server "sends".
 * The page reloads its data every two seconds. Visitors from other machines find nothing there.
 */
export async function registerDevRoutes(app: FastifyInstance, devOutbox: DevOutbox): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('onRequest', (request, reply, done) => {
      if (isFromThisMachine(request.raw)) done();
      else reply.callNotFound();
    });
    serveOutbox(pages, devOutbox);
  });
}

function serveOutbox(app: FastifyInstance, devOutbox: DevOutbox): void {
  app.get('/dev/outbox.json', async (request, reply) => {
    const to = receiverIn(request);
    return reply.header('cache-control', 'no-store').send(await devOutbox.read(to === undefined ? undefined : target(to)));
  });
  app.get('/dev/outbox', async (request, reply) => {
    const to = receiverIn(request)?.trim() ?? '';
    const messages = await devOutbox.messages(to === '' ? undefined : target(to));
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', outboxPolicy)
      .type('text/html; charset=utf-8')
      .send(outboxPage(messages, to));
  });
  app.get<{ Params: { readonly number: string } }>('/dev/outbox/mail/:number', async ({ params }, reply) => {
    const found = (await devOutbox.messages()).find(({ number }) => String(number) === params.number);
    if (found?.html === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', mailPolicy)
      .type('text/html; charset=utf-8')
      .send(found.html.replace('<head>', '<head><base target="_blank">'));
  });
  app.get('/dev/outbox.css', (_request, reply) => {
    reply.type('text/css; charset=utf-8').send(outboxStyle);
  });
  app.get('/dev/outbox.js', (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').send(outboxScript);
  });
}

function receiverIn({ query }: FastifyRequest): string | undefined {
  const to = typeof query === 'object' && query !== null && 'to' in query ? query.to : undefined;
  return typeof to === 'string' ? to : undefined;
}

/** A phone with or without the country's prefix; a query may have turned its + into a space. */
function target(to: string): string {
  return to.trim().replace(/^\+?86(?=1\d{10}$)/, '');
}
