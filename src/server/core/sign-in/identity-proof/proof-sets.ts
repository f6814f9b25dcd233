import { askedOnProtected, proofOf, type SensitiveAction } from '#contract/acts/acts.ts';
import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { independence } from '#server/core/sign-in/ways/independence.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';
import type { AvailableMethod } from './methods.ts';

/** A live proof of a session, with the way that was shown for it. */
export interface LiveProof {
  readonly id: string;
  readonly method: ProofMethod;
  readonly way: WayId;
}

/** The need of an action, for the answer 3001 and the dialog. */
export interface Need {
  readonly strength: number;
  /** Two ways with different roots that share no carrier. */
  readonly independent: boolean;
}

export function needOf(account: Account, action: SensitiveAction): Need {
  const isProtected = account.twoStepAt !== null;
  // The first codes take nothing away.
  const isFirst = action === 'makeRecoveryCodes' && account.recoveryCodes.madeAt === null;
  return { strength: proofOf(action), independent: isProtected && askedOnProtected(action) === 'two' && !isFirst };
}

/** The smallest set of proofs that are independent together; undefined without one. */
export function independentSet(proofs: readonly LiveProof[], ways: AccountWays): readonly LiveProof[] | undefined {
  for (const [index, one] of proofs.entries()) {
    const other = proofs.slice(index + 1).find((each) => areIndependent([one, each], ways));
    if (other !== undefined) return [one, other];
  }
  return undefined;
}

/** The methods that make an independent set with what was shown; before anything was, all of them. */
export function methodsBeside(
  methods: readonly AvailableMethod[],
  proofs: readonly LiveProof[],
  ways: AccountWays,
): readonly AvailableMethod[] {
  if (proofs.length === 0) return methods;
  return methods.filter(({ method }) => {
    const possible = ways.own.filter(({ kind, isSuspect }) => kind === kindOfMethod[method] && !isSuspect);
    return possible.some(({ id: way }) => proofs.some((proof) => areIndependent([proof, { id: '', method, way }], ways)));
  });
}

function areIndependent(proofs: readonly LiveProof[], ways: AccountWays): boolean {
  return independence(shownIn(proofs, ways), ways) === 'independent';
}

/** The ways of proofs, each once. */
export function shownIn(proofs: readonly LiveProof[], { known }: AccountWays) {
  return [...new Set(proofs.map(({ way }) => way))].flatMap((id) => known.get(id) ?? []);
}
