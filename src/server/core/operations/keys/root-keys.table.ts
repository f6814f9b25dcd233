import { isBookkeeping, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Root keys that sealed data here, by name (`root-keys.ts`). */
export interface RootKeysTable {
  name: string;
  /** 1 for the first key: of two that are new at once, one is refused. */
  position: number;
  first_at: number;
  /** Last report of a server or command with this current key; each repeats it every 20 seconds. */
  current_at: Guarded<number>;
  /** Time when nothing sealed with it was left; null while something is or may be. */
  ended_at: Guarded<number | null>;
}

export const rootKeys = table<RootKeysTable>()({
  name: 'root_keys',
  key: ['name'],
  sweep: 'never, because a name stays known',
  erase: 'of nobody, because they are names of keys',
  restore: 'keep, because the copy is sealed with them',
  merge: 'keep',
  columns: { name: isBookkeeping, position: isBookkeeping, first_at: isBookkeeping, current_at: isBookkeeping, ended_at: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    root_keys: RootKeysTable;
  }
}
