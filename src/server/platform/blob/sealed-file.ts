import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { BlobStore } from './blob-store.ts';

/**
 * A large file in a store, in sealed parts of `partBytes`: what is in memory is one part, whatever the store can do with
 * streams. Each part is AES-256-GCM under the file's own key; its number, and whether it is the last, are in the nonce, so
 * that parts can be neither exchanged, repeated nor left out.
 */
export interface SealedFile {
  readonly parts: number;
  /** Size of the plain file. */
  readonly bytes: number;
  /** Digest of the plain file, base64url. */
  readonly sha256: string;
}

/** The file has become larger than was allowed. */
export class SealedFileTooLarge extends Error {}

const partBytes = 256 * 1024;
const tagBytes = 16;

/** A key for one file: it is never used for another. */
export function newFileKey(): Buffer {
  return randomBytes(32);
}

/** The name of a part in the store. */
export function partName(name: string, part: number): string {
  return `${name}.${part}`;
}

/** The file to which a part belongs; undefined for another name. */
export function fileOfPart(name: string): string | undefined {
  return /^([\w-]{22})\.\d{1,6}$/.exec(name)?.[1];
}

function nonce(part: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(part, 7);
  bytes.writeUInt8(last ? 1 : 0, 11);
  return bytes;
}

/**
 * Writes a file of at most `maxBytes`. What it has written of a file that fails stays: the caller removes it.
 * @throws {SealedFileTooLarge} beyond `maxBytes`
 */
export async function writeSealed(
  store: Pick<BlobStore, 'put'>,
  { name, key, maxBytes }: { readonly name: string; readonly key: Uint8Array; readonly maxBytes: number },
  content: AsyncIterable<Uint8Array>,
): Promise<SealedFile> {
  const digest = createHash('sha256');
  let waiting = Buffer.alloc(0);
  let bytes = 0;
  let part = 0;

  async function put(plain: Uint8Array, last: boolean): Promise<void> {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(part, last));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    await store.put(partName(name, part), sealed);
    part += 1;
  }

  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    digest.update(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new SealedFileTooLarge('The file is too large.');
    pieces.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    waiting = Buffer.concat(pieces);
    for (; waiting.length >= partBytes; waiting = waiting.subarray(partBytes)) await put(waiting.subarray(0, partBytes), false);
    pieces = [Buffer.from(waiting)];
    length = waiting.length;
  }
  await put(Buffer.concat(pieces), true);
  return { parts: part, bytes, sha256: digest.digest('base64url') };
}

/**
 * Reads a file part by part: nothing of a part leaves before it is proven.
 * @throws {Error} for a missing or changed part
 */
export async function* readSealed(
  store: Pick<BlobStore, 'read'>,
  { name, key, parts }: { readonly name: string; readonly key: Uint8Array; readonly parts: number },
): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) {
    const sealed = await store.read(partName(name, part));
    if (sealed === undefined || sealed.length < tagBytes) throw new Error('A part of a stored file is missing.');
    const opening = createDecipheriv('aes-256-gcm', key, nonce(part, part === parts - 1));
    opening.setAuthTag(sealed.subarray(-tagBytes));
    yield Buffer.concat([opening.update(sealed.subarray(0, -tagBytes)), opening.final()]);
  }
}

/** Removes all parts. */
export async function removeSealed(
  store: Pick<BlobStore, 'remove'>,
  { name, parts }: { readonly name: string; readonly parts: number },
): Promise<void> {
  for (let part = 0; part < parts; part += 1) await store.remove(partName(name, part));
}
