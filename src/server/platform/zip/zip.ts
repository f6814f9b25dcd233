import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive. Its name is ASCII, without a leading slash. */
export interface ZipEntry {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The archive has more than a ZIP file without extensions can: 4 GiB or 65,535 files. */
export class ZipTooLarge extends Error {}

const most = 0xff_ff_ff_ff;
const mostEntries = 0xff_ff;
/** Deflated; sizes and checksum follow the bytes (bit 3); the name is UTF-8 (bit 11). */
const flags = 0x08_08;
const deflated = 8;
const version = 20;

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly plain: number;
}

/**
 * Writes a ZIP file (APPNOTE 6.3) as a stream: an entry is read when its turn has come, and only as fast as the archive is
 * taken. `at` is the time of every entry, in milliseconds, written as UTC. An error of an entry ends the archive with it.
 * @throws {ZipTooLarge} beyond the limits of the format
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, at: number): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { path, bytes } of entries) {
    const name = Buffer.from(path);
    const head = localHeader(name, at);
    yield head;
    const packed = pack(bytes);
    let size = 0;
    for await (const chunk of packed.chunks) {
      size += chunk.length;
      yield chunk;
    }
    const entry: Written = { name, offset, packed: size, ...packed.found() };
    const tail = descriptor(entry);
    yield tail;
    written.push(entry);
    offset += head.length + size + tail.length;
    if (offset > most || entry.plain > most || written.length > mostEntries) throw new ZipTooLarge('The archive is too large.');
  }
  const directory = Buffer.concat(written.map((entry) => directoryHeader(entry, at)));
  yield directory;
  yield end({ count: written.length, size: directory.length, offset });
}

/** Deflates an entry as it is read. `found` has its checksum and size, once all chunks were taken. */
function pack(bytes: AsyncIterable<Uint8Array>): {
  readonly chunks: AsyncIterable<Buffer>;
  found(): { readonly crc: number; readonly plain: number };
} {
  let crc = 0;
  let plain = 0;
  const deflate = createDeflateRaw();

  async function feed(): Promise<void> {
    try {
      for await (const chunk of bytes) {
        crc = crc32(chunk, crc);
        plain += chunk.length;
        if (!deflate.write(chunk)) await once(deflate, 'drain');
      }
      deflate.end();
    } catch (error) {
      deflate.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async function* chunks(): AsyncGenerator<Buffer> {
    const fed = feed();
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream has no encoding
      for await (const chunk of deflate) yield chunk as Buffer;
    } finally {
      // A taker that stops early leaves nothing running: the pending write fails, and `feed` ends.
      deflate.destroy();
    }
    await fed;
  }

  return { chunks: chunks(), found: () => ({ crc, plain }) };
}

/** MS-DOS date and time, in UTC, so that an archive does not depend on the zone of its server. */
function dosTime(at: number): { readonly date: number; readonly time: number } {
  const day = new Date(at);
  return {
    date: ((day.getUTCFullYear() - 1980) << 9) | ((day.getUTCMonth() + 1) << 5) | day.getUTCDate(),
    time: (day.getUTCHours() << 11) | (day.getUTCMinutes() << 5) | (day.getUTCSeconds() >> 1),
  };
}

function localHeader(name: Buffer, at: number): Buffer {
  const { date, time } = dosTime(at);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04_03_4b_50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(time, 10);
  head.writeUInt16LE(date, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, plain }: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08_07_4b_50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(plain, 12);
  return tail;
}

function directoryHeader({ name, offset, crc, packed, plain }: Written, at: number): Buffer {
  const { date, time } = dosTime(at);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02_01_4b_50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(version, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(deflated, 10);
  head.writeUInt16LE(time, 12);
  head.writeUInt16LE(date, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(packed, 20);
  head.writeUInt32LE(plain, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function end({ count, size, offset }: { readonly count: number; readonly size: number; readonly offset: number }): Buffer {
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06_05_4b_50, 0);
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(size, 12);
  tail.writeUInt32LE(offset, 16);
  return tail;
}
