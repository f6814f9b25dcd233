import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount, raiseVersion, setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { stands, type Claim } from '#server/core/protection/claims/claims.ts';
import { tellOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import { dropApp, dropContact, dropPasskey, dropSocialAccount } from '#server/core/sign-in/ways/drop-ways.guarded.ts';
import { keepFormerThing, type Thing } from '#server/core/sign-in/former-things/former-things.ts';
import { kindOf, type WayId } from '#server/core/sign-in/ways/way.ts';
import { removals, type RemovalAct } from '#contract/acts/acts.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { takenByOne } from '#server/core/sign-in/ways/taking.ts';
import { tellingOf, type ClaimDeps } from './claim-deps.ts';
import { goingWay, mayGo } from './open-wait.ts';

export type FinishRemovalDeps = ClaimDeps & { readonly access: Access };

/**
 * Does what a removal that nobody stopped was opened for, in the job's transaction: what goes becomes a former way. A
 * claim for something that is gone, that is the last way in by now, or whose openers were taken out, is void.
 */
export async function finishRemoval(deps: FinishRemovalDeps, claim: Claim): Promise<void> {
  const { store, identity, evidence, access, journal } = deps;
  await lockAccount(store.db, claim.accountId);
  const account = await readAccount(identity, claim.accountId);
  const action = removals.find((each) => each === claim.action);
  const target = claim.way?.slice(claim.way.indexOf(':') + 1);
  const isThere =
    action !== undefined && goingWay(account, { action, target }) === claim.way && stands(claim, await identity.ways.of(account));
  if (!isThere || account.state !== 'active' || account.twoStepAt === null || !mayGo(account, action, claim.way)) {
    await evidence.claims.void(claim);
    return;
  }
  await evidence.claims.finish(claim);
  // Contacts of the moment before are told, also the one that goes.
  await tellOfClaim(tellingOf(deps), account, claim, 'done');
  await keepFormer(deps, account, claim);
  await remove(deps, account, { ...claim, action });
  await raiseVersion(store.db, account.id);
  await access.endAll(account);
  const detail = { kind: 'act', action, roots: claim.roots.join(' ') };
  await journal.audit.record({ event: 'claim.done', accountId: account.id, origin: { clientIp: '', requestId: '' }, detail });
}

async function keepFormer(deps: FinishRemovalDeps, account: Account, claim: Claim): Promise<void> {
  const { ways, formers } = deps.identity;
  const thing = claim.way === undefined ? undefined : thingOf(claim.way);
  if (thing !== undefined) {
    await keepFormerThing(deps, account, { thing, by: { ...takenByOne, roots: claim.roots } });
    return;
  }
  const all = await ways.of(account);
  const way = all.own.find(({ id }) => id === claim.way);
  const values: Readonly<Record<string, string | null>> = {
    phone: account.phone,
    email: account.emailShown,
    password: account.passwordHash,
  };
  const value = way === undefined ? null : (values[way.kind] ?? null);
  const by = { ...takenByOne, roots: claim.roots };
  if (way !== undefined && value !== null) await formers.keep({ account, way, value, leftBy: 'removed', by, ways: all });
}

function thingOf(way: WayId): Thing | undefined {
  const kind = kindOf(way);
  const id = way.slice(way.indexOf(':') + 1);
  if (kind === 'totp' || kind === 'passkey') return { kind, id };
  const platform = platforms.find((each) => each === id);
  return kind === 'social' && platform !== undefined ? { kind, platform } : undefined;
}

async function remove(
  { store: { db, clock }, identity }: FinishRemovalDeps,
  { id: accountId }: Account,
  { action, way = 'password:' }: Pick<Claim, 'way'> & { readonly action: RemovalAct },
): Promise<void> {
  const id = way.slice(way.indexOf(':') + 1);
  switch (action) {
    case 'unbindPhone':
      await dropContact(db, { accountId, kind: 'phone' });
      break;
    case 'unbindEmail':
      await dropContact(db, { accountId, kind: 'email' });
      break;
    case 'unbindSocial':
      await dropSocialAccount(db, { accountId, platform: id });
      break;
    case 'removePasskey':
      await dropPasskey(db, { accountId, id });
      break;
    case 'removeTotp':
      await dropApp(db, { accountId, id });
      break;
    case 'removePassword':
      await identity.credentials.clearPassword(accountId, clock.now());
      break;
    case 'disableTwoStep':
      await setTwoStep(db, accountId, { since: null, methods: [] });
      break;
  }
}
