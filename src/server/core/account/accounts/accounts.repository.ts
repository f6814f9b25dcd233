import type { AgeBand } from '#contract/vocabulary/children.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Clock } from '#server/platform/clock.ts';
import { raiseVersion } from './accounts.guarded.ts';
import { newAccountNumber, newId } from '#server/platform/ids.ts';
import type { Account } from './account.ts';
import { selectAccount, toAccount, type AccountRow } from './account-rows.repository.ts';
import { emptyAccount } from './empty-account.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import { inLockOrder, type Identifier, type IdentifierKind } from '#server/core/account/identifiers/identifier.ts';
import { createKnownBrowsers, type BrowserUse } from '#server/core/sign-in/known-browsers/known-browsers.repository.ts';
import type { OwnIdentifier } from '#server/core/account/identifiers/proven-contact.ts';
import { settleUnproven } from '#server/core/account/unproven/unproven-contacts.repository.ts';
import { nameRests, type NamesDeps } from '#server/core/account/identifiers/resting-names.repository.ts';
import { isWithheld } from '#server/core/account/identifiers/withheld-identifiers.repository.ts';

export interface NewAccount {
  readonly region: RegionOrNone;
  readonly language: Language;
  /** A verified phone or email, and a nickname. */
  readonly identifiers: readonly OwnIdentifier[];
  readonly passwordHash: string | null;
  /** The publication of the agreements that its person has just accepted. */
  readonly agreedThrough: number;
  /** Answer of the age gate; undefined without a gate. */
  readonly age?: NewAge | undefined;
  readonly at: number;
}

/** The age of a new account. A child waits for a guardian; the birthday of others is not kept. */
export interface NewAge {
  readonly band: AgeBand;
  readonly child?: { readonly birthday: string; readonly until: number; readonly dueAt: number };
}

/** Target account of a sign-in attempt. */
export interface SignInCandidate {
  readonly account: Account;
  /** Whether the browser has signed in to this account before. */
  readonly browserIsKnown: boolean;
}

/** Accounts and their identifiers. The only SQL on `accounts` and `identifiers`, with `account-rows.repository.ts`. */
export interface Accounts {
  /**
   * Creates an account with its identifiers, in the caller's transaction.
   * @throws {IdentifierTaken} when one of them belongs to another account, including one created at this moment
   */
  create(account: NewAccount): Promise<Account>;
  /** Finds an account; one whose deletion is due is `purged`, though its purge may still have to run. */
  findById(id: string): Promise<Account | undefined>;
  /** As `findById`, for everything that a person shows: undefined for one that is gone. */
  findLive(id: string): Promise<Account | undefined>;
  /** Undefined from the date on at which a deletion is due, purged or not; so is `findForSignIn`. */
  find(kind: IdentifierKind, value: string): Promise<Account | undefined>;
  /** The internal id of the account with an identifier, where nothing else of it is needed: one read by key instead of eight. */
  findId(kind: IdentifierKind, value: string): Promise<string | undefined>;
  /** Finds the account for a sign-in, and whether it knows the browser (hash of its cookie, or ''), in one query. */
  findForSignIn(identifier: Pick<Identifier, 'kind' | 'value'>, browser: string): Promise<SignInCandidate | undefined>;
  /** Whether the identifier is unavailable: in use, reserved for its last account, or resting. */
  exists(kind: IdentifierKind, value: string): Promise<boolean>;
  /** Adds the browser to the account's known browsers, also an ended one, and drops all but the last fifty. */
  knowBrowser(accountId: string, browser: string, use: BrowserUse): Promise<void>;
  setShowQrcode(accountId: string, show: boolean): Promise<void>;
  /** Records a recovery by the account's phone or email, in the caller's transaction. */
  noteRecovery(account: Account, recovery: { readonly at: number; readonly by: 'phone' | 'email' }): Promise<void>;
  /**
   * Records that the owner keeps the sign-in methods added shortly before the last recovery, in the caller's
   * transaction.
   */
  noteRecoveryReview(accountId: string, at: number): Promise<void>;
}

