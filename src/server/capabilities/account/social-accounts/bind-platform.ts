import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockCredentials, type Access } from '#server/core/sign-in/access/access.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import { claimPendingIdentity } from './authorizations.guarded.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SocialIdentity } from '#server/platform/social/social.ts';
import { beginAuthorization, finishAuthorization, type AuthorizationDeps } from './authorization.ts';
import { SocialAccountTaken, findOwner, insertSocialAccount } from './social-accounts.repository.ts';
import { keepGrant } from './keep-grant.ts';
import { findPending, type PendingDeps } from './pending-identity.ts';
import { tellOfSocialAccount } from './tell-of-social-account.ts';

export interface BindPlatformDeps extends AuthorizationDeps, PendingDeps {
  readonly identity: Identity;
  readonly access: Access;
}

/** The account after a change, and the session that made the change, under its new id; undefined if nothing changed. */
export interface ChangedAccount {
  readonly account: Account;
  readonly session: StartedSession | undefined;
}

/** The person to bind: just back from the platform, or waiting since an attempt to sign in. */
export type BindInput = { readonly platform: Platform } & (
  | { readonly code: string; readonly state: string }
  | { readonly platformKey: string }
);

/**
 * Sends a signed-in person to a platform, to bind their social account.
 * @throws {Refusal} configFail, socialAlreadyBound where the account has one of this platform, verificationNeeded
 */
export async function beginBind(
  deps: BindPlatformDeps,
  { session, visit }: Person,
  platform: Platform,
): Promise<{ readonly url: string; readonly state: string }> {
  const { account, accountId } = session;
  if (account.socials.some((social) => social.platform === platform)) {
    throw new Refusal('socialAlreadyBound', { reason: 'the account has one' });
  }
  await deps.evidence.proofs.require(session, { action: 'bindSocial', target: platform });
  return beginAuthorization(deps, visit, { platform, accountId, redirect: '' });
}

/**
 * Binds a social account. Binding the same one again changes nothing.
 *
 * Is there a proof → whose social account is it → has another account bound it → one transaction: nothing has changed
 * in the meantime, proof spent, key spent, social account (the database decides the first), notices, audit. Other
 * sessions, tokens and consents stay (ADR 5).
 *
 * @throws {Refusal} verificationNeeded, tokenError for an invalid key, socialAlreadyBound, unauthorized, and as
 * `finishAuthorization`
 */
export async function bindPlatform(deps: BindPlatformDeps, person: Person, input: BindInput): Promise<ChangedAccount> {
  const { session } = person;
  await deps.evidence.proofs.require(session, { action: 'bindSocial', target: input.platform });
  const { identity, pendingId } = await identify(deps, person, input);
  const owner = await findOwner(deps.store.db, identity);
  if (owner === session.accountId) return { account: session.account, session: undefined };
  if (owner !== undefined) throw new Refusal('socialAlreadyBound', { reason: 'another account has it' });
  try {
    return await writeSocialAccount(deps, person, { identity, pendingId });
  } catch (error) {
    if (error instanceof SocialAccountTaken) throw new Refusal('socialAlreadyBound', { reason: 'another account took it meanwhile' });
    throw error;
  }
}

interface Identified {
  readonly identity: SocialIdentity;
  /** The id of the presented key, to be spent. */
  readonly pendingId: string | undefined;
}

async function identify(deps: BindPlatformDeps, { session, visit }: Person, input: BindInput): Promise<Identified> {
  const { platform } = input;
  if ('platformKey' in input) {
    const pending = await findPending(deps, { platform, visitor: visit.visitor, key: input.platformKey });
    if (pending === undefined) throw new Refusal('tokenError', { reason: 'platform_key' });
    return { identity: pending.identity, pendingId: pending.id };
  }
  const { code, state } = input;
  const { identity } = await finishAuthorization(deps, visit, { platform, code, state, accountId: session.accountId });
  return { identity, pendingId: undefined };
}

function writeSocialAccount(deps: BindPlatformDeps, person: Person, { identity, pendingId }: Identified): Promise<ChangedAccount> {
  const {
    store: { db, clock },
    evidence: { proofs },
    journal: { audit },
  } = deps;
  const { session, visit } = person;
  const { accountId } = session;
  const { platform } = identity;
  const need = { action: 'bindSocial', target: platform } as const;
  return db.tx(async () => {
    const at = clock.now();
    await lockCredentials(db, session);
    const { way: by, taking } = await proofs.spend(session, need);
    await deps.identity.ways.vouch({ account: session.account, added: 'social', at, by, taking });
    if (pendingId !== undefined && !(await claimPendingIdentity(db, { id: pendingId, at }))) {
      throw new Refusal('tokenError', { reason: 'platform_key has just been used' });
    }
    await insertSocialAccount(db, { accountId, identity, at });
    await keepGrant(deps.store, accountId, identity);
    await raiseVersion(db, accountId);
    const account = await readAccount(deps.identity, accountId);
    await tellOfSocialAccount(deps.journal, { account, event: 'socialBound', platform, by: visit });
    const renewed = await deps.access.goOnAfter(need.action, person);
    await audit.record({ event: 'social.bound', accountId, sessionId: renewed.sessionId, origin: visit, detail: { platform } });
    return { account, session: renewed };
  });
}
