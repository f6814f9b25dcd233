import type { SqliteStore } from './sqlite/sqlite-store.ts';

interface GroupedWrite {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups the statements of one turn of the event loop, from all requests, into one transaction. They succeed or fail
 * together, so use it only for writes that fail alike: counters, several per request.
 */
export class GroupedWrites {
  readonly #store: SqliteStore;
  #group: GroupedWrite[] = [];

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  /** Resolves with the statement's result when its transaction is committed. */
  run<R>(statement: () => R): Promise<R> {
    return new Promise((resolve, reject) => {
      let result: R;
      const run = (): void => void (result = statement());
      this.#group.push({ run, resolve: () => resolve(result), reject });
      if (this.#group.length === 1) setImmediate(() => void this.#write());
    });
  }

  async #write(): Promise<void> {
    const group = this.#group;
    this.#group = [];
    try {
      await this.#store.writeTogether(() => {
        for (const { run } of group) run();
      });
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
