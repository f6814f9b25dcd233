import type { SqliteStore } from './sqlite-store.ts';

interface GroupedWrite {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes one transaction of the statements that one turn of the event loop brings: those of a request, and of all requests that have come
 * meanwhile. They succeed or fail together, so it is for what fails for all alike: counters, of which each request writes several.
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
