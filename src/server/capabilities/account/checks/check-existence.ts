import { identifier, type IdentifierKind } from '#server/core/account/identifiers/identifier.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { hour } from '#server/platform/clock.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface CheckExistenceDeps {
  readonly identity: Identity;
  readonly gate: Gate;
}

export interface CheckExistenceInput {
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly validate: string | undefined;
}

/**
 * Answers without a captcha for a visitor and a client IP per hour: enough to fill in one or two forms (contract 5).
 */
const freePerVisitor = 10;
const freePerNetwork = 30;

/**
 * Tells truthfully whether an account has this value, because the forms need it. Beyond a small budget, each answer
 * costs a captcha. A value that breaks its rules belongs to no account.
 * @throws {Refusal} legacyPhone, legacyEmail, exists for a value that only a legacy account has; tooFrequent with `data.captcha`
 * beyond the budget; captchaFailed for an invalid captcha
 */
export async function checkExistence(deps: CheckExistenceDeps, visit: Visit, input: CheckExistenceInput): Promise<boolean> {
  const {
    identity: { accounts, legacyAccounts },
    gate: { captcha },
  } = deps;
  if (input.validate === undefined) await takeFreeCheck(deps, visit);
  else await captcha.verify(input.validate, 'check', visit);
  const found = identifier(input.kind, input.value);
  if (!found) return false;
  if (await accounts.exists(found.kind, found.value)) return true;
  await legacyAccounts.refuse(found);
  // Sign-in accepts it, and a new account may have it: neither answer would be right.
  if (found.kind === 'username' && (await legacyAccounts.find(found)).length > 0)
    throw new Refusal('exists', { fields: { username: 'exists' } });
  return false;
}

async function takeFreeCheck({ gate: { limiter, rateFactor } }: CheckExistenceDeps, { visitor, clientIp }: Visit): Promise<void> {
  const taken = await limiter.take([
    { key: `free-checks:${visitor}`, limit: freePerVisitor * rateFactor, windowMs: hour },
    ...networkTakes(clientIp, { key: 'free-checks', limit: freePerNetwork * rateFactor, windowMs: hour }),
  ]);
  if (!taken.ok)
    throw new Refusal('tooFrequent', { reason: 'checks without a captcha', data: { captcha: true }, retryAfter: taken.retryAfterSeconds });
}
