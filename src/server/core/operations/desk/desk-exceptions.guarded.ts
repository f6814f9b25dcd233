import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

interface Answer {
  readonly id: string;
  readonly by: string;
  readonly at: number;
}

/** Confirms an asked exception in its time: true for exactly one caller, never for who asked. */
export async function confirmException(
  db: Db,
  { id, by, at, until, with: signed }: Answer & { readonly until: number; readonly with: string },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('desk_exceptions')
      .set({ state: 'open', confirmed_by: by, confirmed_at: at, confirmed_with: signed, expires_at: until })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .where('member', '<>', by)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes that an auditor has looked at an exception: true for exactly one caller, never for who asked or confirmed. */
export async function reviewException(db: Db, { id, by, at }: Answer): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('desk_exceptions')
      .set({ state: 'reviewed', reviewed_by: by, reviewed_at: at })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('member', '<>', by)
      .where('confirmed_by', '<>', by)
      .where('expires_at', '<=', at)
      .executeTakeFirstOrThrow(),
  );
}
