import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Taking } from '#server/core/sign-in/ways/taking.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** A part of the set-up that is also an action. */
type Part = 'addTotp' | 'makeRecoveryCodes';

/** Whether the proof is of the part itself, or the one of the whole set-up, which its last step spends. */
export interface SetUpProof {
  readonly of: 'part' | 'set-up';
}

/**
 * The proof for a part of the set-up. One proof of `enableTwoStep` carries all parts in its session until the set-up is
 * finished, so that nobody is asked three times; what it adds is valid only with the last step.
 * @throws {Refusal} verificationNeeded for the part
 */
export async function requireSetUpProof({ proofs }: Pick<Evidence, 'proofs'>, session: Session, part: Part): Promise<SetUpProof> {
  if (await proofs.has(session, { action: part })) return { of: 'part' };
  if (session.account.twoStepAt === null && (await proofs.has(session, { action: 'enableTwoStep' }))) return { of: 'set-up' };
  await proofs.require(session, { action: part });
  throw new Refusal('verificationNeeded', { reason: 'the proof was just spent' });
}

/** The way that gave the proof of a part; what it takes out is known where it was spent. */
interface RedeemedPart {
  readonly way: WayId;
  readonly taking: Taking | undefined;
}

/** Spends the proof of a part, in its transaction, and returns the way that gave it; that of a set-up stays for its last step. */
export async function redeemPart(
  { proofs }: Pick<Evidence, 'proofs'>,
  session: Session,
  { of, part }: SetUpProof & { readonly part: Part },
): Promise<RedeemedPart> {
  if (of === 'part') return proofs.spend(session, { action: part });
  return { way: await proofs.peek(session, { action: 'enableTwoStep' }), taking: undefined };
}
