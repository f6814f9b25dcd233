/**
 * A member of staff who searches, in its own process: what the desk's browser computes is no work of the server. `find.ts`
 * starts it and sends it turns.
 */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { enter, newDeskBrowser } from '#server/testing/people/desk.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import type { Send } from '#server/testing/server/test-browser.ts';

/** Searches of one member. */
export interface Turn {
  readonly origin: string;
  readonly accountId: string;
  /** The secret of the server. */
  readonly secretKey: Uint8Array;
  /** Where the server's clock stands. */
  readonly now: number;
  readonly texts: readonly string[];
  /** What each of them finds. */
  readonly kind: string;
}

/** `entered` before the first search; then `done`, or what was wrong. */
export type Told = 'entered' | 'done' | { readonly wrong: string };

/** A connection that stays open. `fetch` would leave so much to collect that it takes the processors from the server. */
function connectionTo(origin: string): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async ({ method, path, headers, body = '' }) => {
    const sent = request(`${origin}${path}`, { method, agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } });
    sent.end(body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the event has
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: {}, setCookies: answer.headers['set-cookie'] ?? [], text: await textOf(answer) };
  };
}

const tell = (told: Told): void => void process.send?.(told);

async function take({ origin, accountId, secretKey, now, texts, kind }: Turn): Promise<void> {
  const send = connectionTo(origin);
  const place = {
    config: { desk: { url: origin } },
    clock: { now: () => now },
    wiring: { keyring: createKeyring(secretKey) },
    newBrowser: () => connectHttp(origin, { send }),
  };
  const desk = await enter(place, { accountId }, await newDeskBrowser(place));
  tell('entered');
  for (const text of texts) {
    const { code, data } = await desk.post<{ kind: string }>('/person/find', { text, reason: 'asked', caseRef: 'CS-4711' });
    if (code !== 200 || data.kind !== kind) throw new Error(`${text} is ${code} ${data.kind}`);
  }
  tell('done');
}

process.on('message', (turn: Turn) => {
  take(turn).catch((error: unknown) => tell({ wrong: String(error) }));
});