export function createAccounts({ db, clock, keyring }: NamesDeps & { readonly clock: Clock }): Accounts {
  const byId = db.prepare<{ id: string }, AccountRow>((q, param) => selectAccount(q).where('accounts.id', '=', param('id')));

  const byIdentifier = db.prepare<{ kind: IdentifierKind; value: string }, AccountRow>((q, param) =>
    selectAccount(q).where('accounts.id', '=', (eb) =>
      eb.selectFrom('identifiers').select('account_id').where('kind', '=', param('kind')).where('value', '=', param('value')),
    ),
  );

  const idByIdentifier = db.prepare<{ kind: IdentifierKind; value: string }, { readonly account_id: string }>((q, param) =>
    q.selectFrom('identifiers').select('account_id').where('kind', '=', param('kind')).where('value', '=', param('value')),
  );

  const forSignIn = db.prepare<
    { kind: IdentifierKind; value: string; browser: string },
    AccountRow & { readonly browser_first_at: number | null }
  >((q, param) =>
    selectAccount(q)
      .leftJoin('known_browsers as known', (join) =>
        join.onRef('known.account_id', '=', 'accounts.id').on('known.browser', '=', param('browser')).on('known.ended_at', 'is', null),
      )
      .where('accounts.id', '=', (eb) =>
        eb.selectFrom('identifiers').select('account_id').where('kind', '=', param('kind')).where('value', '=', param('value')),
      )
      .select('known.first_at as browser_first_at'),
  );

  const identifierExists = db.prepare<{ kind: IdentifierKind; value: string }, { readonly account_id: string }>((q, param) =>
    q
      .selectFrom('identifiers')
      .select('account_id')
      .where('kind', '=', param('kind'))
      .where('value', '=', param('value'))
      .unionAll(
        q.selectFrom('reserved_identifiers').select('account_id').where('kind', '=', param('kind')).where('value', '=', param('value')),
      ),
  );

  const browsers = createKnownBrowsers(db);

  async function findById(id: string): Promise<Account | undefined> {
    const [row] = await byId({ id });
    return row && toAccount(row, clock.now());
  }

  /** A name leads nowhere once its account is gone. */
  function present(row: AccountRow | undefined): Account | undefined {
    const account = row && toAccount(row, clock.now());
    return account?.state === 'purged' ? undefined : account;
  }

  return {
    async create({ identifiers, ...wanted }) {
      const id = await insertAccount(db, wanted);
      await insertIdentifiers({ db, keyring }, id, { identifiers, at: wanted.at });
      const account = await findById(id);
      if (!account) throw new Error('the new account was not found');
      return account;
    },

    findById,

    async findLive(id) {
      const account = await findById(id);
      return account?.state === 'purged' ? undefined : account;
    },

    async find(kind, value) {
      const [row] = await byIdentifier({ kind, value });
      return present(row);
    },

    async findId(kind, value) {
      const [row] = await idByIdentifier({ kind, value });
      return row?.account_id;
    },

    async findForSignIn({ kind, value }, browser) {
      const [row] = await forSignIn({ kind, value, browser });
      const account = present(row);
      return row && account && { account, browserIsKnown: row.browser_first_at !== null };
    },

    async exists(kind, value) {
      return (await identifierExists({ kind, value })).length > 0 || (await nameRests({ db, keyring }, { kind, value }));
    },

    knowBrowser: (accountId, browser, use) => browsers.know(accountId, browser, use),

    async setShowQrcode(accountId, show) {
      await db.tx(async () => {
        await db
          .q()
          .updateTable('accounts')
          .set({ show_qrcode: show ? 1 : 0 })
          .where('id', '=', accountId)
          .execute();
        await raiseVersion(db, accountId);
      });
    },

    async noteRecovery({ id, phoneAddedAt, emailAddedAt }, { at, by }) {
      const since = by === 'phone' ? phoneAddedAt : emailAddedAt;
      await db
        .q()
        .updateTable('accounts')
        .set({ recovered_at: at, recovered_by: by, recovered_since: since, recovery_reviewed_at: null })
        .where('id', '=', id)
        .execute();
      await raiseVersion(db, id);
    },

    async noteRecoveryReview(accountId, at) {
      await db.q().updateTable('accounts').set({ recovery_reviewed_at: at }).where('id', '=', accountId).execute();
      await raiseVersion(db, accountId);
    },
  };
}

/** Inserts the row under an unused number. */
function ageColumns(age: NewAge | undefined) {
  if (age === undefined) return {};
  if (age.child === undefined) return { age_band: age.band };
  const { birthday, until, dueAt } = age.child;
  return { age_band: age.band, birthday, child_until: until, guardian_answer: 'waiting', guardian_due_at: dueAt } as const;
}

async function insertAccount(db: Db, account: Omit<NewAccount, 'identifiers'>): Promise<string> {
  const id = newId();
  for (let tries = 0; tries < 5; tries += 1) {
    const { numInsertedOrUpdatedRows } = await db
      .q()
      .insertInto('accounts')
      .values({
        ...emptyAccount,
        id,
        number: newAccountNumber(),
        state: 'active',
        region: account.region,
        language: account.language,
        password_hash: account.passwordHash,
        password_changed_at: account.passwordHash === null ? null : account.at,
        credential_epoch: 1,
        agreed_through: account.agreedThrough,
        created_at: account.at,
        ...ageColumns(account.age),
      })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows) return id;
  }
  throw new Error('no free account number was found');
}

async function insertIdentifiers(
  { db, keyring }: NamesDeps,
  id: string,
  { identifiers, at }: Pick<NewAccount, 'identifiers' | 'at'>,
): Promise<void> {
  for (const identifier of inLockOrder(identifiers)) {
    const { kind, value, shown } = identifier;
    // One at a time and without an error: the statement waits for a concurrent insert, and its empty result names the
    // taken identifier.
    const { numInsertedOrUpdatedRows } = await db
      .q()
      .insertInto('identifiers')
      .values({ kind, value, account_id: id, shown, verified_at: kind === 'phone' || kind === 'email' ? at : null, created_at: at })
      .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows || (await isWithheld({ db, keyring }, { kind, value }))) throw new IdentifierTaken(kind);
    if (identifier.kind === 'phone' || identifier.kind === 'email') await settleUnproven(db, { accountId: id, contact: identifier });
  }
}
