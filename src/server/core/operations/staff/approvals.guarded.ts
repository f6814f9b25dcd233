import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { ApprovalState } from '#contract/operations/desk/decisions.ts';

/** Signs what a member has asked for, in its time: true for exactly one caller. */
export async function signApproval(
  db: Db,
  { id, by, at, askedWith }: { readonly id: string; readonly by: string; readonly at: number; readonly askedWith: string },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('approvals')
      .set({ state: 'asked', asked_with: askedWith })
      .where('id', '=', id)
      .where('state', '=', 'unsigned')
      .where('asked_by', '=', by)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Answers an asked act in its time: true for exactly one caller. */
export async function answerApproval(
  db: Db,
  {
    id,
    to,
    by,
    at,
    assertion,
  }: {
    readonly id: string;
    readonly to: Exclude<ApprovalState, 'unsigned' | 'asked'>;
    readonly by: string;
    readonly at: number;
    readonly assertion: string | null;
  },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('approvals')
      .set({ state: to, answered_by: by, answered_at: at, assertion })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .where('asked_by', '<>', by)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}
