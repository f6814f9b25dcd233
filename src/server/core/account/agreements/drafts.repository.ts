import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { DraftsTable } from './drafts.table.ts';

export type Draft = Readonly<Selectable<DraftsTable>>;

/** Drafts of the page. */
const mostDrafts = 50;

export async function findDraft(db: Db, id: string): Promise<Draft | undefined> {
  return db.q().selectFrom('publication_drafts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The newest first. */
export async function listDrafts(db: Db): Promise<readonly Draft[]> {
  return db.q().selectFrom('publication_drafts').selectAll().orderBy('saved_at', 'desc').orderBy('id').limit(mostDrafts).execute();
}

/** Approved ones whose moment has come. */
export async function dueDrafts(db: Db, at: number): Promise<readonly Draft[]> {
  return db
    .q()
    .selectFrom('publication_drafts')
    .selectAll()
    .where('state', '=', 'approved')
    .where('publish_at', '<=', at)
    .orderBy('publish_at')
    .execute();
}
