import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts';
import { secondStepEndpoints } from '#contract/endpoints/second-step.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { secondStepSchemas } from '#contract/schemas/second-step.ts';
import type { GivenProof } from '#contract/vocabulary/identity-proof.ts';
import { secondMethods, secondStepReasons, type SecondStepReason } from '#contract/vocabulary/second-step.ts';
import { call } from '#web/lib/api.ts';
import type { CallData } from '#web/lib/call-types.ts';
import { whenPersonGoes } from '#web/lib/person-state.ts';
import type { RefusalError } from '#web/lib/refusal-error.ts';
import { methodsOfRefusal, type AvailableMethod } from '#web/widgets/identity-proof/proof-method.ts';

/** A sign-in with a completed first step (3011). */
export interface SecondStep {
  readonly ticket: string;
  readonly because: SecondStepReason;
  /** Strongest first, as the server offers them. */
  readonly methods: readonly AvailableMethod[];
  /** Earliest time of the next code request, in milliseconds since the epoch. */
  readonly resendAt: number;
  /** Where the person goes on, if the sign-in knew it; otherwise the page does. */
  readonly goal?: string;
}

type PageQuery = QueryOf<(typeof secondStepSchemas)['signInSecondStep']>;

/** The second step of a refusal; undefined for any other refusal. */
export function readSecondStep(error: RefusalError): SecondStep | undefined {
  const { ticket, cd, because, continue: goal } = error.data;
  if (error.refusal !== 'secondStepNeeded' || typeof ticket !== 'string') return undefined;
  const methods = methodsOfRefusal(error).filter(({ method }) => secondMethods.some((known) => known === method));
  return {
    ticket,
    because: secondStepReasons.find((known) => known === because) ?? 'protected',
    methods,
    resendAt: Date.now() + (typeof cd === 'number' ? cd * 1000 : 0),
    ...(typeof goal === 'string' && { goal }),
  };
}

let kept: SecondStep | undefined;

whenPersonGoes(() => {
  kept = undefined;
});

/** For the sign-in page, which shows the second step of every first one. */
export function keepSecondStep(second: SecondStep): void {
  kept = second;
}

/** The kept one, once. */
export function takeSecondStep(): SecondStep | undefined {
  const taken = kept;
  kept = undefined;
  return taken;
}

interface Finishing {
  readonly given: GivenProof;
  readonly trust: boolean;
  readonly query: PageQuery;
}

/**
 * Signs in with the second proof and returns the next path.
 * @throws {RefusalError} tokenError (1022) for an expired ticket
 */
export async function finishSignIn({ ticket, goal }: SecondStep, { given, trust, query }: Finishing): Promise<string> {
  if (given.method === 'password') throw new Error('A password is no second step.');
  const answer = await call(secondStepEndpoints.signInSecondStep, { body: { ticket, trust, ...given }, query });
  if (!('account' in answer)) throw new Error('The answer to the second step has no account.');
  return goal ?? answer.continue;
}

/**
 * Sends a code: the same call without one.
 * @throws {RefusalError} tokenError (1022) for an expired ticket
 */
export async function sendSecondCode({ ticket }: SecondStep, method: 'phone' | 'email'): Promise<{ readonly cd: number }> {
  const answer = await call(secondStepEndpoints.signInSecondStep, { body: { ticket, method } });
  if (!('cd' in answer)) throw new Error('The request for a code signed in instead.');
  return answer;
}

/** Options for a passkey as the second step. */
export function beginSecondPasskey({ ticket }: SecondStep): Promise<CallData<typeof passkeysEndpoints.beginPasskey>> {
  return call(passkeysEndpoints.beginPasskey, { body: { purpose: 'second', ticket } });
}
