import type { RemovalAct } from '#contract/acts/acts.ts';
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

export interface Removal {
  readonly action: RemovalAct;
  /** The passkey, the app or the platform that is to go. */
  readonly target: string | undefined;
}

/**
 * Opens a claim that removes something of a protected account after 24 or 72 hours, for a session that cannot show two
 * independent ways. Everybody who may own the account is told in the same transaction, each with a link that stops it.
 *
 * Is there one → is there another way in → one transaction: nothing has changed in the meantime, all proofs spent, claim,
 * audit, notices.
 *
 * @throws {Refusal} badRequest where there is no such thing, lastWayIn, verificationNeeded where what was shown opens no
 * claim, proofDoesNotCount where it removes at once, tooManyRequests
 */
export async function openRemovalClaim(
  deps: ClaimDeps,
  { session, visit }: { readonly session: Session; readonly visit: Visit },
  removal: Removal,
): Promise<{ readonly dueAt: number }> {
  const { account } = session;
  const way = goingWay(account, removal);
  if (way === 'none') throw new Refusal('badRequest', { reason: 'there is no such thing to remove' });
  if (!mayGo(account, removal.action, way)) throw new Refusal('lastWayIn', { reason: 'the way that is to go is the last one' });
  // Nobody could be told of it otherwise.
  if (contactsOf(account).length === 0) throw new Refusal('proofDoesNotCount', { reason: 'nobody could be notified of the removal' });
  const { action, target } = removal;
  return deps.store.db.tx(async () => {
    await lockCredentials(deps.store.db, session);
    const { shown, ways, waitMs } = await deps.evidence.proofs.spendSlowly(session, {
      action,
      ...(target === undefined ? {} : { target }),
    });
    const { claim } = await deps.evidence.claims.open({ account, ways, shown, waitMs, visit, removal: { action, way } });
    const detail = { kind: 'removal', action, roots: claim.roots.join(' '), hours: waitMs / 3_600_000 };
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

/** What is to go; undefined for two-step verification, 'none' where there is no such thing. */
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
