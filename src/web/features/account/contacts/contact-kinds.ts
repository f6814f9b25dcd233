import type { SensitiveAction } from '#contract/acts/acts.ts';
import { contactsEndpoints } from '#contract/account/contacts/contacts.ts';
import { codesEndpoints } from '#contract/sign-in/codes/codes.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import type { SendCode } from '#web/widgets/codes/code-request.ts';

/** The kinds of contacts of an account. */
export type ContactKind = 'phone' | 'email';

interface ContactCalls {
  /** The account's contact, masked by the server; '' if there is none. */
  readonly masked: (account: AccountView) => string;
  /** The sensitive actions that need an identity proof. */
  readonly actions: { readonly bind: SensitiveAction; readonly change: SensitiveAction; readonly unbind: SensitiveAction };
  /** Sends the code that proves the new contact. */
  readonly sendCode: SendCode;
  /** @throws {RefusalError} */
  readonly update: (given: { readonly contact: string; readonly code: string; readonly lost: boolean }) => Promise<AccountView>;
  /** @throws {RefusalError} lastWayIn among others */
  readonly unbind: (given: { readonly lost: boolean }) => Promise<AccountView>;
}

// The purpose is part of the path; only the scene matters.
const params = { purpose: 'login' } as const;

/** The calls of each kind (contract 5). */
export const contactCalls: Readonly<Record<ContactKind, ContactCalls>> = {
  phone: {
    masked: ({ encryptPhoneNumber }) => encryptPhoneNumber,
    actions: { bind: 'bindPhone', change: 'changePhone', unbind: 'unbindPhone' },
    sendCode: (phone, validate) => call(codesEndpoints.sendAccountSms, { params, body: { scene: 'bind', phone, validate } }),
    update: ({ contact: phone, ...given }) => call(contactsEndpoints.updatePhone, { body: { phone, ...bodyOf(given) } }),
    unbind: ({ lost }) => call(contactsEndpoints.updatePhone, { body: { phone: '', ...(lost && { lost }) } }),
  },
  email: {
    masked: ({ encryptEmail }) => encryptEmail,
    actions: { bind: 'bindEmail', change: 'changeEmail', unbind: 'unbindEmail' },
    sendCode: (email, validate) => call(codesEndpoints.sendAccountEmail, { params, body: { scene: 'bind', email, region: '', validate } }),
    update: ({ contact: email, ...given }) => call(contactsEndpoints.updateEmail, { body: { email, ...bodyOf(given) } }),
    unbind: ({ lost }) => call(contactsEndpoints.updateEmail, { body: { email: '', ...(lost && { lost }) } }),
  },
};

function bodyOf({ code, lost }: { readonly code: string; readonly lost: boolean }) {
  return lost ? { code, lost } : { code };
}
