import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import { passwordSchemas } from '#contract/sign-in/password/password.schemas.ts';
import { accountView, viewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session, StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { changePassword } from './change-password.ts';
import { changePasswordByCode } from './change-password-by-code.ts';
import { checkPassword } from './check-password.ts';
import { removePassword } from './remove-password.ts';
import { beginRecovery, resetPasswordByCode, resetPasswordByToken } from './reset-password.ts';
import { setPassword } from './set-password.ts';

/** The password: check, change, set, recover. */
export function passwordRoutes(deps: Core): BoundCalls {
  return implement(passwordEndpoints, passwordSchemas, {
    checkPassword: (call) => checkPassword(deps, personOf(call), call.body.password),
    changePassword: async (call) => goOn(call, await changePassword(deps, personOf(call), call.body)),
    setPassword: async (call) => goOn(call, await setPassword(deps, personOf(call), call.body.newPassword)),
    changePasswordByPhone: async (call) => goOn(call, await changePasswordByCode(deps, personOf(call), { kind: 'phone', ...call.body })),
    changePasswordByEmail: async (call) => goOn(call, await changePasswordByCode(deps, personOf(call), { kind: 'email', ...call.body })),
    async removePassword(call) {
      const removed = await removePassword(deps, personOf(call));
      const settings = viewSettings(deps.identity);
      if (removed === undefined) {
        const { account, verifiedUntil } = call.session;
        return { account: accountView(account, { verifiedUntil, at: deps.store.clock.now(), ...settings }) };
      }
      call.setSession(removed.session.token, removed.session.expiresAt);
      return { account: accountView(removed.account, { verifiedUntil: null, at: removed.session.startedAt, ...settings }) };
    },
    async beginRecovery(call) {
      const { phone, email = '', code } = call.body;
      const { methods, ...begun } = await beginRecovery(deps, call, { ...contactOf(phone, email), code });
      return { ...begun, methods: [...methods] };
    },
    async resetPasswordByPhone(call) {
      const { phone = '', code = '', token, newPassword } = call.body;
      if (token !== undefined) return resetPasswordByToken(deps, call, { token, newPassword });
      return resetPasswordByCode(deps, call, { kind: 'phone', contact: phone, code, newPassword });
    },
    async resetPasswordByEmail(call) {
      const { email, code = '', token, newPassword } = call.body;
      if (token !== undefined) return resetPasswordByToken(deps, call, { token, email, newPassword });
      return resetPasswordByCode(deps, call, { kind: 'email', contact: email ?? '', code, newPassword });
    },
  });
}

function contactOf(phone: string | undefined, email: string): { readonly kind: 'phone' | 'email'; readonly contact: string } {
  return phone === undefined ? { kind: 'email', contact: email } : { kind: 'phone', contact: phone };
}

function personOf(call: Call<Session>) {
  return { session: call.session, visit: call };
}

/** Continues the person's session under its new id. */
function goOn(call: Pick<Call, 'setSession'>, { token, expiresAt }: StartedSession): Record<string, never> {
  call.setSession(token, expiresAt);
  return {};
}
