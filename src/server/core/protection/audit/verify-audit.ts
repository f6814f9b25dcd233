import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Generation, Keyring } from '#server/platform/crypto/keyring.ts';
import { ipMac, digestOf, rowMac, sealMac } from './audit-mac.ts';
import type { AuditChainDeps, ChainHead } from './audit-chain.ts';
import { headOf, lastCheck } from './audit-checks.repository.ts';
import { createAuditChainRows, type AuditChainRows, type AuditRow, type AuditSeal } from './audit.repository.ts';

/** A difference between the trail and its hashes. */
export type AuditFault =
  /** The content of a row does not match its keyed hash. */
  | { readonly fault: 'row changed'; readonly row: string; readonly seal: number }
  /** A client IP is missing although its account, or that of the legacy account, is not purged. */
  | { readonly fault: 'client IP removed'; readonly row: string; readonly seal: number }
  /** Rows were removed from a seal, added to it, or exchanged. */
  | { readonly fault: 'rows do not fit the seal'; readonly seal: number; readonly expected: number; readonly found: number }
  | { readonly fault: 'seal changed'; readonly seal: number }
  | { readonly fault: 'seals missing'; readonly from: number; readonly to: number }
  /** Rows have a seal number that does not exist. */
  | { readonly fault: 'rows without their seal'; readonly seal: number }
  /** The chain does not reach or contain the expected head. */
  | { readonly fault: 'head not found'; readonly seal: number };

export interface AuditReport {
  readonly faults: readonly AuditFault[];
  readonly rows: number;
  readonly seals: number;
  /** Rows since the last sealing: each is verified, but a missing one cannot be detected. */
  readonly unsealed: number;
  readonly head: ChainHead | undefined;
  /** Earlier root keys with seals in the chain, and the last seal of each. */
  readonly earlierKeys: readonly { readonly name: string; readonly through: number }[];
}

const sealsAtOnce = 200;
const rowsAtOnce = 500;

/**
 * Verifies the whole trail, also beside running servers, and reports every difference. The chain must also hold the head of
 * the last check by a server.
 */
export async function verifyAudit(deps: AuditChainDeps, expected?: ChainHead): Promise<AuditReport> {
  const { db, keyring } = deps;
  const rows = createAuditChainRows(db);
  const faults: AuditFault[] = [];
  const checkpoint = await rows.newestCheckpoint();
  let before = startOf(checkpoint);
  const counts = { rows: 0, seals: 0 };
  const earlierKeys = new Map<string, number>();
  const checked = headOf(await lastCheck(db, 'new'));
  const wanted = [expected, checked].filter((head) => head !== undefined).filter(({ number }) => number > before.number);
  const missing = new Map(wanted.map((head) => [`${head.number}:${head.mac}`, head]));
  for (;;) {
    const seals = await rows.sealsAfter(before.number, sealsAtOnce);
    add(faults, await faultsOfSeals({ keyring, rows }, before, seals));
    for (const seal of seals) {
      const maker = makersOfSeal(keyring, seal)[0]?.name ?? keyring.name;
      if (maker !== keyring.name) earlierKeys.set(maker, seal.number);
      counts.rows += seal.rows;
      counts.seals += 1;
      missing.delete(`${seal.number}:${seal.mac}`);
      before = { number: seal.number, mac: seal.mac };
    }
    if (seals.length < sealsAtOnce) break;
  }
  for (const seal of await rows.sealsThatAreMissing()) faults.push({ fault: 'rows without their seal', seal });
  for (const { number } of missing.values()) faults.push({ fault: 'head not found', seal: number });
  add(faults, await faultsOfUnsealed({ keyring, rows }));
  const still = await stillFaults(rows, faults);
  return {
    ...counts,
    faults: still,
    unsealed: await rows.countUnsealed(),
    head: before.number === 0 ? undefined : before,
    earlierKeys: [...earlierKeys].map(([name, through]) => ({ name, through })),
  };
}

/** Also of a trail with a million changed rows, which are too many arguments. */
function add(faults: AuditFault[], more: readonly AuditFault[]): void {
  for (const fault of more) faults.push(fault);
}

