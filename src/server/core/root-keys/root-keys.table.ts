import { isBookkeeping, table, type Guarded } from '#server/platform/db/table.ts';

/** The root keys that have sealed something here, by their names (`root-keys.ts`). */
export interface RootKeysTable {
  name: string;
  /** 1 for the first, of which seals without a name are. */
  position: number;
  first_at: number;
  /** When a server or a command last said that this is its current key: each does so every 20 seconds. */
  current_at: Guarded<number>;
  /** When nothing was sealed with it any more; null while something is, or may be. */
  ended_at: Guarded<number | null>;
}

export const rootKeys = table<RootKeysTable>()({
  name: 'root_keys',
  key: ['name'],
  sweep: 'never, because a name is for ever',
  erase: 'of nobody, because they are names of keys',
  restore: 'keep, because the copy is sealed with them',
  merge: 'keep',
  columns: { name: isBookkeeping, position: isBookkeeping, first_at: isBookkeeping, current_at: isBookkeeping, ended_at: isBookkeeping },
});
