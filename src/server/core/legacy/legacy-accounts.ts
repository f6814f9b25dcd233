import type { RefusalName } from '#contract/errors.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import { canon, type Identifier } from '#server/core/accounts/identifier.ts';
import { readForeignHash, type ForeignHash } from '#server/platform/crypto/foreign-hash.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { setLegacyOffered } from '#server/platform/db/consumption.ts';
import type { Db } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { LegacyAccount, LegacyRecord } from './legacy-account.ts';
import { createLegacyRows, type LegacyKind, type LegacyRow } from './legacy-accounts.repository.ts';

/** Accounts of the old kind that wait for their upgrade. The rest of the server sees tombstones as nothing. */
export interface LegacyAccounts {
  /** Those that have this identifier; a nickname names nobody. */
  find(identifier: Pick<Identifier, 'kind' | 'value'>): Promise<readonly LegacyAccount[]>;
  findById(id: string): Promise<LegacyAccount | undefined>;
  /** Also of a tombstone that still has its data: a merged one until the merge can no longer be taken back. */
  findSettled(id: string): Promise<LegacyAccount | undefined>;
  /** Whether any account waits. */
  hasWaiting(): Promise<boolean>;
  /** The one of these whose hash is the password's, as `verify` finds; each of them is looked at. */
  havingPassword(accounts: readonly LegacyAccount[], verify: (stored: ForeignHash) => Promise<boolean>): Promise<LegacyAccount | undefined>;
  /** Refuses to give a phone or an email to a new account while a legacy one has it (1020, 1021). */
  refuse(identifier: Identifier): Promise<void>;
  /** The accounts that have its phone or its email: those that it is offered to. */
  matching(record: LegacyRecord): Promise<readonly Account[]>;
  /** Notes for each account whether a legacy account is offered to it. In the caller's transaction, in the order of their ids. */
  noteOffers(accountIds: readonly string[]): Promise<void>;
  /** Takes phones or emails away from it: their holder has proven them and says that this account is not theirs. */
  release(account: LegacyAccount, kinds: readonly ('phone' | 'email')[]): Promise<void>;
  /** Forgets what a tombstone was, because nothing brings it back. */
  erase(id: string): Promise<void>;
  /** Forgets what the tombstones were that have gone to an account. */
  eraseOf(accountId: string): Promise<void>;
  /** The keyed hash that an identifier is found by. */
  hashOf(kind: LegacyKind, value: string): string;
}

/** The refusal that sends the owner of a legacy account to its upgrade: by the phone, where it has one (1020, else 1021). */
export function legacyRefusal(kind: 'phone' | 'email'): RefusalName {
  return kind === 'phone' ? 'legacyPhone' : 'legacyEmail';
}

export function createLegacyAccounts({ db, keyring, accounts }: { db: Db; keyring: Keyring; accounts: Accounts }): LegacyAccounts {
  const rows = createLegacyRows(db);

  function hashOf(kind: LegacyKind, value: string): string {
    return keyring.mac('legacy-identifier', kind, value);
  }

  function toLegacyAccount({ id, sealed, sealed_password: password }: LegacyRow): LegacyAccount {
    const record: LegacyRecord = JSON.parse(keyring.open('legacy-account', sealed));
    return { id, record, hasPassword: password !== null };
  }

  async function hasPassword({ id }: LegacyAccount, verify: (stored: ForeignHash) => Promise<boolean>): Promise<boolean> {
    const row = await rows.findById(id);
    if (!row || row.state !== 'waiting' || row.sealed_password === null) return false;
    const stored = readForeignHash(JSON.parse(keyring.open('legacy-password', row.sealed_password)));
    return stored !== undefined && (await verify(stored));
  }

  async function isOffered({ phone, email }: Account): Promise<boolean> {
    const found = [
      ...(phone === null ? [] : await rows.findWaiting('phone', hashOf('phone', phone))),
      ...(email === null ? [] : await rows.findWaiting('email', hashOf('email', email))),
    ];
    return found.length > 0;
  }

  return {
    hashOf,
    hasWaiting: () => rows.hasWaiting(),
    erase: (id) => rows.erase('id', id),
    eraseOf: (accountId) => rows.erase('account_id', accountId),

    async find({ kind, value }) {
      return kind === 'nickname' ? [] : (await rows.findWaiting(kind, hashOf(kind, value))).map(toLegacyAccount);
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
      if ((await rows.findWaiting(kind, hashOf(kind, value))).length > 0) throw new Refusal(legacyRefusal(kind));
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

    async release({ id, record }, kinds) {
      const rest = { ...record, ...Object.fromEntries(kinds.map((kind) => [kind, null])) };
      await rows.release(id, { kinds, sealed: keyring.seal('legacy-account', JSON.stringify(rest)) });
    },
  };
}
