import { guardiansOfChild, invitationDays } from '#contract/vocabulary/children.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { findGuardianship, guardianshipsOf } from '#server/core/rights/family/guardianships.repository.ts';
import { isChild } from '#server/core/account/age/limited-child.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { readReference, referenceOf } from '#server/core/protection/notices/reference.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface InviteDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly evidence: Pick<Evidence, 'links' | 'proofs' | 'publicUrl'>;
  readonly journal: Pick<Journal, 'audit'>;
}

export interface Invitation {
  readonly url: string;
  /** The same invitation, to read out. */
  readonly code: string;
  readonly expiresAt: number;
}

/**
 * Makes a link and a code for a guardian; earlier ones end. The child asks its first guardian, who asks the second.
 * @throws {Refusal} notFound for an account that is no child, tooMany where it has two guardians; forbidden for a child that
 * has one, verificationNeeded for a guardian
 */
export async function inviteGuardian(
  { store: { db, clock }, evidence: { links, proofs, publicUrl }, journal: { audit } }: InviteDeps,
  { session, visit }: { readonly session: Session; readonly visit: Visit },
  ofChild: string | undefined,
): Promise<Invitation> {
  const { account, accountId, sessionId } = session;
  const own = ofChild === undefined ? undefined : await findGuardianship(db, { id: ofChild, guardianId: accountId });
  const childId = own?.state === 'agreed' ? own.child_id : accountId;
  if (ofChild === undefined ? !isChild(account) : own?.state !== 'agreed') throw new Refusal('notFound', { reason: 'no child' });
  return db.tx(async () => {
    await lockAccount(db, childId);
    const guardians = (await guardianshipsOf(db, 'child_id', childId)).filter(({ state }) => state === 'agreed');
    if (guardians.length >= guardiansOfChild) throw new Refusal('tooMany', { reason: 'guardians of the child' });
    if (own !== undefined) await proofs.redeem(session, { action: 'inviteSecondGuardian', target: own.id });
    else if (guardians.length > 0) throw new Refusal('forbidden', { reason: 'the child has a guardian, who invites' });
    await links.revoke(childId, ['guardian']);
    const code = referenceOf(newId());
    const link = { kind: 'guardian', accountId: childId, target: '', payload: visit.visitor } as const;
    const { path } = await links.issue(link);
    await links.issue({ ...link, token: code });
    await audit.record({ event: 'guardian.invited', accountId, sessionId, origin: visit });
    return { url: `${publicUrl}${path}`, code, expiresAt: clock.now() + invitationDays * day };
  });
}

/** The token of a link as it is, a typed code in its usual spelling. */
export function readInvitation(text: string): string {
  return readReference(text) ?? text;
}
