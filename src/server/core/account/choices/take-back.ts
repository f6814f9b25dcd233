import type { ConsentChannel } from '#contract/account/agreements/consents.words.ts';
import { itemOfPurpose, type Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { emptyItem } from '#server/core/account/accounts/profile-columns.ts';
import { writeProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import { endDevicesOfApp } from '#server/core/protection/devices/devices.guarded.ts';
import type { Store } from '#server/core/store.ts';
import { withdrawChoice } from '#server/core/account/agreements/choices.guarded.ts';
import { readChoices, writeLedger } from '#server/core/account/agreements/consents.repository.ts';

export interface TakeBackDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly identity: Pick<Identity, 'separate'>;
  readonly apps: Pick<UsedApps, 'consents'>;
  readonly journal: Pick<Journal, 'audit'>;
}

/** A withdrawal of a consent: its account, its place and its manner. */
export interface TakingBack {
  readonly account: Account;
  readonly sessionId: string;
  readonly visit: Origin;
  readonly channel: ConsentChannel;
  /** The kind of way that opened the session, or ''. */
  readonly way: string;
}

/**
 * Withdraws a consent and ends what rests on it, in the caller's transaction: the item of the profile is erased, apps
 * lose all access. False when it was not given.
 */
export async function takeBack(deps: TakeBackDeps, by: TakingBack, purpose: Purpose): Promise<boolean> {
  const {
    store: { db, clock },
    identity: { separate },
    journal: { audit },
  } = deps;
  const { account, sessionId, visit, channel, way } = by;
  const { id: accountId, region, language } = account;
  const at = clock.now();
  const version = separate.versionOf(purpose);
  if (!(await withdrawChoice(db, { accountId, purpose, version, at }))) return false;
  const subject = { type: purpose, version, digest: separate.digestOf(purpose, language), publication: 0, region, language };
  await writeLedger(db, { accountId, at, act: 'withdrawn', channel, way, documents: [subject] });
  const counts = [`choices.withdrawn.${purpose}`] as const;
  await audit.record({ event: 'choice.withdrawn', accountId, sessionId, origin: visit, detail: { purpose, version }, counts });
  const item = itemOfPurpose(purpose);
  if (item !== undefined) {
    await writeProfileItems(db, accountId, { [item]: emptyItem(item) });
    await raiseVersion(db, accountId);
  }
  if (purpose === 'abroad') await endApps(deps, by);
  return true;
}

async function endApps(
  { store: { db, clock }, identity: { separate }, apps: { consents }, journal: { audit } }: TakeBackDeps,
  { account: { id: accountId }, sessionId, visit }: TakingBack,
): Promise<void> {
  for (const { clientId } of await consents.list(accountId)) {
    if (!separate.covers(clientId)) continue;
    await consents.remove({ accountId, clientId });
    await endDevicesOfApp(db, { accountId, clientId, at: clock.now() });
    await audit.record({ event: 'app.canceled', accountId, sessionId, origin: visit, detail: { client: clientId } });
  }
}

/** Withdraws every consent of an account beyond the agreements, in the caller's transaction. */
export async function takeAllBack(deps: TakeBackDeps, by: TakingBack): Promise<void> {
  const given = (await readChoices(deps.store.db, by.account.id)).filter((choice) => choice.given === 1);
  for (const { purpose } of given) await takeBack(deps, by, purpose);
}
