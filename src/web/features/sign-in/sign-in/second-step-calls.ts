import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { secondStepEndpoints } from '#contract/sign-in/two-step/second-step.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { secondStepSchemas } from '#contract/sign-in/two-step/second-step.schemas.ts';
import type { GivenProof } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { keepPasskeyTask } from '#web/widgets/passkeys/passkey-task.ts';
import type { SecondStep } from '#web/widgets/sign-in/second-step.ts';

// Loaded with the form of the second step: no first step needs it.

type PageQuery = QueryOf<(typeof secondStepSchemas)['signInSecondStep']>;

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
  const answer = await call(secondStepEndpoints.signInSecondStep, { body: { ticket, trust, ...given }, query });
  if (!('account' in answer)) throw new Error('The answer to the second step has no account.');
  // A passkey may have gone since: a removal that waited has ended all sessions.
  keepPasskeyTask('signal');
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
