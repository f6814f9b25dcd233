import { contactsEndpoints } from '#contract/account/contacts/contacts.ts';
import { contactsSchemas } from '#contract/account/contacts/contacts.schemas.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { accountView, viewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { activateEmail } from './activate-email.ts';
import type { ContactKind } from './contact-change.ts';
import { changeContact } from './change-contact.ts';
import { unbindContact } from './unbind-contact.ts';

/** The phone and the email of an account. */
export function contactsRoutes(deps: Core): BoundCalls {
  const {
    store: { clock },
    identity,
  } = deps;

  /** Empty and without a code means unbind: a form sent with an empty field includes its code. */
  async function update(
    call: Call<Session>,
    input: { kind: ContactKind; contact: string; code: string | undefined; lost: boolean | undefined },
  ): Promise<AccountView> {
    const person = { session: call.session, visit: call };
    const { kind, contact, code, lost = false } = input;
    const isUnbind = contact === '' && code === undefined;
    const changed = isUnbind
      ? await unbindContact(deps, person, { kind, lost })
      : await changeContact(deps, person, { kind, contact, code: code ?? '', lost });
    call.setSession(changed.session.token, changed.session.expiresAt);
    return accountView(changed.account, { verifiedUntil: null, at: clock.now(), ...viewSettings(identity) });
  }

  return implement(contactsEndpoints, contactsSchemas, {
    updatePhone: (call) => update(call, { kind: 'phone', contact: call.body.phone, code: call.body.code, lost: call.body.lost }),
    updateEmail: (call) => update(call, { kind: 'email', contact: call.body.email, code: call.body.code, lost: call.body.lost }),
    async activateEmail(call) {
      const { target, session } = await activateEmail(deps, { visit: call, session: call.session }, call.body.token);
      if (session) call.setSession(session.token, session.expiresAt);
      return { target };
    },
  });
}
