import { registrationEndpoints } from '#contract/endpoints/registration.ts';
import { registrationSchemas } from '#contract/schemas/registration.ts';
import { resolveContinue, resolveContinueOrApp } from '#server/core/navigation/continue.ts';
import type { AccountViewSettings } from '#server/core/accounts/account-view.ts';
import type { OpenidClients } from '#server/core/openid/clients.repository.ts';
import { answerSignedIn } from '#server/core/sessions/begin-session.ts';
import { implement } from '#server/core/sessions/implement.ts';
import type { Binding } from '#server/platform/http/implement.ts';
import { registerAccount, type RegistrationDeps } from './register-account.ts';

export interface RegistrationRoutesDeps extends RegistrationDeps, AccountViewSettings {
  readonly publicUrl: string;
  readonly clients: Pick<OpenidClients, 'list'>;
}

/** The calls of registration. */
export function registrationRoutes(deps: RegistrationRoutesDeps): Binding {
  return implement(registrationEndpoints, registrationSchemas, {
    async registerByPhone(call) {
      const { phone, region = '', agreements = [], nickname, validate, ...rest } = call.body;
      const signedIn = await registerAccount(deps, call, {
        kind: 'phone',
        contact: phone,
        region,
        agreements,
        nickname,
        validate,
        ...rest,
      });
      return { account: answerSignedIn(call, signedIn, deps), continue: resolveContinue(deps.publicUrl, call.query.redirect) };
    },
    async registerByEmail(call) {
      const { email, region = '', agreements = [], nickname, validate, ...rest } = call.body;
      const signedIn = await registerAccount(deps, call, {
        kind: 'email',
        contact: email,
        region,
        agreements,
        nickname,
        validate,
        ...rest,
      });
      return { account: answerSignedIn(call, signedIn, deps), continue: resolveContinue(deps.publicUrl, call.query.redirect) };
    },
    resolveContinue: async (call) => ({ continue: await resolveContinueOrApp(deps, call.body.redirect) }),
  });
}
