import type { AccountView } from '#contract/schemas/account.ts';
import { proofMethods, type ProofMethod, type SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
import { isRecord, type RefusalError } from '#web/lib/refusal-error.ts';

/** What a proof of identity is for. Without an action it is good for one action of any kind (ADR 19). */
export interface ProofNeed {
  readonly action?: SensitiveAction | undefined;
  /** What the action is about, such as the new phone: the proof is good for nothing else. */
  readonly target?: string | undefined;
}

/** A way to prove who one is, as the account has it. */
export interface AvailableMethod {
  readonly method: ProofMethod;
  /** Where a code would go, masked by the server; '' where nothing is sent. */
  readonly target: string;
}

/** The methods that a refusal with 3001 offers (contract 4). Those that this client does not know are left out. */
export function methodsOfRefusal({ data }: RefusalError): readonly AvailableMethod[] {
  const { methods } = data;
  if (!Array.isArray(methods)) return [];
  return methods.flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const method = proofMethods.find((known) => known === each['method']);
    return method === undefined ? [] : [{ method, target: String(each['target']) }];
  });
}

/** Whether this session has proven who is there a moment ago. The action that uses the proof decides whether it does. */
export function hasLiveProof({ verifiedUntil }: AccountView): boolean {
  return verifiedUntil !== null && Date.parse(verifiedUntil) > Date.now();
}
