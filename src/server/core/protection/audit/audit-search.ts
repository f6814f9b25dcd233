import type { Db } from '#server/core/database/db.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { day, minute } from '#server/platform/clock.ts';
import { createAuditChainRows, type AuditRow } from './audit.repository.ts';
import {
  accountRowsQuery,
  neighborsOf,
  sealRowsQuery,
  sealsOf,
  staffRowsQuery,
  type AuditFilters,
  type AuditPlace,
} from './audit-search.repository.ts';
import { verifyAuditRow, verifyProof, type AuditFault } from './verify-audit.ts';

/** Days that one search may cover. */
export const searchDays = 31;
/** Rows of a page. */
export const searchRows = 50;
/** Seals that a page of a search by time reads at most, of up to 500 rows each. */
const sealsOfPage = 100;
/** Rows that wait for their seal: those of a minute, or of an outage. */
const mostUnsealed = 500;
const backlogMs = 10 * minute;

export interface AuditPage {
  /** Newest first. */
  readonly rows: readonly AuditRow[];
  /** Where the next page begins; undefined at the end. A page may be empty although others follow. */
  readonly next: AuditPlace | undefined;
}

/** @throws {RangeError} for a time of more than 31 days, or none */
export async function searchAudit(db: Db, filters: AuditFilters, before?: AuditPlace): Promise<AuditPage> {
  const { from, to, caseRef, member, accountId } = filters;
  if (!(to > from) || to - from > searchDays * day) throw new RangeError('A search covers at most 31 days.');
  const paging = { before, limit: searchRows + 1 };
  if (caseRef !== undefined || member !== undefined) return pageOf(await staffRowsQuery(db, filters, paging).execute());
  if (accountId !== undefined) return pageOf(await accountRowsQuery(db, filters, paging).execute());
  return searchBySeal(db, filters, before);
}

function pageOf(found: readonly AuditRow[]): AuditPage {
  const rows = found.slice(0, searchRows);
  const last = rows.at(-1);
  return { rows, next: found.length > searchRows && last !== undefined ? auditPlaceOf(last) : undefined };
}

function auditPlaceOf({ seal, at, id }: AuditRow): AuditPlace {
  return { seal, at, id };
}

/**
 * The trail has no index by only the time: each event would pay for it. Its seals have one. A page reads a hundred
 * of them and says where it stopped.
 */
async function searchBySeal(db: Db, filters: AuditFilters, before: AuditPlace | undefined): Promise<AuditPage> {
  const unsealed =
    before === undefined ? await sealRowsQuery(db, filters, { first: 0, last: 0, before: undefined, limit: mostUnsealed }).execute() : [];
  const range = await sealsOf(db, filters, backlogMs);
  if (range === undefined) return { rows: unsealed, next: undefined };
  const last = before?.seal ?? range.last;
  const first = Math.max(range.first, last - sealsOfPage + 1);
  const limit = searchRows + 1;
  const found = await sealRowsQuery(db, filters, { first, last, before, limit }).execute();
  const page = pageOf(found);
  const isOver = page.next !== undefined || first <= range.first;
  // The end of a seal: every row under the one before comes behind it.
  const next = isOver ? page.next : { seal: first - 1, at: Number.MAX_SAFE_INTEGER, id: '' };
  return { rows: [...unsealed, ...page.rows], next };
}

/** A row with its neighbors and its seal. */
export interface AuditRowInPlace {
  readonly row: AuditRow;
  readonly isAsWritten: boolean;
  /** Undefined while the row is under no seal. */
  readonly seal: { readonly number: number; readonly sealedAt: number; readonly rows: number } | undefined;
  /** Up to two rows before and two behind, under the same seal. */
  readonly neighbors: readonly AuditRow[];
}

type Reading = { readonly db: Db; readonly keyring: Keyring };

/** Undefined for a row that is not there. */
export async function openAuditRow({ db, keyring }: Reading, id: string): Promise<AuditRowInPlace | undefined> {
  const checked = await verifyAuditRow({ db, keyring }, id);
  if (checked === undefined) return undefined;
  const { row, isAsWritten } = checked;
  if (row.seal === 0) return { row, isAsWritten, seal: undefined, neighbors: [] };
  const seal = await createAuditChainRows(db).seal(row.seal);
  return {
    row,
    isAsWritten,
    seal: seal && { number: seal.number, sealedAt: seal.sealed_at, rows: seal.rows },
    neighbors: await neighborsOf(db, row, 2),
  };
}

/** Evidence that a row was in the trail when a later seal was made. */
export interface AuditProof {
  readonly row: string;
  /** The keyed hashes of all rows under the seal, in the order in which its digest covers them. */
  readonly rows: readonly { readonly id: string; readonly at: number; readonly mac: string }[];
  /** From the seal of the row up to a head. */
  readonly seals: readonly Record<string, string | number>[];
  /** False where the proof ends before the head, because it would be too long. */
  readonly reachesHead: boolean;
}

/** Seals that a proof holds at most. */
export const proofSeals = 500;

/**
 * Undefined for a row that is not there or under no seal, and its faults where the row, its seal or a later one is not as it
 * was written. `through` is the head that somebody keeps; the newest otherwise.
 */
export async function proveAuditRow(
  { db, keyring }: Reading,
  { id, through }: { readonly id: string; readonly through?: number | undefined },
): Promise<AuditProof | { readonly faults: readonly AuditFault[] } | undefined> {
  const chain = createAuditChainRows(db);
  const row = await chain.row(id);
  if (row === undefined || row.seal === 0) return undefined;
  const head = through ?? (await chain.head())?.number ?? row.seal;
  const under = await chain.rowsUnder(row.seal);
  const seals = (await chain.sealsAfter(row.seal - 1, proofSeals)).filter(({ number }) => number <= head);
  const faults = await verifyProof({ db, keyring }, seals);
  if (faults.length > 0) return { faults };
  const inOrder = under.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return {
    row: id,
    rows: inOrder.map((each) => ({ id: each.id, at: each.at, mac: each.mac })),
    seals: seals.map((seal) => ({ ...seal })),
    reachesHead: seals.at(-1)?.number === head,
  };
}