function startOf(checkpoint: AuditSeal | undefined): ChainHead {
  return { number: checkpoint?.through ?? 0, mac: checkpoint?.through_mac ?? '' };
}

/** A verified part of the chain. */
export interface AuditSlice {
  /** Number of the first seal after the beginning. */
  readonly from: number;
  /** Its last seal; the beginning where nothing comes after it. */
  readonly head: ChainHead;
  readonly seals: number;
  readonly faults: readonly AuditFault[];
  /** Nothing was sealed after it. */
  readonly isEnd: boolean;
}

/** Verifies at most 200 seals behind a head that was verified before, with their rows; from the beginning without one. */
export async function verifyAuditSlice({ db, keyring }: Pick<AuditChainDeps, 'db' | 'keyring'>, known?: ChainHead): Promise<AuditSlice> {
  const rows = createAuditChainRows(db);
  const first = startOf(await rows.newestCheckpoint());
  const faults: AuditFault[] = [];
  let before = first;
  if (known !== undefined && known.number > first.number) {
    before = known;
    if ((await rows.seal(known.number))?.mac !== known.mac) faults.push({ fault: 'head not found', seal: known.number });
  }
  const seals = await rows.sealsAfter(before.number, sealsAtOnce);
  add(faults, await faultsOfSeals({ keyring, rows }, before, seals));
  const last = seals.at(-1);
  return {
    from: before.number + 1,
    head: last === undefined ? before : { number: last.number, mac: last.mac },
    seals: seals.length,
    faults: await stillFaults(rows, faults),
    isEnd: seals.length < sealsAtOnce,
  };
}

/** Faults of a seal with its rows, and of the seals behind it without theirs: all that a proof of one of its rows rests on. */
export async function verifyProof(
  { db, keyring }: Pick<AuditChainDeps, 'db' | 'keyring'>,
  seals: readonly AuditSeal[],
): Promise<readonly AuditFault[]> {
  const [first, ...later] = seals;
  if (first === undefined) return [];
  const faults = await faultsOf({ keyring, rows: createAuditChainRows(db) }, first);
  let before = first;
  for (const seal of later) {
    faults.push(...faultsOfPlace(before, seal));
    if (makersOfSeal(keyring, seal).length === 0) faults.push({ fault: 'seal changed', seal: seal.number });
    before = seal;
  }
  return faults;
}

/** Faults of seals in a row, each with its rows and its place behind the one before. */
async function faultsOfSeals(reading: Reading, start: ChainHead, seals: readonly AuditSeal[]): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  let before = start;
  for (const seal of seals) {
    faults.push(...faultsOfPlace(before, seal));
    faults.push(...(await faultsOf(reading, seal)));
    before = seal;
    await nextTurn();
  }
  return faults;
}

function faultsOfPlace(before: ChainHead, seal: AuditSeal): readonly AuditFault[] {
  if (seal.number !== before.number + 1) return [{ fault: 'seals missing', from: before.number + 1, to: seal.number - 1 }];
  return seal.previous === before.mac ? [] : [{ fault: 'seal changed', seal: before.number }];
}

/**
 * Root keys that may have made the seal of this number and its rows. A retired key must not verify later seals, because
 * it may have leaked since.
 */
function makersOf(keyring: Keyring, number: number): readonly Generation[] {
  return keyring.generationsOf('audit seal').filter(({ lastSeal }) => lastSeal === undefined || number <= lastSeal);
}

function makersOfSeal(keyring: Keyring, seal: AuditSeal): readonly Generation[] {
  return makersOf(keyring, seal.number).filter((generation) => sealMac(generation, seal) === seal.mac);
}

/** Unsealed rows will be under a later seal than all existing ones. */
const notYetSealed = Number.POSITIVE_INFINITY;

type Reading = Pick<AuditChainDeps, 'keyring'> & { readonly rows: AuditChainRows };

async function faultsOf({ keyring, rows }: Reading, seal: AuditSeal): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  const makers = makersOf(keyring, seal.number);
  const makersOfThis = makersOfSeal(keyring, seal);
  if (makersOfThis.length === 0) faults.push({ fault: 'seal changed', seal: seal.number });
  const under = await rows.rowsUnder(seal.number);
  faults.push(...(await faultsOfRows({ rows, makers }, under)));
  const isDigest = (generation: Generation) => digestOf(generation, under) === seal.digest;
  const fits = seal.kind === 'rows' ? (makersOfThis.length === 0 ? makers : makersOfThis).some(isDigest) : seal.digest === '';
  if (under.length !== seal.rows || !fits) {
    faults.push({ fault: 'rows do not fit the seal', seal: seal.number, expected: seal.rows, found: under.length });
  }
  return faults;
}

