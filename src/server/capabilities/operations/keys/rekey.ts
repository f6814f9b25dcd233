import type { Store } from '#server/core/store.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import type { LegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { sealedColumns, type SealedColumn } from '#server/core/database/key-columns.ts';
import { listRootKeys, type RootKeyRow } from '#server/core/operations/keys/root-keys.repository.ts';
import { silenceMs, timeOf } from '#server/core/operations/keys/root-keys.ts';
import { sealedRows, type SealedRow } from '#server/core/operations/keys/sealed-rows.repository.ts';
import { endRootKey } from '#server/core/operations/keys/root-keys.guarded.ts';
import type { RowKey } from '#server/platform/db/tables/row-windows.ts';
import { bequestsOf, forgetBequests } from './bequests.ts';
import { writeBequest, type NewBequest } from './bequests.repository.ts';

export interface RekeyDeps extends Store {
  readonly audit: Audit;
  readonly legacyAccounts: Pick<LegacyAccounts, 'reseal'>;
}

export interface Rekeyed {
  /** Number of resealed texts, by column. */
  readonly resealed: ReadonlyMap<SealedColumn, number>;
  /** Texts that no key opens; they stay as they are. */
  readonly broken: readonly { readonly column: SealedColumn; readonly key: RowKey }[];
  /** Root keys that no longer seal anything; the next start does not need them. */
  readonly ended: readonly string[];
  /** Root keys used in the last minute, or until now. */
  readonly inUse: readonly string[];
}

/** Rows per transaction: a killed rekeying repeats at most this many, and a server waits for at most this many. */
const rowsAtOnce = 200;
/** Each pass only finds rows written during the pass before. */
const mostPasses = 5;

/**
 * Reseals everything with the current root key beside running servers, and ends the root keys that seal nothing any
 * more. A row that changes at the same moment is left to the next pass. An interrupted run continues when started
 * again; a further run changes nothing.
 */
export async function rekey(
  deps: RekeyDeps,
  { operator, onProgress }: { readonly operator: string; readonly onProgress: (column: SealedColumn, done: number) => void },
): Promise<Rekeyed> {
  const resealed = new Map<SealedColumn, number>();
  let pass: Pass = { begunAt: 0, seen: 1, broken: [] };
  for (let passes = 0; passes < mostPasses && pass.seen > 0; passes += 1) {
    pass = await sealAll(deps, (column, count) => {
      const done = (resealed.get(column) ?? 0) + count;
      resealed.set(column, done);
      onProgress(column, done);
    });
  }
  const isClean = pass.seen === 0 && pass.broken.length === 0;
  const others = (await listRootKeys(deps.db)).filter(({ name, ended_at }) => name !== deps.keyring.name && ended_at === null);
  const unusedSince = pass.begunAt - silenceMs;
  const count = [...resealed.values()].reduce((sum, one) => sum + one, 0);
  const ended = await endKeys(deps, { others: isClean ? others : [], unusedSince, operator, count });
  await forgetBequests(deps);
  const left = others.filter(({ name }) => !ended.includes(name));
  const inUse = left.filter(({ current_at }) => isClean || pass.seen > 0 || current_at > unusedSince);
  return { resealed, broken: pass.broken, ended, inUse: inUse.map(({ name }) => name) };
}

interface Pass {
  /** Milliseconds; the time of the servers. */
  readonly begunAt: number;
  /** Number of readable texts sealed with other keys. */
  readonly seen: number;
  readonly broken: Rekeyed['broken'];
}

async function sealAll(deps: RekeyDeps, onSealed: (column: SealedColumn, count: number) => void): Promise<Pass> {
  const { db, keyring } = deps;
  const begunAt = await timeOf(deps);
  const broken: { column: SealedColumn; key: RowKey }[] = [];
  let seen = 0;
  for (const column of sealedColumns) {
    const rows = sealedRows(db, column);
    for await (const window of rows.windows(rowsAtOnce)) {
      const batch = await rows.othersThan(keyring.name, window);
      if (batch.length === 0) continue;
      const outcomes = await db.tx(async () => sealBatch(deps, column, batch));
      broken.push(...batch.filter((_, index) => outcomes[index] === 'broken').map(({ key }) => ({ column, key })));
      seen += outcomes.filter((outcome) => outcome !== 'broken').length;
      const sealed = outcomes.filter((outcome) => outcome === 'sealed').length;
      if (sealed > 0) onSealed(column, sealed);
      await nextTurn();
    }
  }
  return { begunAt, seen, broken };
}

type Outcome = 'sealed' | 'changedMeanwhile' | 'broken';

async function sealBatch(deps: RekeyDeps, column: SealedColumn, batch: readonly SealedRow[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of batch) outcomes.push(await sealOne(deps, column, row));
  return outcomes;
}

/** For legacy accounts, the keyed hashes used to find them are also renewed. */
async function sealOne(deps: RekeyDeps, column: SealedColumn, row: SealedRow): Promise<Outcome> {
  const [id = ''] = row.key;
  const isLegacy = column === 'legacy_accounts.sealed';
  const isSealed = isLegacy ? await deps.legacyAccounts.reseal(id, row.sealed) : await replaceText(deps, column, row);
  if (isSealed === undefined) return 'broken';
  return isSealed ? 'sealed' : 'changedMeanwhile';
}

/** False if the text changed in the meantime, undefined if no key opens it. */
async function replaceText({ db, keyring }: RekeyDeps, column: SealedColumn, row: SealedRow): Promise<boolean | undefined> {
  const text = sealedAgain(keyring, row);
  return text === undefined ? undefined : sealedRows(db, column).replace(row, text);
}

function sealedAgain(keyring: Keyring, { purpose, sealed }: Pick<SealedRow, 'purpose' | 'sealed'>): string | undefined {
  try {
    return keyring.seal(purpose, keyring.open(purpose, sealed));
  } catch {
    return undefined;
  }
}

/**
 * Seals the trail over everything made with the other keys before they end, so that later forgeries in their name are
 * recognizable. Returns the ended keys; a key used in the meantime does not end.
 */
async function endKeys(
  deps: RekeyDeps,
  { others, unusedSince, operator, count }: Ending & { readonly operator: string; readonly count: number },
): Promise<readonly string[]> {
  const { db, audit, keyring } = deps;
  if (others.length > 0) await sealAudit(deps);
  const at = await timeOf(deps);
  const bequests = new Map<string, readonly NewBequest[]>();
  for (const { name } of others) bequests.set(name, await bequestsOf(deps, { name, at }));
  return db.tx(async () => {
    const ended: string[] = [];
    for (const [name, own] of bequests) {
      if (!(await endRootKey(db, { name, unusedSince, at }))) continue;
      for (const bequest of own) await writeBequest(db, bequest);
      ended.push(name);
    }
    if (ended.length + count > 0) {
      const detail = { operator, to: keyring.name, count, ended: ended.join(' ') };
      await audit.record({ event: 'installation.rekeyed', accountId: null, origin: { clientIp: '', requestId: '' }, detail });
    }
    return ended;
  });
}

interface Ending {
  readonly others: readonly RootKeyRow[];
  /** Milliseconds; a user of a key after this time may continue. */
  readonly unusedSince: number;
}
