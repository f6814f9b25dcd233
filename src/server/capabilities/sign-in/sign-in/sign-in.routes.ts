import { secondStepEndpoints } from '#contract/sign-in/two-step/second-step.ts';
import { sessionEndpoints } from '#contract/sign-in/sign-in/session.ts';
import { signInEndpoints } from '#contract/sign-in/sign-in/sign-in.ts';
import { secondStepSchemas } from '#contract/sign-in/two-step/second-step.schemas.ts';
import { sessionSchemas } from '#contract/sign-in/sign-in/session.schemas.ts';
import { signInSchemas } from '#contract/sign-in/sign-in/sign-in.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { resolveContinue } from '#server/core/sign-in/continue-url/continue.ts';
import { answerSignedIn } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { continueSignIn, finishSecondStep, sendSecondStepCode } from './second-step.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { signInByPassword } from './sign-in-by-password.ts';
import { signOut } from './sign-out.ts';

/** The calls of signing in. */
export function signInRoutes(deps: Core): BoundCalls {
  return implement(signInEndpoints, signInSchemas, {
    async signInByPassword(call) {
      const { account, password, validate } = call.body;
      const signedIn = await signInByPassword(deps, call, { account, password, validate, asked: call.query.acr });
      return {
        account: answerSignedIn(call, signedIn, deps.identity),
        continue: resolveContinue(deps.evidence.publicUrl, call.query.redirect),
        offerPasskey: signedIn.offerPasskey,
      };
    },
    async signInByCode(call) {
      const signedIn = await signInByCode(deps, call, { ...call.body, asked: call.query.acr });
      return {
        account: answerSignedIn(call, signedIn, deps.identity),
        continue: resolveContinue(deps.evidence.publicUrl, call.query.redirect),
      };
    },
  });
}

/** The call of the second step. */
export function secondStepRoutes(deps: Core): BoundCalls {
  return implement(secondStepEndpoints, secondStepSchemas, {
    async signInSecondStep(call) {
      const { ticket, method, code, password, credential, trust = false } = call.body;
      const isAsking = code === undefined && password === undefined && credential === undefined;
      if (method !== undefined && isAsking) return sendSecondStepCode(deps, call, { ticket, method });
      const signedIn = await (method === undefined
        ? continueSignIn(deps, call, ticket)
        : finishSecondStep(deps, call, { ticket, method, code, password, credential, trust }));
      return {
        account: answerSignedIn(call, signedIn, deps.identity),
        continue: resolveContinue(deps.evidence.publicUrl, call.query.redirect),
      };
    },
  });
}

/** The call of signing out. */
export function sessionRoutes(deps: Core): BoundCalls {
  return implement(sessionEndpoints, sessionSchemas, {
    async signOut(call) {
      await signOut(deps, { session: call.session, origin: call }, call.body);
      call.clearSession();
      // Also clears data that the signed-in pages left in this browser. Cookies stay: language and known browser
      // outlive a session.
      call.header('clear-site-data', '"cache", "storage"');
      return {};
    },
  });
}
