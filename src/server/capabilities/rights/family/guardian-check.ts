import type { AccountConfig } from '#server/platform/settings/accounts.ts';
import { second } from '#server/platform/clock.ts';
import { callOut } from '#server/platform/outbound/call-out.ts';
import { parseObject } from '#server/platform/outbound/loose-json.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { GuardianCheck } from './as-guardian.ts';

const timeoutMs = 5 * second;

/** The operator's own check of adults (GUARDIAN_CHECK). */
export function createGuardianCheck({ url, token }: NonNullable<AccountConfig['guardianCheck']>): GuardianCheck {
  return async (who) => {
    const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const answer = await callOut(new URL(url), { method: 'POST', headers, body: JSON.stringify(who), timeoutMs }).catch(
      (cause: unknown) => {
        throw new Refusal('unavailable', { reason: `GUARDIAN_CHECK: ${String(cause)}` });
      },
    );
    const adult = parseObject(answer.bytes.toString())?.['adult'];
    if (answer.status !== 200 || typeof adult !== 'boolean')
      throw new Refusal('unavailable', { reason: `GUARDIAN_CHECK answered ${answer.status}` });
    return adult;
  };
}
