import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { sealedColumns, type SealedColumn } from '#server/core/database/key-columns.ts';
import { longestExpiryMs } from '#server/platform/crypto/purposes.ts';
import { listRootKeys, type RootKeyRow } from '#server/core/operations/keys/root-keys.repository.ts';
import { configuredKeys } from '#server/core/operations/keys/root-keys.ts';
import { sealedRows } from '#server/core/operations/keys/sealed-rows.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import { listBequests } from './bequests.repository.ts';
import { dependentsOf, needs, type Need } from './bequests.ts';

export interface KeyStatusDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
}

/** State of one root key. Times are milliseconds. */
export interface KeyStatus {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly isConfigured: boolean;
  /** The time when a server or a command last sealed with it; undefined if never. */
  readonly usedAt: number | undefined;
  /** The time since when nothing is sealed with it; null while something is, or may be. */
  readonly endedAt: number | null;
  /** Number of texts sealed with it, by column. */
  readonly sealed: ReadonlyMap<SealedColumn, number>;
  /** The time when the last of its unsealed products (codes, captchas) expires. */
  readonly runsOutAt: number;
  /** The parts kept beyond its end, the number of dependents, and the end of the need if known. */
  readonly kept: readonly { readonly need: Need; readonly count: number; readonly until: number | null }[];
}

export interface KeysStatus {
  /** In order of appearance; keys that have sealed nothing yet come last. */
  readonly keys: readonly KeyStatus[];
  /** Texts sealed with an unknown key. */
  readonly unknown: ReadonlyMap<SealedColumn, number>;
}

const rowsAtOnce = 5000;

/**
 * Reports the texts sealed by each root key and the remaining needs of ended keys. Reads every row with a sealed text.
 */
export async function keysStatus(deps: KeyStatusDeps): Promise<KeysStatus> {
  const known = await listRootKeys(deps.db);
  const sealed = await countSealed(deps, known);
  const waiting = configuredKeys(deps.keyring).filter((name) => known.every((key) => key.name !== name));
  const kept = await countKept(deps, known);
  const statusOf = (name: string, row?: RootKeyRow): KeyStatus => ({
    name,
    isCurrent: name === deps.keyring.name,
    isConfigured: deps.keyring.has(name),
    usedAt: row?.current_at,
    endedAt: row?.ended_at ?? null,
    sealed: sealed.get(name) ?? new Map(),
    runsOutAt: (row?.current_at ?? 0) + longestExpiryMs,
    kept: kept.get(name) ?? [],
  });
  return {
    keys: [...known.map((row) => statusOf(row.name, row)), ...waiting.map((name) => statusOf(name))],
    unknown: sealed.get(undefined) ?? new Map(),
  };
}

async function countSealed(
  { db }: Pick<KeyStatusDeps, 'db'>,
  known: readonly RootKeyRow[],
): Promise<ReadonlyMap<string | undefined, ReadonlyMap<SealedColumn, number>>> {
  const counted = new Map<string | undefined, Map<SealedColumn, number>>();
  for (const column of sealedColumns) {
    const rows = sealedRows(db, column);
    for await (const window of rows.windows(rowsAtOnce)) {
      for (const { name: begins, count } of await rows.countByName(window)) {
        const owner = known.find(({ name }) => name === begins)?.name;
        const own = counted.get(owner) ?? new Map<SealedColumn, number>();
        counted.set(owner, own.set(column, (own.get(column) ?? 0) + count));
      }
    }
  }
  return counted;
}

async function countKept(deps: KeyStatusDeps, known: readonly RootKeyRow[]): Promise<ReadonlyMap<string, KeyStatus['kept']>> {
  const kept = new Map<string, KeyStatus['kept']>();
  for (const [name, bequests] of Map.groupBy(await listBequests(deps), ({ from }) => from)) {
    const at = known.find((key) => key.name === name)?.ended_at ?? deps.clock.now();
    const dependents = await dependentsOf(deps, { at, lastSeal: bequests[0]?.lastSeal ?? 0 });
    const own = new Map(bequests.map(({ purpose, retiresAt }) => [needs[purpose], retiresAt]));
    kept.set(
      name,
      [...own].map(([need, until]) => ({ need, count: dependents[need], until })),
    );
  }
  return kept;
}
