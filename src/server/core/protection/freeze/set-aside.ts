import { provenBefore } from '#server/core/account/identifiers/proven-contact.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { messageMethods } from '#contract/sign-in/two-step/second-step.words.ts';
import { wasSwitchedOffByClaim } from '#server/core/protection/claims/claims.repository.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { hasSecondStep } from '#server/core/sign-in/ways/second-steps.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { identifier, type Identifier } from '#server/core/account/identifiers/identifier.ts';
import { replaceIdentifier } from '#server/core/account/accounts/identifiers.repository.ts';
import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Store } from '#server/core/store.ts';
import { dropApp, dropContact, dropPasskey, dropRecoveryCodes, dropSocialAccount } from '#server/core/sign-in/ways/drop-ways.guarded.ts';
import type { FormerWay } from '#server/core/sign-in/ways/former-ways.ts';
import type { Way } from '#server/core/sign-in/ways/way.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';
import { isThing as isKept, putThingBack } from '#server/core/sign-in/former-things/former-things.ts';
import { socialRows } from '#server/core/sign-in/former-things/social-rows.repository.ts';

export interface SetAsideDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts' | 'credentials' | 'formers'>;
}

/** What a freeze looks at, as it was just before. */
export interface SetAsideOf {
  readonly account: Account;
  readonly ways: AccountWays;
  readonly formers: readonly FormerWay[];
  readonly incidentId: string;
  /** Milliseconds: changes from this moment on go. */
  readonly windowFrom: number;
}

/**
 * Puts the ways of an account back as they stood at the beginning of the window, in the transaction of the freeze. What
 * was added since is set aside; what was removed or replaced stands again, unless another account has it by now. Without
 * any phone or email nobody could be told of a request to get in, so that the last one stays, and does not count.
 * Returns the kinds that changed.
 */
export async function setAside(deps: SetAsideDeps, of: SetAsideOf): Promise<readonly WayKind[]> {
  const contacts = await setAsideContacts(deps, of);
  const password = await setAsidePassword(deps, of);
  const others = await setAsideOthers(deps, of);
  await putTwoStepBack(deps, of);
  return [...new Set([...contacts, ...password, ...others])];
}

interface ContactPlan {
  readonly kind: 'phone' | 'email';
  /** The one that was added since. */
  readonly goes: Way | undefined;
  readonly back: { readonly former: FormerWay; readonly identifier: Identifier<'phone' | 'email'> } | undefined;
  readonly isLeft: boolean;
}

async function setAsideContacts(deps: SetAsideDeps, of: SetAsideOf): Promise<readonly WayKind[]> {
  const plans = [await planContact(deps, of, 'phone'), await planContact(deps, of, 'email')];
  if (!plans.some(({ isLeft }) => isLeft)) return [];
  const { account, incidentId } = of;
  for (const { kind, goes, back } of plans) {
    const value = kind === 'phone' ? account.phone : account.emailShown;
    if (goes !== undefined && value !== null) {
      await deps.identity.formers.setAside({ account, way: goes, value, incidentId });
      await dropContact(deps.store.db, { accountId: account.id, kind });
    }
    if (back === undefined) continue;
    await replaceIdentifier(deps.store, { accountId: account.id, identifier: provenBefore(back.identifier), at: back.former.way.addedAt });
    await deps.identity.formers.drop([back.former.id], 'restored');
  }
  return plans.flatMap(({ kind, goes, back }) => (goes === undefined && back === undefined ? [] : [kind]));
}

async function planContact({ identity: { accounts } }: SetAsideDeps, of: SetAsideOf, kind: 'phone' | 'email'): Promise<ContactPlan> {
  const present = of.ways.own.find((way) => way.kind === kind);
  const goes = present !== undefined && present.addedAt >= of.windowFrom ? present : undefined;
  const former = goes !== undefined || present === undefined ? stoodBefore(of, kind) : undefined;
  const had = former && identifier(kind, former.value);
  const isFree = had !== undefined && !(await accounts.exists(had.kind, had.value));
  const back = former !== undefined && had !== undefined && isFree ? { former, identifier: had } : undefined;
  return { kind, goes, back, isLeft: back !== undefined || (present !== undefined && goes === undefined) };
}

