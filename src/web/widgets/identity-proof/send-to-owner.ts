import { codesEndpoints } from '#contract/endpoints/codes.ts';
import { call } from '#web/lib/api.ts';
import type { SendCode } from '#web/widgets/codes/code-request.ts';

/** Sends a code of scene `verify` to the account's own phone or email, which the server alone knows in full. */
export function sendToOwner(channel: 'phone' | 'email'): SendCode {
  return (_target, validate) => {
    // The purpose is part of the path; what counts is the scene.
    const input = { params: { purpose: 'login' as const }, body: { scene: 'verify' as const, validate } };
    return channel === 'phone' ? call(codesEndpoints.sendAccountSms, input) : call(codesEndpoints.sendAccountEmail, input);
  };
}
