import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** One row: which installation this database is, as its stores of files know it too (`belonging.ts`). */
export interface InstallationTable {
  row: number;
  /** Random; null before the first start. */
  id: string | null;
  /** Raised by every start and every hour: an older copy of the database has a smaller number than its stores. */
  seen: number;
  /** Nothing that no row names is removed before. */
  rests_until: number;
  /** The database is an older copy that nobody settled: no file is removed before. */
  doubted_until: number | null;
  /** 1 after `restore settle`: an older number is expected. */
  settled: number;
  /** The database that this one was copied to, or the folder that it is being copied from: no server opens it. */
  moved_to: string | null;
  /** A sign-out of everybody that goes on, as JSON; null without one. */
  signing_out: string | null;
  /** The last account that it has signed out. */
  signing_out_after: string;
}

export const installation = table<InstallationTable>()({
  name: 'installation',
  key: ['row'],
  sweep: 'never, because it is one row',
  erase: 'of nobody, because it is a number of the installation',
  restore: 'keep, because a restored copy is the same installation',
  merge: 'keep',
  columns: {
    row: isBookkeeping,
    id: isBookkeeping,
    seen: isBookkeeping,
    rests_until: isBookkeeping,
    doubted_until: isBookkeeping,
    settled: isBookkeeping,
    moved_to: isBookkeeping,
    signing_out: isBookkeeping,
    signing_out_after: isBookkeeping,
  },
});
