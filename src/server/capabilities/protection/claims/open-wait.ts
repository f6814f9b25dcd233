import { isRemoval, type RemovalAct, type WaitingAct } from '#contract/acts/acts.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { tellOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { idOf, keepsWayIn, passkeyWay, totpWay } from '#server/core/sign-in/ways/ways.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { tellingOf, type ClaimDeps } from './claim-deps.ts';

export interface Wait {
  readonly action: WaitingAct;
  /** The target of the act, as its proof names it; for a removal the passkey, the app or the platform that is to go. */
  readonly target: string | undefined;
}

export interface Removal extends Wait {
  readonly action: RemovalAct;
}

/**
 * Opens a claim for an act of a protected account, for a session that cannot show two independent ways. Everybody who may own
 * the account is told in the same transaction, each with a link that stops it. A removal is done automatically after 24 hours, 72
 * hours or 7 days; from then on any other act takes the same ways again, and no second one.
 *
 * For a removal: is there one → is there another way in. One transaction: nothing has changed in the meantime, all proofs spent,
 * claim, audit, notices.
 *
 * @throws {Refusal} badRequest where there is no such thing, lastWayIn, verificationNeeded where what was shown opens no
 * claim, proofDoesNotCount where it does it at once, tooManyRequests
 */
export async function openWait(
  deps: ClaimDeps,
  { session, visit }: { readonly session: Session; readonly visit: Visit },
  wait: Wait,
): Promise<{ readonly dueAt: number }> {
  const { account } = session;
  const way = wayOf(account, wait);
  // Nobody could be told of it otherwise.
  if (contactsOf(account).length === 0) throw new Refusal('proofDoesNotCount', { reason: 'nobody could be notified of the wait' });
  const { action, target } = wait;
  return deps.store.db.tx(async () => {
    await lockCredentials(deps.store.db, session);
    const { targetHash, shown, ways, waitMs } = await deps.evidence.proofs.spendSlowly(session, {
      action,
      ...(target === undefined ? {} : { target }),
    });
    const { claim } = await deps.evidence.claims.open({ account, ways, shown, waitMs, visit, act: { action, targetHash, way } });
    const detail = { kind: 'act', claim: claim.id, action, roots: claim.roots.join(' '), hours: waitMs / 3_600_000 };
    await deps.journal.audit.record({
      event: 'claim.opened',
      accountId: account.id,
      sessionId: session.sessionId,
      origin: visit,
      detail,
    });
    await tellOfClaim(tellingOf(deps), account, claim, 'opened');
    return { dueAt: claim.dueAt };
  });
}

/** The way that is to go; undefined where none is. @throws {Refusal} badRequest, lastWayIn */
function wayOf(account: Account, { action, target }: Wait): WayId | undefined {
  if (!isRemoval(action)) return undefined;
  const way = goingWay(account, { action, target });
  if (way === 'none') throw new Refusal('badRequest', { reason: 'there is no such thing to remove' });
  if (!mayGo(account, action, way)) throw new Refusal('lastWayIn', { reason: 'the way that is to go is the last one' });
  return way;
}

/** The way that is to go; undefined for two-step verification, 'none' where there is no such thing. */
export function goingWay(account: Account, { action, target = '' }: Removal): WayId | 'none' | undefined {
  switch (action) {
    case 'unbindPhone':
      return account.phone === null ? 'none' : idOf(account, 'phone');
    case 'unbindEmail':
      return account.email === null ? 'none' : idOf(account, 'email');
    case 'removePassword':
      return account.passwordHash === null ? 'none' : idOf(account, 'password');
    case 'unbindSocial': {
      const platform = platforms.find((each) => each === target && account.socials.some((social) => social.platform === each));
      return platform === undefined ? 'none' : `social:${platform}`;
    }
    case 'removePasskey':
      return account.passkeys.some(({ id }) => id === target) ? passkeyWay(target) : 'none';
    case 'removeTotp':
      return account.totpApps.some(({ id }) => id === target) ? totpWay(target) : 'none';
    case 'disableTwoStep':
      return undefined;
  }
}

/** The guard of the last way in, as of the removals at once. */
export function mayGo(account: Account, action: RemovalAct, way: WayId | undefined): boolean {
  switch (action) {
    case 'unbindPhone':
      return keepsWayIn(account, 'phone');
    case 'unbindEmail':
      return keepsWayIn(account, 'email');
    case 'unbindSocial':
      return keepsWayIn(account, 'social');
    case 'removePassword':
      return account.passkeys.some(({ proves }) => proves) && keepsWayIn(account, 'password');
    case 'removePasskey':
    case 'removeTotp':
      return way !== undefined && keepsWayIn(account, way);
    case 'disableTwoStep':
      return true;
  }
}
