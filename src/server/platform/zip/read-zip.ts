import { inflateRawSync } from 'node:zlib';

/** The bytes are no ZIP file of ours, or hold more than was allowed. */
export class ZipUnreadable extends Error {}

const endLength = 22;
const endMark = 0x06_05_4b_50;

/**
 * The files of a small archive that `zip` has written, by its directory.
 * @throws {ZipUnreadable} also when a file is larger than `mostBytes`
 */
export function readZip(archive: Buffer, mostBytes: number): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  try {
    const end = archive.length - endLength;
    if (archive.readUInt32LE(end) !== endMark) throw new ZipUnreadable('The archive has no directory.');
    let at = archive.readUInt32LE(end + 16);
    for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
      const packed = archive.readUInt32LE(at + 20);
      const nameLength = archive.readUInt16LE(at + 28);
      const offset = archive.readUInt32LE(at + 42);
      const start = offset + 30 + archive.readUInt16LE(offset + 26);
      const bytes = inflateRawSync(archive.subarray(start, start + packed), { maxOutputLength: mostBytes });
      files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), bytes);
      at += 46 + nameLength;
    }
  } catch (error) {
    throw error instanceof ZipUnreadable ? error : new ZipUnreadable('The archive cannot be read.', { cause: error });
  }
  return files;
}
