import type { Account } from '#server/core/account/accounts/account.ts';
import { emptyAccount } from '#server/core/account/accounts/empty-account.ts';
import { canon } from '#server/core/account/identifiers/identifier.ts';
import { restName } from '#server/core/account/identifiers/resting-names.repository.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import { minute } from '#server/platform/clock.ts';
import { blankAccount, lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { confirmDeletion, finishDeletion, leaseDeletion, type DeletionRow } from '#server/core/account/deletion/deletions.guarded.ts';
import type { DocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import type { OutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { nameRestMs } from './name-rest.ts';
import { signReceipt, type ReceiptRules } from './receipt-document.ts';
import { eraseAccountRows, findLesserErasures, findPurgeInTrail, insertReceipt, raiseErasure } from './erasure.repository.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { ToldApp } from '#server/core/account/deletion/told-app.ts';
import { causeOf } from '#server/core/protection/rights-counters/rights-counts.ts';
import type { Store } from '#server/core/store.ts';

export interface PurgeDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly journal: Journal;
  readonly toldApps: (account: Account) => Promise<readonly ToldApp[]>;
  readonly queue: OutboxQueue;
  readonly modules: readonly ErasedModule[];
  readonly documentKeys: DocumentKeys;
  readonly receiptRules: ReceiptRules;
}

/** Longer than removing one account's files takes; after it another instance tries again. */
export const purgeLeaseMs = 5 * minute;

/**
 * Erases due accounts one after the other; returns their number. Any number of instances may do this at once, and any
 * may die at any step: an account is leased, its files go first, then all rows in one transaction. A failed account is
 * retried when its lease expires and does not delay the others.
 */
export async function purgeAccounts(deps: PurgeDeps): Promise<number> {
  const {
    store: { db, clock },
    journal: { log },
  } = deps;
  let purged = 0;
  for (;;) {
    const deletion = await leaseDeletion(db, { at: clock.now(), leaseMs: purgeLeaseMs });
    if (!deletion) return purged;
    const accountId = deletion.account_id;
    try {
      if (await purgeAccount(deps, deletion)) {
        purged += 1;
        log.info({ accountId }, 'an account was erased');
      }
    } catch (error) {
      log.error({ err: error, accountId }, 'an account could not be erased');
    }
  }
}

/** False if another instance was faster, or an authority holds the account now. */
async function purgeAccount(deps: PurgeDeps, deletion: DeletionRow): Promise<boolean> {
  const {
    store: { db, clock },
    identity: { accounts },
    journal: { audit },
    modules,
  } = deps;
  const id = deletion.account_id;
  const mayGoOn = await db.tx(async () => {
    await lockAccount(db, id);
    return confirmDeletion(db, { id: deletion.id, at: clock.now() });
  });
  if (!mayGoOn) return false;
  for (const module of modules) await module.eraseFiles?.(id);
  const signer = await deps.documentKeys.signer();
  return db.tx(async () => {
    await lockAccount(db, id);
    const account = await accounts.findById(id);
    const at = clock.now();
    if (!account || !(await finishDeletion(db, { id: deletion.id, at }))) return false;
    // While the account's consents are still there: apps are notified of it.
    const counts = [`deletions.done.${causeOf(account, deletion)}`, 'receipts.signed'] as const;
    await audit.record({ event: 'account.purged', accountId: id, origin: { clientIp: '', requestId: '' }, counts });
    const apps = await deps.toldApps(account);
    const erased = await eraseRows(deps, account, at);
    if (!(await blankAccount(db, { id, from: 'deleting', row: emptyAccount }))) {
      throw new Error('an account to be purged is not in deletion');
    }
    const facts = { deletion, erased, apps, audit: await findPurgeInTrail(db, id), at };
    await insertReceipt(db, facts, await signReceipt({ signer, tables: db.tables, ...deps.receiptRules }, facts));
    return true;
  });
}

/**
 * Erases accounts again that were purged under a smaller list; returns their number. Any number of
 * instances may do this at once, and a half-finished account is found again.
 */
export async function eraseMore({
  store: { db },
  journal: { log },
  modules,
}: Pick<PurgeDeps, 'store' | 'modules' | 'journal'>): Promise<number> {
  let erased = 0;
  for (;;) {
    const some = await findLesserErasures(db, 100);
    for (const id of some) {
      await db.tx(async () => {
        await lockAccount(db, id);
        for (const module of modules) await module.eraseRows?.(id);
        await eraseAccountRows(db, id);
        await blankAccount(db, { id, from: 'purged', row: emptyAccount });
        await raiseErasure(db, id);
      });
      erased += 1;
    }
    if (some.length === 0) break;
  }
  if (erased > 0) log.info({ accounts: erased }, 'more was erased of accounts that had been purged');
  return erased;
}

async function eraseRows(
  { store: { db, keyring }, queue, modules }: PurgeDeps,
  account: Account,
  at: number,
): Promise<Record<string, number>> {
  const { id, username, nickname, phone, email, emailShown } = account;
  const erased: Record<string, number> = {};
  for (const module of modules) await module.eraseRows?.(id);
  erased['avatar'] = account.profileImage === null ? 0 : 1;
  for (const [kind, name] of [
    ['username', username],
    ['nickname', nickname],
  ] as const) {
    const value = name === null ? undefined : canon(kind, name);
    if (value !== undefined) await restName({ db, keyring }, { kind, value, until: at + nameRestMs });
  }
  const addresses = [phone, email, emailShown].filter((address) => address !== null);
  erased['messages'] = await queue.removeTo(addresses);
  return { ...erased, ...(await eraseAccountRows(db, id)) };
}
