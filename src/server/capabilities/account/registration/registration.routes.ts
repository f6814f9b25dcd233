import { registrationEndpoints } from '#contract/account/registration/registration.ts';
import { registrationSchemas } from '#contract/account/registration/registration.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { resolveContinue, resolveContinueOrApp } from '#server/core/sign-in/continue-url/continue.ts';
import { answerSignedIn } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { registerAccount } from './register-account.ts';

/** The calls of registration. */
export function registrationRoutes(deps: Core): BoundCalls {
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
      return {
        account: answerSignedIn(call, signedIn, deps.identity),
        continue: resolveContinue(deps.evidence.publicUrl, call.query.redirect),
      };
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
      return {
        account: answerSignedIn(call, signedIn, deps.identity),
        continue: resolveContinue(deps.evidence.publicUrl, call.query.redirect),
      };
    },
    resolveContinue: async (call) => ({
      continue: await resolveContinueOrApp(deps.evidence.publicUrl, deps.apps.clients, call.body.redirect),
    }),
  });
}
