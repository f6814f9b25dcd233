import { childCopyDays } from '#contract/vocabulary/children.ts';
import { downloadMinutes } from '#contract/rights/exports/exports.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { cancelExport, giveTicket, queueExport, useTicket, type ExportRow } from '#server/core/rights/exports/exports.guarded.ts';
import { listExports } from '#server/core/rights/exports/exports.repository.ts';
import { listedDays } from '#server/core/rights/exports/exports.table.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { readSealed, removeSealed } from '#server/platform/blob/sealed-file.ts';
import { day, minute } from '#server/platform/clock.ts';
import { newId, newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface CopiesDeps {
  readonly store: Store;
  readonly evidence: Pick<Evidence, 'proofs'>;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
  readonly files: BlobStore;
  /** Builds what waits, shortly. */
  readonly poke: () => void;
}

/**
 * Copies of an account within `periodMs`. Failed ones do not count, nor do canceled ones that nobody downloaded: a copied session
 * cancels, and asks for none.
 */
const mostCopies = 2;
const periodMs = 7 * day;

/** The copies of the last 90 days, and the moment of the next one; null when it may be asked for now. */
export async function listCopies(
  { store: { db, clock } }: Pick<CopiesDeps, 'store'>,
  { accountId }: Pick<Session, 'accountId'>,
): Promise<{ readonly exports: readonly ExportRow[]; readonly nextAt: number | null }> {
  const at = clock.now();
  const found = await listExports(db, { holder: accountId, since: at - listedDays * day });
  // Under a hold its row stays as it was.
  const rows = found.map((row) => (row.state === 'ready' && (row.expires_at ?? at) <= at ? { ...row, state: 'expired' as const } : row));
  const counting = rows.filter((row) => row.asked_by === '' && counts(row) && row.requested_at > at - periodMs);
  const oldest = counting[mostCopies - 1];
  return { exports: rows, nextAt: oldest === undefined ? null : oldest.requested_at + periodMs };
}

function counts({ state, downloads }: ExportRow): boolean {
  return state !== 'failed' && (state !== 'canceled' || downloads > 0);
}

const isUnderWay = ({ state }: ExportRow) => state === 'queued' || state === 'building';

/**
 * Asks for a copy. While one is under way, answers that one and spends nothing.
 * @throws {Refusal} verificationNeeded, changeLimit with `data.nextAt`
 */
export async function requestCopy(
  deps: CopiesDeps,
  { session, visit }: Person,
  language: Language,
): Promise<{ readonly id: string; readonly state: ExportRow['state']; readonly already: boolean }> {
  const { store, evidence, journal } = deps;
  const { db, clock } = store;
  const running = (await listCopies(deps, session)).exports.find((row) => row.asked_by === '' && isUnderWay(row));
  if (running !== undefined) return { id: running.id, state: running.state, already: true };
  await evidence.proofs.require(session, { action: 'requestExport' });
  return db.tx(async () => {
    // Locks the account: what follows counts exactly.
    await evidence.proofs.redeem(session, { action: 'requestExport' });
    const { nextAt } = await listCopies(deps, session);
    if (nextAt !== null)
      throw new Refusal('changeLimit', { reason: 'copies of the account', data: { nextAt: new Date(nextAt).toISOString() } });
    const id = newId();
    const { account, accountId, sessionId } = session;
    if (!(await queueExport(db, { id, accountId, askedBy: '', language, at: clock.now() })))
      throw new Refusal('tooFrequent', { reason: 'a copy is under way' });
    await journal.audit.record({ event: 'export.requested', accountId, sessionId, origin: visit, detail: { export: id } });
    await tellOwner(deps, { account, event: 'exportAsked', by: visit });
    db.afterCommit(deps.poke);
    return { id, state: 'queued' as const, already: false };
  });
}

/** A copy of a child's data, for one of its guardians. */
export interface ChildCopy {
  readonly childId: string;
  readonly guardianId: string;
  readonly language: Language;
  /** Until then somebody may take it back. */
  readonly from: number;
}

/**
 * Queues a copy of a child's data in the caller's transaction, which has locked both accounts.
 * @throws {Refusal} changeLimit with `data.nextAt`, tooFrequent while the same guardian’s is under way
 */
export async function queueChildCopy(
  { store: { db, clock }, poke }: Pick<CopiesDeps, 'store' | 'poke'>,
  { childId, guardianId, language, from }: ChildCopy,
): Promise<void> {
  const at = clock.now();
  const rows = await listExports(db, { holder: guardianId, since: at - childCopyDays * day });
  const last = rows.find((row) => row.account_id === childId && counts(row));
  if (last !== undefined) {
    const nextAt = new Date(last.requested_at + childCopyDays * day).toISOString();
    throw new Refusal('changeLimit', { reason: 'copies of the child', data: { nextAt } });
  }
  if (!(await queueExport(db, { id: newId(), accountId: childId, askedBy: guardianId, language, at, from })))
    throw new Refusal('tooFrequent', { reason: 'a copy is under way' });
  db.afterCommit(poke);
}

/** Cancels a copy, also a ready one. Its key goes before its file. Does nothing for one that has ended. @throws {Refusal} notFound */
export async function cancelCopy(deps: CopiesDeps, { session, visit }: Person, id: string): Promise<ExportRow['state']> {
  const { store, journal, files } = deps;
  const { accountId, sessionId } = session;
  const canceled = await store.db.tx(async () => {
    const row = await cancelExport(store.db, { id, holder: accountId });
    if (row !== undefined)
      await journal.audit.record({ event: 'export.canceled', accountId, sessionId, origin: visit, detail: { export: id } });
    return row;
  });
  if (canceled?.file != null) await removeSealed(files, { name: canceled.file, parts: canceled.parts });
  const found = (await listCopies(deps, session)).exports.find((row) => row.id === id);
  if (found === undefined) throw new Refusal('notFound', { reason: 'copy' });
  return found.state;
}

/**
 * Gives this session a ticket for the download of a ready copy.
 * @throws {Refusal} verificationNeeded, notFound
 */
export async function openCopy(
  deps: CopiesDeps,
  { session, visit }: Person,
  id: string,
): Promise<{ readonly ticket: string; readonly expiresAt: number }> {
  const { store, evidence, journal } = deps;
  const { db, clock } = store;
  const { accountId, sessionId } = session;
  const token = newToken();
  const until = clock.now() + downloadMinutes * minute;
  await db.tx(async () => {
    await evidence.proofs.redeem(session, { action: 'downloadExport' });
    const given = await giveTicket(db, { id, holder: accountId, at: clock.now() }, { hash: sha256(token), sessionId, until });
    if (!given) throw new Refusal('notFound', { reason: 'copy' });
    await journal.audit.record({ event: 'export.opened', accountId, sessionId, origin: visit, detail: { export: id } });
  });
  return { ticket: token, expiresAt: until };
}

export interface OpenedCopy {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly content: AsyncIterable<Buffer>;
}

/** One opening of a download. @throws {Refusal} notFound for a ticket that is not good, or not for this session */
export async function readCopy(deps: CopiesDeps, { session, visit }: Person, ticket: string): Promise<OpenedCopy> {
  const { store, journal, files } = deps;
  const { db, clock, keyring } = store;
  const { account, accountId, sessionId } = session;
  const row = await db.tx(async () => {
    const used = await useTicket(db, { hash: sha256(ticket), sessionId, holder: accountId, at: clock.now() });
    if (used === undefined) return undefined;
    const counted = used.downloads === 1 ? (['copies.downloaded'] as const) : [];
    await journal.audit.record({
      event: 'export.downloaded',
      accountId,
      sessionId,
      origin: visit,
      detail: { export: used.id },
      counts: counted,
    });
    if (used.ticket_uses === 1) await tellOwner(deps, { account, event: 'exportDownloaded', by: visit });
    return used;
  });
  if (row?.file == null || row.sealed_key === null || row.sha256 === null) throw new Refusal('notFound', { reason: 'copy' });
  const key = Buffer.from(keyring.open('export-key', row.sealed_key), 'base64');
  return {
    name: new Date(row.ready_at ?? 0).toISOString().slice(0, 10),
    bytes: row.bytes,
    sha256: row.sha256,
    content: readSealed(files, { name: row.file, key, parts: row.parts }),
  };
}
