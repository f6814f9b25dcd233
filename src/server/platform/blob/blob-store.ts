import type { Readable } from 'node:stream';

/** An upload that may come. */
export interface UploadRequest {
  /** Names it in addresses: random, and nothing else. */
  readonly id: string;
  readonly contentType: string;
  /** As the browser says, at most what is allowed; undefined where it does not say. A store that takes uploads itself is told. */
  readonly bytes: number | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface StartedUpload {
  /** Where the browser PUTs the bytes: a path of this site, or a presigned address of object storage. */
  readonly url: string;
  /** The name under which `readUpload` finds them; undefined while only `receive` can tell it. */
  readonly file: string | undefined;
}

/** A stored thing and its age. */
export interface StoredBlob {
  readonly name: string;
  /** Milliseconds since the epoch, by the clock of the store. */
  readonly changedAt: number;
}

/**
 * Keeps files by name, apart from uploads that nobody has looked at yet: those are never served. Names are made by the server from
 * letters, digits, `-`, `_` and `.`; none comes from a request unchecked.
 */
export interface BlobStore {
  /** @throws {Refusal} badRequest where the store must know the number of bytes and was not told */
  beginUpload(upload: UploadRequest): Promise<StartedUpload>;
  /**
   * Takes the bytes of an upload that comes through this server and returns the name of its file. Undefined where browsers upload to
   * the store itself. Leaves nothing behind when it throws.
   * @throws {Refusal} payloadTooLarge beyond `maxBytes`, badRequest when the sender broke off, unavailable when the disk is nearly full
   */
  readonly receive: ((bytes: Readable, maxBytes: number) => Promise<string>) | undefined;
  /** The bytes of an upload; undefined when there are none, or more than `maxBytes`. */
  readUpload(file: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Does nothing when it is gone. */
  removeUpload(file: string): Promise<void>;
  /** Everything that was uploaded and not removed, broken pieces included. */
  uploads(): AsyncIterable<StoredBlob>;
  /** Stores a file for good: when it resolves, the file is whole and survives a power cut; before, it does not exist. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** Where anyone may read a file without this server, by its name; undefined where there is no such place. */
  readonly publicUrl: ((name: string) => string) | undefined;
  /** Does nothing when it is gone. */
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredBlob>;
}

const nameForm = /^[\w-][\w.-]{0,99}$/;

/** @throws {Error} for what is no name of a stored file: a mistake of ours */
export function checkedName(name: string): string {
  if (!nameForm.test(name)) throw new Error('That is no name of a stored file.');
  return name;
}
