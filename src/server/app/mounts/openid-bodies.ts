import type { IncomingMessage } from 'node:http';

/** The text of a request's body; undefined for one that is too long. */
export async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not destroyed when left early: the answer goes over the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > most) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks, bytes).toString('utf8');
}

/**
 * Lets the library read a body that was read already. Undefined stands for one that was too long: the library then
 * answers with an error in the form of the protocol.
 */
export function replayBody(request: IncomingMessage, body: string | undefined): void {
  const bytes = Buffer.from(body ?? '');
  request.headers['content-length'] = String(bytes.length);
  Object.defineProperty(request, 'readable', { value: true });
  request.iterator = async function* replayed(): AsyncGenerator<Buffer, undefined, undefined> {
    if (body === undefined) throw new Error('the body is too long');
    yield bytes;
    return undefined;
  };
}
