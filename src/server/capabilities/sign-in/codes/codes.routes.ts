import { codesEndpoints } from '#contract/sign-in/codes/codes.ts';
import { codesSchemas } from '#contract/sign-in/codes/codes.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sendAccountCode } from './send-account-code.ts';
import { sendVisitorCode } from './send-visitor-code.ts';

/** The calls that send one-time codes. */
export function codesRoutes(deps: Core): BoundCalls {
  return implement(codesEndpoints, codesSchemas, {
    sendSms: (call) => {
      const { phone, scene, validate } = call.body;
      return sendVisitorCode(deps, call, { kind: 'phone', contact: phone, purpose: call.params.purpose, scene, validate });
    },
    sendEmail: (call) => {
      const { email, scene, validate } = call.body;
      return sendVisitorCode(deps, call, { kind: 'email', contact: email, purpose: call.params.purpose, scene, validate });
    },
    sendAccountSms: (call) => {
      const scene = accountScene(call);
      return sendAccountCode(deps, holderOf(call, scene), { kind: 'phone', scene, contact: call.body.phone, visit: call });
    },
    sendAccountEmail: (call) => {
      const scene = accountScene(call);
      return sendAccountCode(deps, holderOf(call, scene), { kind: 'email', scene, contact: call.body.email, visit: call });
    },
  });
}

type AccountScene = 'verify' | 'bind' | 'delete' | 'upgrade';

/** The specification has no scenes: a code for a registration goes to a new contact, and one for a sign-in to the own one. */
function accountScene(call: {
  readonly body: { readonly scene?: AccountScene };
  readonly params: { readonly purpose: 'register' | 'login' };
}): AccountScene {
  return call.body.scene ?? (call.params.purpose === 'register' ? 'bind' : 'verify');
}

/** The account deletion page sends codes only for its own actions. */
function holderOf({ session }: Pick<Call<Session | undefined>, 'session'>, scene: AccountScene): Session {
  if (!session || (session.limitedTo !== undefined && (scene === 'bind' || scene === 'upgrade')))
    throw new Refusal('tokenError', { reason: 'no page of this ticket' });
  return session;
}
