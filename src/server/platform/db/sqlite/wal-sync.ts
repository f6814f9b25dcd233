import { open, type FileHandle } from 'node:fs/promises';

/**
 * Makes commits durable off the event loop: the connection appends a commit to the write-ahead log without waiting
 * (synchronous=NORMAL), and the acknowledgment waits here until the disk has the log. Commits during a sync share the
 * next one.
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

  /**
   * Resolves when the disk has everything committed before the call. After the first disk error it always throws that
   * error.
   */
  durable(): Promise<void> {
    // A running sync may have started before the caller's commit was written.
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#begin());
    return this.#next;
  }

  /** Waits for a running sync. */
  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined);
    // Nothing depends on its completion. It drops no lock: SQLite has none on the log.
    void this.#file?.then((file) => file.close()).catch(() => undefined);
    this.#file = undefined;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#sync();
    return this.#running;
  }

  async #sync(): Promise<void> {
    // A single handle for the whole life: only handles open at the time of a disk error learn of it. The first commit
    // has created the file.
    this.#file ??= open(this.#path, 'r+');
    try {
      await (await this.#file).datasync();
    } catch (cause) {
      this.#failure ??= { cause };
    }
    // The system forgets failed writes and may report the next sync as a success, but commits after it are behind a gap
    // in the log.
    if (this.#failure !== undefined) throw this.#failure.cause;
  }
}
