import type { RefusalName } from '#contract/errors.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import { canon, type Identifier } from '#server/core/account/identifiers/identifier.ts';
import { readForeignHash, type ForeignHash } from '#server/platform/crypto/foreign-hash.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { setLegacyOffered } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { LegacyAccount, LegacyRecord } from './legacy-account.ts';
import { createLegacyRows, type LegacyKind, type LegacyRow, type StoredLegacy } from './legacy-accounts.repository.ts';
import { identifierHashesOf, openLegacyPassword, openLegacyRecord, storeLegacy, storeLegacyRecord } from './stored-legacy.ts';

/** Legacy accounts that wait for their upgrade. The rest of the server does not see tombstones. */
export interface LegacyAccounts {
  /** Accounts with this identifier; empty for a nickname. */
  find(identifier: Pick<Identifier, 'kind' | 'value'>): Promise<readonly LegacyAccount[]>;
  findById(id: string): Promise<LegacyAccount | undefined>;
  /** Includes tombstones that still have their data: merged ones while the merge can be undone. */
  findSettled(id: string): Promise<LegacyAccount | undefined>;
  /** Whether any account is waiting. */
  hasWaiting(): Promise<boolean>;
  /** The account whose hash matches according to `verify`; checks each of them. */
  havingPassword(accounts: readonly LegacyAccount[], verify: (stored: ForeignHash) => Promise<boolean>): Promise<LegacyAccount | undefined>;
  /** Refuses a new account with a phone or email of a legacy account (1020, 1021). */
  refuse(identifier: Identifier): Promise<void>;
  /** Accounts with its phone or email, which are offered its upgrade. */
  matching(record: LegacyRecord): Promise<readonly Account[]>;
  /**
   * Stores for each account whether a legacy account is offered to it. In the caller's transaction, in the order of
   * their ids.
   */
  noteOffers(accountIds: readonly string[]): Promise<void>;
  /** Removes contacts from it: their owner proved them and declared that this account belongs to somebody else. */
  release(account: LegacyAccount, kinds: readonly ('phone' | 'email')[]): Promise<void>;
  /** Erases the content of a tombstone that can no longer be restored. */
  erase(id: string): Promise<void>;
  /**
   * Seals it again under the current root key; false when it differs from `sealed`, undefined when that cannot be
   * opened.
   */
  reseal(id: string, sealed: string): Promise<boolean | undefined>;
  /** Keyed hashes of an identifier for lookups; the first one is the hash of new rows. */
  hashesOf(kind: LegacyKind, value: string): readonly [string, ...string[]];
}

/** The refusal that sends the owner of a legacy account to its upgrade: 1020 for a phone, 1021 for an email. */
export function legacyRefusal(kind: 'phone' | 'email'): RefusalName {
  return kind === 'phone' ? 'legacyPhone' : 'legacyEmail';
}

export function createLegacyAccounts({ db, keyring, accounts }: { db: Db; keyring: Keyring; accounts: Accounts }): LegacyAccounts {
  const rows = createLegacyRows(db);

  const hashesOf = (kind: LegacyKind, value: string) => identifierHashesOf(keyring, kind, value);
  const findWaiting = async (kind: LegacyKind, value: string) => rows.findWaiting(kind, hashesOf(kind, value));

  function toLegacyAccount(row: LegacyRow): LegacyAccount {
    return { id: row.id, record: openLegacyRecord(keyring, row), hasPassword: row.sealed_password !== null };
  }

  async function hasPassword({ id }: LegacyAccount, verify: (stored: ForeignHash) => Promise<boolean>): Promise<boolean> {
    const row = await rows.findById(id);
    if (!row || row.state !== 'waiting' || row.sealed_password === null) return false;
    const stored = readForeignHash(openLegacyPassword(keyring, row));
    return stored !== undefined && (await verify(stored));
  }

  async function isOffered({ phone, email }: Account): Promise<boolean> {
    const found = [
      ...(phone === null ? [] : await findWaiting('phone', phone)),
      ...(email === null ? [] : await findWaiting('email', email)),
    ];
    return found.length > 0;
  }

  return {
    hashesOf,
    hasWaiting: () => rows.hasWaiting(),
    erase: (id) => rows.erase(id),

    async find({ kind, value }) {
      return kind === 'nickname' ? [] : (await findWaiting(kind, value)).map(toLegacyAccount);
    },

    async findById(id) {
      const row = await rows.findById(id);
      return row?.state === 'waiting' ? toLegacyAccount(row) : undefined;
    },

    async findSettled(id) {
      const row = await rows.findById(id);
      return row === undefined || row.sealed === '' ? undefined : toLegacyAccount(row);
    },

    async havingPassword(candidates, verify) {
      const checked = await Promise.all(
        candidates.map(async (candidate) => ((await hasPassword(candidate, verify)) ? candidate : undefined)),
      );
      return checked.find((candidate) => candidate !== undefined);
    },

    async refuse({ kind, value }) {
      if (kind !== 'phone' && kind !== 'email') return;
      if ((await findWaiting(kind, value)).length > 0) throw new Refusal(legacyRefusal(kind));
    },

    async matching({ phone, email }) {
      const found = [
        phone === null ? undefined : await accounts.find('phone', phone),
        email === null ? undefined : await accounts.find('email', canon('email', email) ?? ''),
      ].filter((account) => account !== undefined);
      return found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
    },

    async noteOffers(accountIds) {
      for (const accountId of [...new Set(accountIds)].toSorted()) {
        const account = await accounts.findById(accountId);
        if (account) await setLegacyOffered(db, { accountId, isOffered: await isOffered(account) });
      }
    },

    async reseal(id, sealed) {
      const row = await rows.findById(id);
      if (row?.sealed !== sealed) return false;
      const stored = storedAnew(keyring, row);
      return stored && rows.restore({ id, sealed }, stored);
    },

    async release({ id, record }, kinds) {
      const rest = { ...record, ...Object.fromEntries(kinds.map((kind) => [kind, null])) };
      await rows.release(id, { count: kinds.length, stored: storeLegacyRecord(keyring, rest) });
    },
  };
}

function storedAnew(keyring: Keyring, row: LegacyRow): StoredLegacy | undefined {
  try {
    return storeLegacy(keyring, { record: openLegacyRecord(keyring, row), password: openLegacyPassword(keyring, row) });
  } catch {
    return undefined;
  }
}
