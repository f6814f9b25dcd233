import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { passkeysSchemas } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import { accountView, viewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Core } from '#server/core/core.ts';
import { resolveContinue } from '#server/core/sign-in/continue-url/continue.ts';
import { answerSignedIn } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { beginPasskeyRegistration, finishPasskeyRegistration } from './add-passkey.ts';
import { beginPasskey } from './begin-passkey.ts';
import { listedPasskey, listPasskeys } from './list-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';
import { passkeyName, renamePasskey } from './rename-passkey.ts';
import { signInByPasskey, type CompletePasskeySignIn } from './sign-in-by-passkey.ts';

/** The calls of passkeys. */
export function passkeysRoutes(deps: Core, completeSignIn: CompletePasskeySignIn): BoundCalls {
  const iso = <Options>({ publicKey, expiresAt }: { readonly publicKey: Options; readonly expiresAt: number }) => ({
    publicKey,
    expiresAt: new Date(expiresAt).toISOString(),
  });
  return implement(passkeysEndpoints, passkeysSchemas, {
    async beginPasskey(call) {
      const { purpose, ticket, action, target } = call.body;
      return iso(await beginPasskey(deps, { visit: call, session: call.session }, { purpose, ticket, action, target }));
    },
    async signInByPasskey(call) {
      const signedIn = await signInByPasskey(deps, call, { credential: call.body.credential, completeSignIn });
      return {
        account: answerSignedIn(call, signedIn, deps.identity),
        continue: resolveContinue(deps.evidence.publicUrl, call.query.redirect),
      };
    },
    async beginPasskeyRegistration(call) {
      return iso(await beginPasskeyRegistration(deps, { session: call.session, visit: call }, call.body.purpose));
    },
    async finishPasskeyRegistration(call) {
      const { credential, name = '' } = call.body;
      const { id } = await finishPasskeyRegistration(deps, { session: call.session, visit: call }, { credential, name: passkeyName(name) });
      return { passkey: await listedPasskey(deps, call.session.account, id) };
    },
    listPasskeys: (call) => listPasskeys(deps, call.session.account),
    async renamePasskey(call) {
      const { id, name } = call.body;
      await renamePasskey(deps, { session: call.session, visit: call }, { id, name });
      return { passkey: await listedPasskey(deps, call.session.account, id) };
    },
    async removePasskey(call) {
      const { account, session } = await removePasskey(deps, { session: call.session, visit: call }, call.body.id);
      if (session !== undefined) call.setSession(session.token, session.expiresAt);
      const { sessionId } = session ?? call.session;
      const verifiedUntil = await deps.access.sessions.verifiedUntil(sessionId);
      const at = deps.store.clock.now();
      return { account: accountView(account, { verifiedUntil, at, ...viewSettings(deps.identity) }) };
    },
  });
}
