import type { SensitiveAction } from '#contract/acts/acts.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { proofMethods, type ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { tabStore } from '#web/lib/browser/browser.ts';
import { isRecord, type RefusalError } from '#web/lib/api/refusal-error.ts';

/** The purpose of an identity proof. Without an action it is valid for one action of any kind (ADR 211). */
export interface ProofNeed {
  readonly action?: SensitiveAction | undefined;
  /** The subject of the action, such as the new phone: the proof is valid for this subject only. */
  readonly target?: string | undefined;
  /** The app that a removal takes out, where the proof itself names none. */
  readonly going?: string | undefined;
  /** Sentence that comes with the question. */
  readonly note?: string | undefined;
  /** Closes the question when the act waits: the person has not canceled it. */
  readonly onWaits?: (() => void) | undefined;
}

/** A proof method of an account. */
export interface AvailableMethod {
  readonly method: ProofMethod;
  /** Destination of a code, masked by the server; '' for a method without a code. */
  readonly target: string;
}

/** The methods that a refusal with 3001 offers (contract 4), without those unknown to this client. */
export function methodsOfRefusal({ data }: RefusalError): readonly AvailableMethod[] {
  const { methods } = data;
  if (!Array.isArray(methods)) return [];
  return methods.flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const method = proofMethods.find((known) => known === each['method']);
    // The account may have passkeys that this browser cannot use.
    return method === undefined || (method === 'passkey' && !canUsePasskeys()) ? [] : [{ method, target: String(each['target']) }];
  });
}

const usedKey = 'confirmed-by';

/** Notes the method that served: it is offered first the next time. */
export function keepUsed(method: ProofMethod): void {
  tabStore.setItem(usedKey, method);
}

/** A passkey first, then the method used last, then in the order of their offer. */
export function bestFirst(methods: readonly AvailableMethod[]): readonly AvailableMethod[] {
  const used = tabStore.getItem(usedKey);
  const rank = ({ method }: AvailableMethod): number => (method === 'passkey' ? -2 : method === used ? -1 : proofMethods.indexOf(method));
  return methods.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether this session has a valid proof. The action that uses it decides whether it is sufficient. */
export function hasLiveProof({ verifiedUntil }: AccountView): boolean {
  return verifiedUntil !== null && Date.parse(verifiedUntil) > Date.now();
}
