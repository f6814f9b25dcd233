import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { AppVersionsTable } from './app-versions.table.ts';

export type AppVersion = Selectable<AppVersionsTable>;

/** Begins with a letter: a reviewer types it after an option. */
const newVersionId = (): string => `v${newId()}`;

/** The version of an app that is a draft or waits. */
export async function findOpenVersion(db: Db, clientId: string): Promise<AppVersion | undefined> {
  return db.q().selectFrom('app_versions').selectAll().where('open', '=', clientId).executeTakeFirst();
}

/** The last answer of a reviewer, if it was a refusal and nothing has been asked since. */
export async function findRefusal(db: Db, clientId: string): Promise<AppVersion | undefined> {
  const last = await db
    .q()
    .selectFrom('app_versions')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('answered_at', 'is not', null)
    .where('state', 'in', ['accepted', 'refused'])
    .orderBy('answered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'refused' ? last : undefined;
}

/** Writes the draft of an app: the new one, or another text of it. False while the version waits for its reviewer. */
export async function writeDraft(db: Db, { clientId, changes }: { readonly clientId: string; readonly changes: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await unguarded(db)
    .insertInto('app_versions')
    .values({
      id: newVersionId(),
      client_id: clientId,
      changes,
      state: 'draft',
      reasons: '',
      asked_at: null,
      answered_at: null,
      open: clientId,
    })
    .onConflict((conflict) => conflict.column('open').doUpdateSet({ changes }).where('app_versions.state', '=', 'draft'))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Asks for the review of the draft. True for one caller. */
export async function askVersion(db: Db, { clientId, at }: { readonly clientId: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('app_versions')
      .set({ state: 'asked', asked_at: at })
      .where('open', '=', clientId)
      .where('state', '=', 'draft')
      .executeTakeFirstOrThrow(),
  );
}

/** Ends a version that is a draft or waits: true for one of developer and reviewer. */
export async function closeVersion(
  db: Db,
  end: {
    readonly clientId: string;
    readonly id?: string;
    readonly from: readonly AppVersion['state'][];
    readonly to: 'accepted' | 'refused' | 'withdrawn';
    readonly reasons?: string;
    readonly at: number;
  },
): Promise<boolean> {
  const { clientId, id, from, to, reasons = '', at } = end;
  const update = unguarded(db)
    .updateTable('app_versions')
    .set({ state: to, reasons, answered_at: at, open: null })
    .where('open', '=', clientId)
    .where('state', 'in', from);
  return won(await (id === undefined ? update : update.where('id', '=', id)).executeTakeFirstOrThrow());
}

/** Makes a version that waits a draft again, under a new id: a reviewer who has read the old one answers nothing else. */
export async function withdrawVersion(db: Db, clientId: string): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('app_versions')
      .set({ id: newVersionId(), state: 'draft', asked_at: null })
      .where('open', '=', clientId)
      .where('state', '=', 'asked')
      .executeTakeFirstOrThrow(),
  );
}

/** Versions that wait for a reviewer, oldest first. */
export async function listAsked(db: Db): Promise<readonly AppVersion[]> {
  return db.q().selectFrom('app_versions').selectAll().where('state', '=', 'asked').orderBy('asked_at').orderBy('id').execute();
}

/** Milliseconds that the last reviews took; the newest 30. */
export async function reviewTimes(db: Db): Promise<readonly number[]> {
  const rows = await db
    .q()
    .selectFrom('app_versions')
    .select(['asked_at', 'answered_at'])
    .where('state', 'in', ['accepted', 'refused'])
    .where('asked_at', 'is not', null)
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .limit(30)
    .execute();
  return rows.map(({ asked_at: asked, answered_at: answered }) => (answered ?? 0) - (asked ?? 0));
}
