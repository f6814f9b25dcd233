import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { minute } from '#server/platform/clock.ts';
import { ZipFile } from 'yazl';

/** One file of an archive. Its name has no leading slash. */
export interface ZipEntry {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Writes a ZIP file as a stream: an entry is read when its turn has come, and only as fast as the archive is taken. `at` is
 * the time of every entry, in milliseconds, written as UTC. An error of an entry ends the archive with it.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, at: number): AsyncGenerator<Buffer> {
  const file = new ZipFile();
  const output = new PassThrough();
  const stopped = new AbortController();
  file.outputStream.pipe(output);
  // Here and not in a separate stream: entries read the database in the transaction of the taker.
  const fed = feed({ file, entries, at, signal: stopped.signal }).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream has no encoding
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    stopped.abort();
    await fed;
  }
}

interface Feeding {
  readonly file: ZipFile;
  readonly entries: AsyncIterable<ZipEntry>;
  readonly at: number;
  readonly signal: AbortSignal;
}

async function feed({ file, entries, at, signal }: Feeding): Promise<void> {
  // The library writes the local time: an archive must not depend on the zone of its server.
  const mtime = new Date(at + new Date(at).getTimezoneOffset() * minute);
  for await (const { path, bytes } of entries) {
    const input = new PassThrough();
    file.addReadStream(input, path, { mtime, forceDosTimestamp: true });
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      if (!input.write(chunk)) await once(input, 'drain', { signal });
    }
    input.end();
  }
  file.end();
}
