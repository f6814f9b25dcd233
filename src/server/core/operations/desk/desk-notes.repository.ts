import type { Selectable } from 'kysely';
import type { Store } from '#server/core/store.ts';
import type { DeskNotesTable } from './desk-notes.table.ts';

/** A note with its text. */
export interface DeskNote extends Readonly<Omit<Selectable<DeskNotesTable>, 'sealed'>> {
  readonly text: string;
}

export async function insertDeskNote({ db, keyring }: Pick<Store, 'db' | 'keyring'>, { text, ...note }: DeskNote): Promise<void> {
  await db
    .q()
    .insertInto('desk_notes')
    .values({ ...note, sealed: keyring.seal('rights-message', text) })
    .execute();
}

/** Notes of one page. */
const mostNotes = 100;

/** The notes about a person, newest first. */
export async function listDeskNotes({ db, keyring }: Pick<Store, 'db' | 'keyring'>, accountId: string): Promise<readonly DeskNote[]> {
  const rows = await db
    .q()
    .selectFrom('desk_notes')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(mostNotes)
    .execute();
  return rows.map(({ sealed, ...note }) => ({ ...note, text: keyring.open('rights-message', sealed) }));
}
