import { secondStepEndpoints } from '#contract/endpoints/second-step.ts';
import { call } from '#web/lib/api.ts';
import type { RefusalError } from '#web/lib/refusal-error.ts';
import { emailInstead } from '#web/widgets/contacts/email-instead.ts';
import type { PageQuery } from './sign-in.ts';

/** A sign-in whose first step is done (3011). */
export interface SecondStep {
  readonly ticket: string;
  /** Where the code went, masked by the server. */
  readonly masked: string;
  /** When the next code may be asked for, in milliseconds since the epoch. */
  readonly resendAt: number;
}

/** What the refusal says of the second step; undefined for any other refusal. */
export function readSecondStep(error: RefusalError): SecondStep | undefined {
  const { ticket, cd } = error.data;
  const masked = emailInstead(error);
  if (masked === undefined || typeof ticket !== 'string') return undefined;
  return { ticket, masked, resendAt: Date.now() + (typeof cd === 'number' ? cd * 1000 : 0) };
}

/**
 * Signs in with the second code and answers where to go now.
 * @throws {RefusalError} tokenError (1022) when the ticket has run out
 */
export async function finishSignIn({ ticket }: SecondStep, code: string, query: PageQuery): Promise<string> {
  const answer = await call(secondStepEndpoints.signInSecondStep, { body: { ticket, method: 'email', code }, query });
  if (!('account' in answer)) throw new Error('a code was sent instead of compared');
  return answer.continue;
}

/**
 * The same call without a code sends one again.
 * @throws {RefusalError} tokenError (1022) when the ticket has run out
 */
export async function sendSecondCode({ ticket }: SecondStep): Promise<{ readonly cd: number }> {
  const answer = await call(secondStepEndpoints.signInSecondStep, { body: { ticket, method: 'email' } });
  if (!('cd' in answer)) throw new Error('a sign-in without a code');
  return answer;
}
