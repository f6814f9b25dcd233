import { open, type FileHandle } from 'node:fs/promises';

/**
 * Makes commits durable off the event loop: the connection appends a commit to the write-ahead log without waiting (synchronous=NORMAL),
 * and whoever acknowledges it waits here until the disk has the log. Commits that come while the disk works share its next turn.
 */
export class WalSync {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failure: { readonly cause: unknown } | undefined;

  /** @param path of the log: `<database>-wal` */
  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when everything that was committed before the call is on the disk. Throws the disk's error, from the first one on for ever. */
  durable(): Promise<void> {
    // What runs already may have begun before the caller's commit was written.
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#begin());
    return this.#next;
  }

  /** Waits for what runs. */
  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined);
    // Nothing depends on the end of this. It drops no lock: SQLite has none on the log.
    void this.#file?.then((file) => file.close()).catch(() => undefined);
    this.#file = undefined;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#sync();
    return this.#running;
  }

  async #sync(): Promise<void> {
    // One handle for ever: an error of the disk is told to those who had the file open when it happened. The first commit has made it.
    this.#file ??= open(this.#path, 'r+');
    try {
      await (await this.#file).datasync();
    } catch (cause) {
      this.#failure ??= { cause };
    }
    // The system forgets what it could not write and may call the next attempt a success: what waits for that stands behind a gap in the log.
    if (this.#failure !== undefined) throw this.#failure.cause;
  }
}
