import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { ipMac, digestOf, rowMac, sealMac } from './audit-mac.ts';
import { createAuditChainRows, type AuditChainRows, type AuditRow, type AuditSeal } from './audit.repository.ts';

/**
 * The chain over the audit trail (ADR 30). Security events append rows without waiting; this job seals them later in
 * batches, and each seal covers the previous one.
 */
export interface AuditChainDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
}

/** End of the chain: a copy kept elsewhere reveals the removal of the newest part. */
export interface ChainHead {
  readonly number: number;
  readonly mac: string;
}

/** Maximum rows per seal. */
export const rowsPerSeal = 500;
/** Seals per removal step, to keep transactions short. */
const sealsPerRemoval = 50;

/** Another instance sealed at the same time: rolls this one's work back. */
class SealedByAnother extends Error {}

/** Seals all unsealed rows; returns the new head, or undefined when there was nothing to seal here. */
export async function sealAudit(deps: AuditChainDeps): Promise<ChainHead | undefined> {
  const rows = createAuditChainRows(deps.db);
  let head: ChainHead | undefined;
  for (;;) {
    const made = await unlessAnother(() => deps.db.tx(() => sealBatch(deps, rows)));
    if (made === undefined) return head;
    head = { number: made.number, mac: made.mac };
    if (made.rows < rowsPerSeal) return head;
    await nextTurn();
  }
}

async function sealBatch({ clock, keyring }: AuditChainDeps, rows: AuditChainRows): Promise<AuditSeal | undefined> {
  const head = await rows.head();
  const batch = await rows.unsealed(rowsPerSeal);
  if (batch.length === 0) return undefined;
  const seal = nextSeal(keyring, head, {
    kind: 'rows',
    sealed_at: clock.now(),
    rows: batch.length,
    through: 0,
    through_mac: '',
    digest: digestOf(keyring, batch),
  });
  if (!(await rows.insertSeal(seal))) throw new SealedByAnother();
  const ids = batch.map(({ id }) => id);
  if ((await rows.putUnder(seal.number, ids)) !== batch.length) throw new SealedByAnother();
  return seal;
}

/** The row with its keyed hashes. */
export function withMacs<Row extends Omit<AuditRow, 'seal' | 'salt' | 'client_ip_mac' | 'mac'>>(keyring: Keyring, row: Row) {
  const salt = row.client_ip === '' ? '' : newId();
  const hashed = { ...row, salt, client_ip_mac: ipMac(keyring, { ...row, salt }) };
  return { ...hashed, mac: rowMac(keyring, hashed) };
}

/**
 * Removes whole seals older than `before`, and leaves a checkpoint in the chain. Returns the number of removed rows.
 * Safe to run on any number of instances at once.
 */
export async function trimAudit(deps: AuditChainDeps, before: number): Promise<number> {
  const rows = createAuditChainRows(deps.db);
  let removed = 0;
  for (;;) {
    const gone = await unlessAnother(() => deps.db.tx(() => trimBatch(deps, rows, before)));
    if (gone === undefined) return removed;
    removed += gone;
    await nextTurn();
  }
}

async function trimBatch({ clock, keyring }: AuditChainDeps, rows: AuditChainRows, before: number): Promise<number | undefined> {
  const head = await rows.head();
  const checkpoint = await rows.newestCheckpoint();
  let last: AuditSeal | undefined;
  for (const seal of await rows.sealsAfter(checkpoint?.through ?? 0, sealsPerRemoval)) {
    if (seal.sealed_at >= before || (await rows.hasRowsSince(seal.number, before))) break;
    last = seal;
  }
  if (last === undefined) return undefined;
  const seal = nextSeal(keyring, head, {
    kind: 'checkpoint',
    sealed_at: clock.now(),
    rows: 0,
    through: last.number,
    through_mac: last.mac,
    digest: '',
  });
  if (!(await rows.insertSeal(seal))) throw new SealedByAnother();
  return rows.removeThrough(last.number);
}

function nextSeal(keyring: Keyring, head: AuditSeal | undefined, rest: Omit<AuditSeal, 'number' | 'previous' | 'mac'>): AuditSeal {
  const seal = { ...rest, number: (head?.number ?? 0) + 1, previous: head?.mac ?? '' };
  return { ...seal, mac: sealMac(keyring, seal) };
}

async function unlessAnother<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SealedByAnother) return undefined;
    throw error;
  }
}