/** What stood when the window began: the first that left in it. */
function stoodBefore({ formers, windowFrom }: Pick<SetAsideOf, 'formers' | 'windowFrom'>, kind: WayKind): FormerWay | undefined {
  return formers
    .filter(({ way, leftAt }) => way.kind === kind && leftAt >= windowFrom && way.addedAt < windowFrom)
    .toSorted((one, other) => one.leftAt - other.leftAt)[0];
}

async function setAsidePassword({ identity, store }: SetAsideDeps, of: SetAsideOf): Promise<readonly WayKind[]> {
  const { account, ways, windowFrom, incidentId } = of;
  const present = ways.own.find(({ kind }) => kind === 'password');
  if (present === undefined || account.passwordHash === null || present.addedAt < windowFrom) return [];
  await identity.formers.setAside({ account, way: present, value: account.passwordHash, incidentId });
  const former = stoodBefore(of, 'password');
  if (former === undefined) await identity.credentials.clearPassword(account.id, store.clock.now());
  else {
    await identity.credentials.setPassword(account.id, { hash: former.value, at: former.way.addedAt });
    await identity.formers.drop([former.id], 'restored');
  }
  return ['password'];
}

async function setAsideOthers({ store, identity }: SetAsideDeps, of: SetAsideOf): Promise<readonly WayKind[]> {
  const { db } = store;
  const { account, ways, windowFrom, incidentId } = of;
  const accountId = account.id;
  const kinds: WayKind[] = [];
  for (const social of await socialRows(db, { accountId, since: windowFrom })) {
    const way: Way = { ...newWay('social', social.boundAt), carriers: ['computer'] };
    await identity.formers.setAside({ account, way, value: JSON.stringify(social), incidentId });
    await dropSocialAccount(db, { accountId, platform: social.platform });
    kinds.push('social');
  }
  for (const way of ways.own.filter(({ kind, addedAt }) => isThing(kind) && addedAt >= windowFrom)) {
    // It has to be added anew: nothing of it is kept.
    await identity.formers.setAside({ account, way, value: '', incidentId });
    const id = way.id.slice(way.id.indexOf(':') + 1);
    if (way.kind === 'passkey') await dropPasskey(db, { accountId, id });
    if (way.kind === 'totp') await dropApp(db, { accountId, id });
    if (way.kind === 'recoveryCode') await dropRecoveryCodes(db, accountId);
    kinds.push(way.kind);
  }
  if (account.twoStepAt !== null && account.twoStepAt >= windowFrom) await setTwoStep(db, accountId, { since: null, methods: [] });
  for (const former of of.formers) {
    const { way, leftAt } = former;
    if (!isKept(way.kind) || leftAt < windowFrom || way.addedAt >= windowFrom) continue;
    if (await putThingBack(store, accountId, former)) kinds.push(way.kind);
    await identity.formers.drop([former.id], 'restored');
  }
  return kinds;
}

/**
 * Two ways that switch two-step verification off are its owner. A claim that nobody stopped is not: what it took in the
 * window stands again, if the account still has a second step.
 */
async function putTwoStepBack({ store: { db }, identity }: SetAsideDeps, { account, windowFrom }: SetAsideOf): Promise<void> {
  if (account.twoStepAt !== null || !(await wasSwitchedOffByClaim(db, { accountId: account.id, since: windowFrom }))) return;
  const now = await readAccount(identity, account.id);
  const methods = hasSecondStep(now) ? [] : messageMethods;
  if (hasSecondStep({ ...now, messageMethods: methods })) await setTwoStep(db, account.id, { since: windowFrom, methods });
}

function isThing(kind: WayKind): boolean {
  return kind === 'passkey' || kind === 'totp' || kind === 'recoveryCode';
}

function newWay(kind: WayKind, at: number): Omit<Way, 'carriers'> {
  return { id: `${kind}:${at}`, kind, addedAt: at, vouchedBy: null, ownRootAt: at, isSpent: false };
}