async function faultsOfUnsealed(reading: Reading): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  let after: AuditRow | undefined;
  for (;;) {
    // Sealing continues during this read: rows that leave the start are checked under their seal.
    const batch = (await reading.rows.rowsAfter(after, { from: 0, to: Number.MAX_SAFE_INTEGER }, rowsAtOnce)).filter(
      ({ seal }) => seal === 0,
    );
    faults.push(...(await faultsOfRows({ ...reading, makers: makersOf(reading.keyring, notYetSealed) }, batch)));
    after = batch.at(-1);
    if (batch.length < rowsAtOnce) return faults;
  }
}

async function faultsOfRows(
  { rows, makers }: Pick<Reading, 'rows'> & { readonly makers: readonly Generation[] },
  batch: readonly AuditRow[],
): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  const emptied = batch.filter(({ client_ip, client_ip_mac }) => client_ip === '' && client_ip_mac !== '');
  const purged = await rows.purgedAmong([...new Set(emptied.flatMap(({ account_id }) => (account_id === null ? [] : [account_id])))]);
  const purgedLegacy = await rows.purgedLegacyAmong([...new Set(emptied.flatMap(legacyOf))]);
  for (const row of batch) {
    const { id, seal, client_ip } = row;
    const isAsWritten = (generation: Generation) =>
      rowMac(generation, row) === row.mac && (client_ip === '' || ipMac(generation, row) === row.client_ip_mac);
    if (!makers.some(isAsWritten)) faults.push({ fault: 'row changed', row: id, seal });
    else if (client_ip === '' && row.client_ip_mac !== '') {
      const isPurged = purged.has(row.account_id ?? '') || legacyOf(row).some((legacyId) => purgedLegacy.has(legacyId));
      if (!isPurged) faults.push({ fault: 'client IP removed', row: id, seal });
    }
  }
  return faults;
}

/** The legacy account of an event without an account. */
function legacyOf({ account_id: accountId, event, detail }: AuditRow): readonly string[] {
  const legacyId = accountId === null && event === 'legacy.proven' ? /^\{"legacy":"([\w-]+)"\}$/.exec(detail)?.[1] : undefined;
  return legacyId === undefined ? [] : [legacyId];
}

/** Without faults that a concurrent removal explains: everything up to the newest checkpoint may be gone. */
async function stillFaults(rows: AuditChainRows, faults: readonly AuditFault[]): Promise<readonly AuditFault[]> {
  const through = (await rows.newestCheckpoint())?.through ?? 0;
  return faults.filter((fault) => {
    if (fault.fault === 'seals missing') return fault.to > through;
    if (fault.fault === 'rows do not fit the seal') return fault.seal > through || fault.found > 0;
    return true;
  });
}

/** Finding about one row of the trail, by its id. */
export interface CheckedRow {
  readonly row: AuditRow;
  /** 0 while it is under no seal. */
  readonly seal: number;
  /** The row and its seal are as they were written. */
  readonly isAsWritten: boolean;
}

/** Checks one row with its seal. Undefined for a row that is not there, because it was removed or never written. */
export async function verifyAuditRow({ db, keyring }: Pick<AuditChainDeps, 'db' | 'keyring'>, id: string): Promise<CheckedRow | undefined> {
  const rows = createAuditChainRows(db);
  const row = await rows.row(id);
  if (row === undefined) return undefined;
  const { seal: number } = row;
  const makers = makersOf(keyring, number === 0 ? notYetSealed : number);
  const seal = number === 0 ? undefined : await rows.seal(number);
  const isSealed = number === 0 || (seal !== undefined && makersOfSeal(keyring, seal).length > 0);
  const faults = await faultsOfRows({ rows, makers }, [row]);
  return { row, seal: number, isAsWritten: isSealed && faults.length === 0 };
}
