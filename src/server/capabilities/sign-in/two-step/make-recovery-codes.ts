import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import { keepFormerPaper } from '#server/core/sign-in/former-things/former-things.ts';
import { paperWay } from '#server/core/sign-in/ways/ways.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { redeemPart, requireSetUpProof } from './set-up-proof.ts';
import type { TwoStepDeps } from './two-step-deps.ts';

/**
 * Makes ten recovery codes; only this answer shows them. Earlier codes are void at once, or during the
 * set-up of two-step verification with its last step.
 * @throws {Refusal} verificationNeeded, unauthorized
 */
export async function makeRecoveryCodes(
  deps: TwoStepDeps,
  { session, visit }: Person,
): Promise<{ readonly codes: readonly string[]; readonly madeAt: number }> {
  const { store, evidence, identity, journal } = deps;
  const { account, accountId } = session;
  const { of } = await requireSetUpProof(evidence, session, 'makeRecoveryCodes');
  return store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const { way: by, taking } = await redeemPart(evidence, session, { of, part: 'makeRecoveryCodes' });
    if (taking !== undefined) await keepFormerPaper(deps, account, taking);
    const at = store.clock.now();
    const made = await evidence.recoveryCodes.make(account, { at, in: { session: session.sessionId, untilFinish: of === 'set-up' } });
    const added = { way: paperWay(at), replaces: account.recoveryCodes.madeAt !== null };
    await identity.ways.vouch({ account, added, at, by, taking });
    await journal.audit.record({ event: 'recovery-codes.made', accountId, sessionId: session.sessionId, origin: visit });
    if (of === 'part') await tellOwner(deps, { account, event: 'recoveryCodesMade', by: visit });
    return made;
  });
}
