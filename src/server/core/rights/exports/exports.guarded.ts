import type { ExpressionBuilder, Selectable } from 'kysely';
import { downloadOpenings } from '#contract/rights/exports/exports.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { notHeld } from '#server/core/account/holds/holds.repository.ts';
import type { Database, Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { ExportsTable } from './exports.table.ts';

export type ExportRow = Selectable<ExportsTable>;

/** Tries of one copy. */
export const mostTries = 3;

/** A copy that is asked for, by a guardian of the account where `askedBy` is not ''. */
export interface NewExport {
  readonly id: string;
  readonly accountId: string;
  readonly askedBy: string;
  readonly language: Language;
  readonly at: number;
  /** Nobody builds it before. */
  readonly from?: number;
}

/** Queues a copy: false while another of the account is under way that the same person asked for. */
export async function queueExport(db: Db, { id, accountId, askedBy, language, at, from = at }: NewExport): Promise<boolean> {
  const nothing = { ready_at: null, expires_at: null, file: null, sha256: null, sealed_key: null, last_download_at: null };
  const { numInsertedOrUpdatedRows } = await unguarded(db)
    .insertInto('exports')
    .values({
      ...nothing,
      id,
      account_id: accountId,
      asked_by: askedBy,
      state: 'queued',
      language,
      requested_at: at,
      leased_until: from,
      tries: 0,
      parts: 0,
      bytes: 0,
      ticket_hash: null,
      ticket_session: null,
      ticket_until: null,
      ticket_uses: 0,
      downloads: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Leases the oldest copy that waits, or whose builder is gone, as the only builder. Undefined without one, or while
 * `atOnce` are being built.
 */
export async function leaseExport(
  db: Db,
  { at, leaseMs, atOnce }: { readonly at: number; readonly leaseMs: number; readonly atOnce: number },
): Promise<ExportRow | undefined> {
  const q = unguarded(db);
  const { running } = await q
    .selectFrom('exports')
    .select((eb) => eb.fn.countAll<number | string>().as('running'))
    .where('state', '=', 'building')
    .where('leased_until', '>', at)
    .executeTakeFirstOrThrow();
  if (Number(running) >= atOnce) return undefined;
  const next = await q
    .selectFrom('exports')
    .select(['id', 'state', 'tries', 'leased_until'])
    .where('state', 'in', ['queued', 'building'])
    .where('leased_until', '<=', at)
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return undefined;
  const { id, state, tries, leased_until: before } = next;
  return q
    .updateTable('exports')
    .set({ state: 'building', leased_until: at + leaseMs, tries: tries + 1 })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('leased_until', '=', before)
    .returningAll()
    .executeTakeFirst();
}

/** The lease of a builder. */
export interface ExportLease {
  readonly id: string;
  readonly leased_until: number;
}

export interface BuiltExport {
  readonly file: string;
  readonly parts: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly sealedKey: string;
  readonly at: number;
  readonly expiresAt: number;
}

/** Makes a copy ready: false for a builder that has lost its lease, or whose copy was canceled or erased. */
export async function finishExport(db: Db, { id, leased_until }: ExportLease, built: BuiltExport): Promise<boolean> {
  const { file, parts, bytes, sha256, sealedKey, at, expiresAt } = built;
  return won(
    await unguarded(db)
      .updateTable('exports')
      .set({ state: 'ready', ready_at: at, expires_at: expiresAt, file, parts, bytes, sha256, sealed_key: sealedKey })
      .where('id', '=', id)
      .where('state', '=', 'building')
      .where('leased_until', '=', leased_until)
      .executeTakeFirstOrThrow(),
  );
}

/** After a failed try: back to the queue until `retryAt`, or failed. 'gone' for a builder that has lost its lease. */
export async function failExport(
  db: Db,
  { id, leased_until, tries }: ExportLease & { readonly tries: number },
  retryAt: number,
): Promise<'queued' | 'failed' | 'gone'> {
  const state = tries >= mostTries ? 'failed' : 'queued';
  const changed = await unguarded(db)
    .updateTable('exports')
    .set({ state, leased_until: state === 'failed' ? 0 : retryAt })
    .where('id', '=', id)
    .where('state', '=', 'building')
    .where('leased_until', '=', leased_until)
    .executeTakeFirstOrThrow();
  return won(changed) ? state : 'gone';
}

/** A copy whose file is to go. */
export interface RevokedExport {
  readonly id: string;
  readonly account_id: string;
  readonly asked_by: string;
  readonly file: string | null;
  readonly parts: number;
}

/** Changes that make a copy useless for good: its key, and the ticket of a download. */
const revoked = { sealed_key: null, ticket_hash: null, ticket_session: null, ticket_until: null } as const;

/** Whose a copy is: of the guardian that asked for it, or else of its account. */
const isHeldBy = (holder: string) => (eb: ExpressionBuilder<Database, 'exports'>) =>
  eb.or([eb('asked_by', '=', holder), eb.and([eb('asked_by', '=', ''), eb('account_id', '=', holder)])]);

/** Cancels a copy of its holder, also a ready one: its key goes. Undefined when it had ended already. */
export async function cancelExport(
  db: Db,
  { id, holder }: { readonly id: string; readonly holder: string },
): Promise<RevokedExport | undefined> {
  return unguarded(db)
    .updateTable('exports')
    .set({ state: 'canceled', ...revoked })
    .where('id', '=', id)
    .where(isHeldBy(holder))
    .where('state', 'in', ['queued', 'building', 'ready'])
    .returning(['id', 'account_id', 'asked_by', 'file', 'parts'])
    .executeTakeFirst();
}

/** Ends a copy of any account: its key goes. Undefined when it had ended already. */
export async function revokeExport(db: Db, id: string): Promise<RevokedExport | undefined> {
  return unguarded(db)
    .updateTable('exports')
    .set({ state: 'canceled', ...revoked })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'building', 'ready'])
    .returning(['id', 'account_id', 'asked_by', 'file', 'parts'])
    .executeTakeFirst();
}

/** Ends the copies whose time is over; those of an account that an authority holds wait. */
export async function expireExports(db: Db, at: number): Promise<readonly RevokedExport[]> {
  return unguarded(db)
    .updateTable('exports')
    .set({ state: 'expired', ...revoked })
    .where('state', '=', 'ready')
    .where('expires_at', '<=', at)
    .where(notHeld('exports.account_id', at))
    .where(notHeld('exports.asked_by', at))
    .returning(['id', 'account_id', 'asked_by', 'file', 'parts'])
    .execute();
}

/** Ends what a guardian has asked for of a child: the keys go. The files follow as stray parts. */
export async function revokeExportsOfGuardian(
  db: Db,
  { childId, guardianId }: { readonly childId: string; readonly guardianId: string },
): Promise<void> {
  await unguarded(db)
    .updateTable('exports')
    .set({ state: 'canceled', ...revoked })
    .where('account_id', '=', childId)
    .where('asked_by', '=', guardianId)
    .where('state', 'in', ['queued', 'building', 'ready'])
    .execute();
}

/** Ends all copies of an account, and those that it has asked for as a guardian. Returns those with a file. */
export async function revokeExports(db: Db, accountId: string): Promise<readonly RevokedExport[]> {
  const isOf = (eb: ExpressionBuilder<Database, 'exports'>) => eb.or([eb('account_id', '=', accountId), eb('asked_by', '=', accountId)]);
  await unguarded(db)
    .updateTable('exports')
    .set({ state: 'canceled', ...revoked })
    .where(isOf)
    .where('state', 'in', ['queued', 'building', 'ready'])
    .execute();
  return unguarded(db)
    .selectFrom('exports')
    .select(['id', 'account_id', 'asked_by', 'file', 'parts'])
    .where(isOf)
    .where('file', 'is not', null)
    .execute();
}

export interface NewTicket {
  readonly hash: string;
  readonly sessionId: string;
  readonly until: number;
}

/** Gives a ready copy a ticket for downloads, which replaces an earlier one: false when there is no such copy. */
export async function giveTicket(
  db: Db,
  { id, holder, at }: { readonly id: string; readonly holder: string; readonly at: number },
  { hash, sessionId, until }: NewTicket,
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('exports')
      .set({ ticket_hash: hash, ticket_session: sessionId, ticket_until: until, ticket_uses: 0 })
      .where('id', '=', id)
      .where(isHeldBy(holder))
      .where('state', '=', 'ready')
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** One opening of a download, by the session that has proven itself. Undefined when the ticket is not good, or no more. */
export async function useTicket(
  db: Db,
  { hash, sessionId, holder, at }: { readonly hash: string; readonly sessionId: string; readonly holder: string; readonly at: number },
): Promise<ExportRow | undefined> {
  return unguarded(db)
    .updateTable('exports')
    .set((eb) => ({ ticket_uses: eb('ticket_uses', '+', 1), downloads: eb('downloads', '+', 1), last_download_at: at }))
    .where('ticket_hash', '=', hash)
    .where('ticket_session', '=', sessionId)
    .where(isHeldBy(holder))
    .where('ticket_until', '>', at)
    .where('ticket_uses', '<', downloadOpenings)
    .where('state', '=', 'ready')
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst();
}
