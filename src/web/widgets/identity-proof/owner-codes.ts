import { codesEndpoints } from '#contract/sign-in/codes/codes.ts';
import { call } from '#web/lib/api/api.ts';
import type { SendCode } from '#web/widgets/codes/code-request.ts';

/** Codes of one scene to the account's own phone or email, which only the server knows in full. */
export interface OwnerCodes {
  readonly scene: 'verify' | 'delete' | 'upgrade' | 'reset' | 'login';
  /** The call needs no captcha: the person has proven something already. */
  readonly withoutCaptcha?: boolean;
  readonly send: (channel: 'phone' | 'email') => SendCode;
}

/** Codes that a call of a flow sends, which needs no captcha. */
export function codesOf(send: OwnerCodes['send']): OwnerCodes {
  return { scene: 'reset', withoutCaptcha: true, send };
}

/** The codes of a scene, requested with the session or with an X-Token. */
export function ownerCodes(scene: Exclude<OwnerCodes['scene'], 'reset' | 'login'>, as: { readonly xToken?: string } = {}): OwnerCodes {
  return {
    scene,
    send: (channel) => (_target, validate) => {
      // The path needs a purpose; only the scene counts.
      const input = { ...as, params: { purpose: 'login' as const } };
      const body = { scene, validate };
      return channel === 'phone'
        ? call(codesEndpoints.sendAccountSms, { ...input, body })
        : call(codesEndpoints.sendAccountEmail, { ...input, body: { ...body, region: '' } });
    },
  };
}
