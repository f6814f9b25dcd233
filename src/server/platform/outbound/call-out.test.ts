import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { callOut, NoAnswer } from './call-out.ts';

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A foreign service; returns its URL and the received requests. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${portOf(server)}`, asked };
}

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'an answer',
    (error: unknown) => (error instanceof NoAnswer ? error.outcome : error),
  );

describe('a call to another service', () => {
  it.each([301, 302, 303, 307, 308])('follows no redirect (%i): the redirect is the answer', async (status) => {
    const elsewhere = await serve((_request, response) => response.end('secret'));
    const { origin, asked } = await serve((_request, response) =>
      response.writeHead(status, { location: `${elsewhere.origin}/inside` }).end(),
    );
    expect(await callOut(new URL(`${origin}/token`), { method: 'POST', body: 'x', timeoutMs: 5000 })).toMatchObject({ status });
    expect([asked, elsewhere.asked]).toEqual([['POST /token'], []]);
  });

  it('keeps no cookie for the next one', async () => {
    const cookies: (string | undefined)[] = [];
    const { origin } = await serve((request, response) => {
      cookies.push(request.headers.cookie);
      response.writeHead(200, { 'set-cookie': 'a=1; Path=/' }).end();
    });
    for (const path of ['/one', '/two']) await callOut(new URL(path, origin), { timeoutMs: 5000 });
    expect(cookies).toEqual([undefined, undefined]);
  });

  it('accepts no endless answer, and waits for none', async () => {
    const endless = await serve((_request, response) => {
      const more = (): void => {
        while (response.write('x'.repeat(64 * 1024))) if (response.destroyed) return;
      };
      response.on('drain', more);
      more();
    });
    expect(await outcomeOf(callOut(new URL(endless.origin), { timeoutMs: 30_000 }))).toBe('broken');
    const mute = await serve(() => undefined);
    expect(await outcomeOf(callOut(new URL(mute.origin), { timeoutMs: 200 }))).toBe('timeout');
  });

  it('sends nothing to a host with an untrusted certificate', async () => {
    // TLS from the first byte, with a self-signed certificate.
    const untrusted = new SMTPServer({ secure: true });
    untrusted.on('error', () => undefined);
    const server = untrusted.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(() => untrusted.close());
    const url = new URL(`https://localhost:${portOf(server)}/`);
    const error: unknown = await callOut(url, { timeoutMs: 5000 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: 'notSent', cause: { cause: { code: expect.stringMatching(/CERT/) } } });
  });
});
