import { codesEndpoints } from '#contract/sign-in/codes/codes.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api/api.ts';
import type { SendCode } from './code-request.ts';

/** The purpose of a visitor's code. */
export type VisitorPurpose = 'register' | 'login' | 'reset' | 'freeze';

/** Sends a visitor's code by SMS or, where the target has an at-sign, by mail. */
export function sendToVisitor(purpose: VisitorPurpose, region: RegionOrNone = ''): SendCode {
  // Recovery and freezing are scenes of purpose login (contract 5).
  const [params, scene] =
    purpose === 'reset' || purpose === 'freeze' ? [{ purpose: 'login' } as const, { scene: purpose }] : [{ purpose }, {}];
  return (target, validate) =>
    target.includes('@')
      ? call(codesEndpoints.sendEmail, { params, body: { email: target, validate, region, ...scene } })
      : call(codesEndpoints.sendSms, { params, body: { phone: target, validate, ...scene } });
}
