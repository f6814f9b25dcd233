import { identifier, type IdentifierKind } from '#server/core/accounts/identifier.ts';
import type { Gate } from '#server/core/gate/gate.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { hour } from '#server/platform/clock.ts';
import { networkTakes } from '#server/platform/rate-limit/network-takes.ts';
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

/** Answers that a visitor and an address get in an hour without a captcha: what filling in a form or two takes (contract 5). */
const freePerVisitor = 10;
const freePerNetwork = 30;

/**
 * Whether an account has this value. True and unhidden, because the forms need it; so it is rationed: beyond a small budget each
 * answer costs a captcha. A value that breaks its rules belongs to nobody.
 * @throws {Refusal} legacyPhone, legacyEmail for what only a legacy account has; tooFrequent with `data.captcha` beyond the budget;
 * captchaFailed for a captcha that is none
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
  return false;
}

async function takeFreeCheck({ gate: { limiter, rateFactor } }: CheckExistenceDeps, { visitor, clientIp }: Visit): Promise<void> {
  const taken = await limiter.take([
    { key: `free-checks:${visitor}`, limit: freePerVisitor * rateFactor, windowMs: hour },
    ...networkTakes(clientIp, { key: 'free-checks', limit: freePerNetwork * rateFactor, windowMs: hour }),
  ]);
  if (!taken.ok) throw new Refusal('tooFrequent', { data: { captcha: true }, retryAfter: taken.retryAfterSeconds });
}
