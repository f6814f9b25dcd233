import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { QrRowState } from '#server/core/sign-in/qr/qr-sign-ins.table.ts';

/** Start of every step: a live row in one of some states. */
interface From {
  readonly id: string;
  readonly at: number;
}

function live(db: Db, { id, at }: From, states: readonly QrRowState[]) {
  return unguarded(db).updateTable('qr_sign_ins').where('id', '=', id).where('expires_at', '>', at).where('state', 'in', states);
}

/** Statement of the screen's own browser about itself. */
export interface Computer {
  readonly computer: string;
  readonly computer_ip: string;
  readonly computer_browser: string;
  readonly browser_name: string;
  readonly os: string;
}

/** Notes the browser that shows the code, once. */
export async function noteComputer(db: Db, from: From, computer: Computer): Promise<void> {
  await live(db, from, ['opened', 'asked'])
    .set({ ...computer })
    .where('computer', 'is', null)
    .execute();
}

/** An account asks on the phone that opened the code; another one there takes its place until numbers are drawn. */
export async function askFor(
  db: Db,
  from: From & { readonly phone: string },
  { accountId, credentialEpoch }: { readonly accountId: string; readonly credentialEpoch: number },
): Promise<boolean> {
  return won(
    await live(db, from, ['opened', 'asked'])
      .set({ state: 'asked', account_id: accountId, credential_epoch: credentialEpoch })
      .where('phone', '=', from.phone)
      .executeTakeFirstOrThrow(),
  );
}

/** Gives the code its numbers, once: later callers keep the first ones. */
export async function drawNumbers(
  db: Db,
  from: From & { readonly computer: string },
  { number, choices, expiresAt }: { readonly number: number; readonly choices: readonly number[]; readonly expiresAt: number },
): Promise<boolean> {
  return won(
    await live(db, from, ['asked'])
      .set({ state: 'shown', number, choices: choices.join(' '), expires_at: expiresAt })
      .where('computer', '=', from.computer)
      .executeTakeFirstOrThrow(),
  );
}

/** The decision of the account, once: only by the right number. */
export async function approve(
  db: Db,
  from: From & { readonly accountId: string; readonly number: number },
  { ways, sameNetwork, expiresAt }: { readonly ways: string; readonly sameNetwork: boolean; readonly expiresAt: number },
): Promise<boolean> {
  return won(
    await live(db, from, ['shown'])
      .set({ state: 'approved', ways, same_network: sameNetwork ? 1 : 0, expires_at: expiresAt })
      .where('account_id', '=', from.accountId)
      .where('number', '=', from.number)
      .executeTakeFirstOrThrow(),
  );
}

/** Ends a code by a wrong number: true for one caller. */
export async function endByMismatch(db: Db, from: From & { readonly accountId: string }): Promise<boolean> {
  return won(await live(db, from, ['shown']).set({ state: 'wrong' }).where('account_id', '=', from.accountId).executeTakeFirstOrThrow());
}

/** Ends a code at the wish of the account: true for one caller. */
export async function deny(db: Db, from: From & { readonly accountId: string }): Promise<boolean> {
  return won(
    await live(db, from, ['asked', 'shown']).set({ state: 'denied' }).where('account_id', '=', from.accountId).executeTakeFirstOrThrow(),
  );
}

/** Takes an approved code for the computer's session: true for one caller, in time. */
export async function claim(db: Db, from: From & { readonly computer: string }): Promise<boolean> {
  return won(await live(db, from, ['approved']).set({ state: 'claimed' }).where('computer', '=', from.computer).executeTakeFirstOrThrow());
}

/** Ends a code at the wish of its computer. */
export async function cancel(db: Db, from: From): Promise<void> {
  await live(db, from, ['opened', 'asked', 'shown', 'approved']).set({ state: 'canceled' }).execute();
}
