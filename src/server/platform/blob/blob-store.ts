import type { Readable } from 'node:stream';

/** An expected upload. */
export interface UploadRequest {
  /** Its name in URLs: random, without other information. */
  readonly id: string;
  readonly contentType: string;
  /**
   * The size announced by the browser, within the limit; undefined without one. A store that takes uploads directly
   * needs it.
   */
  readonly bytes: number | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface StartedUpload {
  /** The target of the browser's PUT: a path of this site, or a presigned URL of object storage. */
  readonly url: string;
  /** The name for `readUpload`; undefined while only `receive` can determine it. */
  readonly file: string | undefined;
}

/** A stored file or upload, and its age. */
export interface StoredBlob {
  readonly name: string;
  /** Milliseconds since the epoch, by the clock of the store. */
  readonly changedAt: number;
}

/**
 * Keeps files by name, separate from uploads that were not checked yet and are never served. The server creates names
 * from letters, digits, `-`, `_` and `.`; names from requests are always checked.
 */
export interface BlobStore {
  /** @throws {Refusal} badRequest if the store needs the number of bytes and does not have it */
  beginUpload(upload: UploadRequest): Promise<StartedUpload>;
  /**
   * Takes the bytes of an upload through this server and returns the name of its file. Undefined if browsers upload
   * directly to the store. Leaves nothing behind when it throws.
   * @throws {Refusal} payloadTooLarge beyond `maxBytes`, badRequest when the sender broke off, unavailable when the
   * disk is nearly full
   */
  readonly receive: ((bytes: Readable, maxBytes: number) => Promise<string>) | undefined;
  /** The bytes of an upload; undefined if absent or larger than `maxBytes`. */
  readUpload(file: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Does nothing if it does not exist. */
  removeUpload(file: string): Promise<void>;
  /** All uploads that were not removed, including incomplete ones. */
  uploads(): AsyncIterable<StoredBlob>;
  /**
   * Stores a file permanently: once resolved, the file is complete and survives a power cut; before, it does not exist.
   */
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** The public URL of a file outside of this server; undefined without one. */
  readonly publicUrl: ((name: string) => string) | undefined;
  /** Does nothing if it does not exist. */
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredBlob>;
  /** What says whose files these are (`belonging.ts`); apart from the files. */
  readonly mark: { read(): Promise<string | undefined>; write(text: string): Promise<void> };
  readonly trash: Trash;
  /** In words for the operator. */
  readonly place: string;
}

/** A file in the trash, and the day (2026-11-29, UTC) on which it was put there. */
export interface DiscardedBlob {
  readonly name: string;
  readonly day: string;
}

/** Files that are no more served and can be taken back (`tidy-store.ts`). Each does nothing if the file is not there. */
export interface Trash {
  put(blob: DiscardedBlob): Promise<void>;
  takeBack(blob: DiscardedBlob): Promise<void>;
  remove(blob: DiscardedBlob): Promise<void>;
  list(): AsyncIterable<DiscardedBlob>;
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

export function isDay(text: string): boolean {
  return dayForm.test(text);
}

const nameForm = /^[\w-][\w.-]{0,99}$/;

/** @throws {Error} for an invalid name of a stored file: a bug */
export function checkedName(name: string): string {
  if (!nameForm.test(name)) throw new Error('That is no name of a stored file.');
  return name;
}
