import { second } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database.ts';
import type { SessionRows, SessionUse } from './sessions.repository.ts';

/** How long uses are gathered for one transaction. A process that dies loses what it has gathered. */
const gatherMs = second;

/**
 * Notes that sessions were used, beside the requests that use them: a read waits for no write. One that fails is forgotten, because a full
 * disk or a busy writer refuses no read and the next request tries again.
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

  /** The use of a session that is gathered and not written yet. */
  gathered(id: string): SessionUse | undefined {
    return this.#uses.get(id);
  }

  note(use: SessionUse): void {
    this.#uses.set(use.id, use);
    this.#timer ??= setTimeout(() => void this.write(), gatherMs).unref();
  }

  /** Writes what is gathered. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // In one order, so that two instances never wait for each other's rows.
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
