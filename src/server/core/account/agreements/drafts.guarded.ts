import type { DraftState } from '#contract/account/agreements/publication-drafts.words.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

interface Saved {
  readonly id: string;
  readonly content: string;
  readonly digest: string;
  readonly author: string;
  readonly at: number;
}

export async function insertDraft(db: Db, { id, content, digest, author, at }: Saved): Promise<void> {
  await unguarded(db)
    .insertInto('publication_drafts')
    .values({ id, content, digest, version: 1, author, saved_at: at, state: 'draft', publish_at: null })
    .execute();
}

/** Saves a draft over the version that its author has seen: true for the first of several authors, false once it is approved. */
export async function saveDraft(
  db: Db,
  { id, content, digest, author, at, version }: Saved & { readonly version: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('publication_drafts')
      .set({ content, digest, author, saved_at: at, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'draft')
      .executeTakeFirstOrThrow(),
  );
}

/** Approves a draft exactly as it was asked for: false if anything of it has changed. */
export async function approveDraft(
  db: Db,
  {
    id,
    version,
    digest,
    publishAt,
  }: { readonly id: string; readonly version: number; readonly digest: string; readonly publishAt: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('publication_drafts')
      .set({ state: 'approved', publish_at: publishAt })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('digest', '=', digest)
      .where('state', '=', 'draft')
      .executeTakeFirstOrThrow(),
  );
}

/** Ends the wait of an approved draft: true for exactly one of its publication and its withdrawal. */
export async function settleDraft(
  db: Db,
  { id, digest, to }: { readonly id: string; readonly digest: string; readonly to: Extract<DraftState, 'published' | 'withdrawn'> },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('publication_drafts')
      .set({ state: to })
      .where('id', '=', id)
      .where('digest', '=', digest)
      .where('state', '=', 'approved')
      .executeTakeFirstOrThrow(),
  );
}
