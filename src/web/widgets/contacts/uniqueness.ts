import { useState } from 'react';
import { checksEndpoints } from '#contract/account/checks/checks.ts';
import { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import type { RemoteRule } from '#contract/rules/remote.ts';
import { call } from '#web/lib/api/api.ts';
import { remoteCheck, type RemoteCheck } from '#web/ui/form/remote-check.ts';

type Ask = (value: string, signal: AbortSignal) => Promise<boolean>;

const asks = {
  checkUsername: (username, signal) => call(checksEndpoints.checkUsername, { body: { username }, signal }),
  checkNickname: (nickname, signal) => call(checksEndpoints.checkNickname, { body: { nickname }, signal }),
  checkEmail: (email, signal) => call(checksEndpoints.checkEmail, { body: { email }, signal }),
  checkPhone: (phone, signal) => call(checksEndpoints.checkPhone, { body: { phone }, signal }),
  checkOwnEmail: (email, signal) => call(deletionEndpoints.checkOwnEmail, { body: { email }, signal }),
  checkOwnPhone: (phone, signal) => call(deletionEndpoints.checkOwnPhone, { body: { phone }, signal }),
} as const satisfies Record<RemoteRule['call'], Ask>;

/**
 * A rule that the server checks, for the `remote` of a form's field: asked 500 ms after the last change, once per
 * value; a failed call counts as valid (spec 5).
 */
export function useUniqueness(rule: RemoteRule): RemoteCheck {
  const [check] = useState(() => {
    const ask: Ask = asks[rule.call];
    return remoteCheck(rule.name, async (value, signal) => (await ask(value, signal)) === rule.failsOn);
  });
  return check;
}
