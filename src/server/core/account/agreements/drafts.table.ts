import type { DraftState } from '#contract/account/agreements/publication-drafts.words.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Agreements that leads write at the desk. Times are milliseconds. */
export interface DraftsTable {
  id: string;
  /** JSON (`drafts.ts`). */
  content: Guarded<string>;
  /** SHA-256 of the content, hexadecimal. */
  digest: Guarded<string>;
  version: Guarded<number>;
  /** Name of the member who has saved it last. */
  author: Guarded<string>;
  saved_at: Guarded<number>;
  state: Guarded<DraftState>;
  /** From when an approved one is published. */
  publish_at: Guarded<number | null>;
}

const isPublic = 'not personal, because it is a text for everybody';

export const publicationDrafts = table<DraftsTable>()({
  name: 'publication_drafts',
  key: ['id'],
  sweep: [{ past: ['saved_at'], graceMs: 730 * day, every: 'hour' }],
  erase: 'of nobody, because they are texts for everybody',
  restore: 'keep, because what was approved is asked for again or published as it was approved',
  merge: 'keep',
  columns: {
    id: isRandom,
    content: isPublic,
    digest: isPublic,
    version: isBookkeeping,
    author: 'not personal, because it is the name that the operator calls a member of staff by',
    saved_at: isBookkeeping,
    state: isBookkeeping,
    publish_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    publication_drafts: DraftsTable;
  }
}
