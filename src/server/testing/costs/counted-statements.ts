import { AsyncLocalStorage } from 'node:async_hooks';
import { tracedDb } from '#server/platform/db/traced-db.ts';
import type { TestDatabase } from '#server/testing/server/test-database.ts';

export interface Counted {
  /** Operation and table of each, in order. */
  readonly statements: string[];
  /** Queries that were built for this one use. */
  readonly built: string[];
}

export interface CountingDatabase {
  /** For the application. */
  readonly database: TestDatabase;
  /** The statements of one piece of work: others work beside it. */
  count<Answer>(work: () => Promise<Answer>): Promise<Counted & { readonly answer: Answer }>;
}

/** A database that tells what statements a request takes. */
export function countStatements(database: TestDatabase): CountingDatabase {
  const own = new AsyncLocalStorage<Counted>();
  const traced = tracedDb(database.db, {
    startRequest: () => ({ run: (work) => work(), end: () => undefined }),
    startStatement({ operation, table }) {
      own.getStore()?.statements.push(`${operation} ${table}`);
      return undefined;
    },
    close: async () => undefined,
  });
  const db = new Proxy(traced, {
    get(target, name: keyof typeof traced) {
      if (name === 'q') own.getStore()?.built.push(new Error('built here').stack?.split('\n')[2]?.trim() ?? name);
      return target[name];
    },
  });
  return {
    database: { ...database, db },
    async count(work) {
      const counted: Counted = { statements: [], built: [] };
      const answer = await own.run(counted, work);
      return { ...counted, answer };
    },
  };
}
