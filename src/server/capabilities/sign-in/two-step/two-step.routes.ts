import { twoStepEndpoints } from '#contract/sign-in/two-step/two-step.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { twoStepSchemas } from '#contract/sign-in/two-step/two-step.schemas.ts';
import { accountView, viewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endTrust } from './end-trust.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { disableTwoStep, enableTwoStep, updateTwoStep } from './switch-two-step.ts';
import { beginTotp, finishTotp, removeTotp } from './totp.ts';
import type { ChangedAccount } from './two-step-deps.ts';
import { totpView, twoStepView } from './two-step-view.ts';

/** Two-step verification: authenticator apps, recovery codes, trusted browsers, and the switch. */
export function twoStepRoutes(
  core: Core & {
    readonly placeOf: PlaceOf;
    readonly isOffered: boolean;
    readonly offersSms: boolean;
    readonly brandOf: (account: Session['account']) => string;
  },
): BoundCalls {
  const isoTime = (at: number) => new Date(at).toISOString();

  /** Continues under the session's new id; without one the state was as wanted already. */
  function goOn(call: Call<Session>, changed: ChangedAccount | undefined): { account: AccountView } {
    const settings = viewSettings(core.identity);
    if (changed === undefined) {
      const { account, verifiedUntil } = call.session;
      return { account: accountView(account, { verifiedUntil, at: core.store.clock.now(), ...settings }) };
    }
    const { token, expiresAt, startedAt } = changed.session;
    call.setSession(token, expiresAt);
    return { account: accountView(changed.account, { verifiedUntil: null, at: startedAt, ...settings }) };
  }

  return implement(twoStepEndpoints, twoStepSchemas, {
    twoStep: (call) => twoStepView(core, personOf(call), call.session.account),
    async beginTotp(call) {
      const deps = { ...core, brand: core.brandOf(call.session.account) };
      const { expiresAt, ...begun } = await beginTotp(deps, personOf(call), { name: call.body.name ?? '' });
      return { ...begun, expiresAt: isoTime(expiresAt) };
    },
    finishTotp: async (call) => ({ totp: totpView(await finishTotp(core, personOf(call), call.body)) }),
    removeTotp: async (call) => goOn(call, await removeTotp(core, personOf(call), call.body.id)),
    async makeRecoveryCodes(call) {
      const { codes, madeAt } = await makeRecoveryCodes(core, personOf(call));
      return { codes: [...codes], madeAt: isoTime(madeAt) };
    },
    async enableTwoStep(call) {
      const { sms, email } = call.body;
      return goOn(call, await enableTwoStep(core, personOf(call), { phone: sms, email }));
    },
    disableTwoStep: async (call) => goOn(call, await disableTwoStep(core, personOf(call))),
    async updateTwoStep(call) {
      const { sms, email, offerPasskeys } = call.body;
      return twoStepView(core, personOf(call), await updateTwoStep(core, personOf(call), { phone: sms, email, offerPasskeys }));
    },
    async endTrust(call) {
      const { id, all = false } = call.body;
      if ((id === undefined) !== all) throw new Refusal('badRequest', { reason: 'one browser, or all' });
      await endTrust(core, personOf(call), id);
      return twoStepView(core, personOf(call), call.session.account);
    },
  });
}

function personOf(call: Call<Session>) {
  return { session: call.session, visit: call };
}
