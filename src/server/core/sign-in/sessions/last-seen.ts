import { second } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import type { SessionRows, SessionUse } from './sessions.repository.ts';

/** Time for which uses are collected into one transaction. A process that dies loses its collection. */
const gatherMs = second;

/**
 * Records the use of sessions outside of the requests, so that a read waits for no write. A failed write is dropped,
 * because a full disk or a busy writer must not refuse a read, and the next request tries again.
 */
export class LastSeen {
  readonly #db: Db;
  readonly #rows: Pick<SessionRows, 'touch'>;
  readonly #uses = new Map<string, SessionUse>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, rows: Pick<SessionRows, 'touch'>) {
    this.#db = db;
    this.#rows = rows;
  }

  /** The collected but unwritten use of a session. */
  gathered(id: string): SessionUse | undefined {
    return this.#uses.get(id);
  }

  note(use: SessionUse): void {
    this.#uses.set(use.id, use);
    this.#timer ??= setTimeout(() => void this.write(), gatherMs).unref();
  }

  /** Writes the collected uses. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // In a fixed order, so that two instances never deadlock on rows.
    const uses = [...this.#uses.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (uses.length > 0) this.#writing = this.#writing.then(() => this.#writeAll(uses)).catch(() => undefined);
    await this.#writing;
    for (const use of uses) if (this.#uses.get(use.id) === use) this.#uses.delete(use.id);
  }

  async #writeAll(uses: readonly SessionUse[]): Promise<void> {
    await this.#db.tx(async () => {
      for (const use of uses) await this.#rows.touch(use);
    });
  }
}
