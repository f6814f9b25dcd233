import { secondStepEndpoints } from '#contract/endpoints/second-step.ts';
import { call } from '#web/lib/api.ts';
import type { RefusalError } from '#web/lib/refusal-error.ts';
import { emailInstead } from '#web/widgets/contacts/email-instead.ts';
import type { PageQuery } from './sign-in.ts';

/** A sign-in with a completed first step (3011). */
export interface SecondStep {
  readonly ticket: string;
  /** The recipient of the code, masked by the server. */
  readonly masked: string;
  /** Earliest time of the next code request, in milliseconds since the epoch. */
  readonly resendAt: number;
}

/** The second step of a refusal; undefined for any other refusal. */
export function readSecondStep(error: RefusalError): SecondStep | undefined {
  const { ticket, cd } = error.data;
  const masked = emailInstead(error);
  if (masked === undefined || typeof ticket !== 'string') return undefined;
  return { ticket, masked, resendAt: Date.now() + (typeof cd === 'number' ? cd * 1000 : 0) };
}

/**
 * Signs in with the second code and returns the next path.
 * @throws {RefusalError} tokenError (1022) for an expired ticket
 */
export async function finishSignIn({ ticket }: SecondStep, code: string, query: PageQuery): Promise<string> {
  const answer = await call(secondStepEndpoints.signInSecondStep, { body: { ticket, method: 'email', code }, query });
  if (!('account' in answer)) throw new Error('The answer to the second code has no account.');
  return answer.continue;
}

/**
 * Sends another code: the same call without a code.
 * @throws {RefusalError} tokenError (1022) for an expired ticket
 */
export async function sendSecondCode({ ticket }: SecondStep): Promise<{ readonly cd: number }> {
  const answer = await call(secondStepEndpoints.signInSecondStep, { body: { ticket, method: 'email' } });
  if (!('cd' in answer)) throw new Error('The request for another code signed in instead.');
  return answer;
}
