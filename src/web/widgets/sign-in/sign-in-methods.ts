import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { keyRound, mail, smartphone } from '#web/ui/marks/icons.ts';

/** Sign-in methods of which an account has one each. Passkeys and second steps have their own page. */
export type SignInKind = 'password' | 'phone' | 'email';

/** One sign-in method, as the home and the Security page show it. */
export interface SignInMethod {
  readonly kind: SignInKind;
  readonly label: MessageKey;
  readonly icon: string;
  /** The page that sets or changes it, by layout. */
  readonly paths: { readonly desktop: string; readonly mobile: string };
  /** Shown where there is no value. */
  readonly state: MessageKey;
  /** The masked value; '' for a password, which has none; undefined if it is missing: a passkey can stand for a password. */
  readonly value: string | undefined;
}

/** These pages show them in this order. */
const methods: Readonly<Record<SignInKind, (account: AccountView | undefined) => Omit<SignInMethod, 'kind'>>> = {
  password: (account) => ({
    label: 'sec.pw',
    icon: keyRound,
    paths: {
      desktop: '/pc-way/password',
      mobile: `/mobile-modify-info/${account?.password_empty === true ? 'setInitialPassword' : 'password'}`,
    },
    state: 'st.unset',
    value: account?.passwordNeeded === false ? '' : undefined,
  }),
  phone: (account) => ({
    label: 'sec.phone',
    icon: smartphone,
    paths: {
      desktop: '/pc-way/phone',
      mobile: `/mobile-modify-info/phone${account?.encryptPhoneNumber === '' ? '?fromType=setInitialPhone' : ''}`,
    },
    state: stateOf('phone', account),
    value: account?.encryptPhoneNumber || undefined,
  }),
  email: (account) => ({
    label: 'sec.email',
    icon: mail,
    paths: {
      desktop: '/pc-way/email',
      mobile: `/mobile-modify-info/email${account?.encryptEmail === '' ? '?fromType=setInitialEmail' : ''}`,
    },
    state: stateOf('email', account),
    value: account?.encryptEmail || undefined,
  }),
};

/** A contact of a legacy account waits for a code. */
function stateOf(kind: 'phone' | 'email', account: AccountView | undefined): MessageKey {
  return account?.unconfirmed.some((each) => each.kind === kind) === true ? 'st.unconfirmed' : 'st.notAdded';
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const signInKinds = Object.keys(methods) as readonly SignInKind[];

/** The sign-in methods of an account; without it their places. */
export function signInMethods(account: AccountView | undefined): readonly SignInMethod[] {
  return signInKinds.map((kind) => ({ kind, ...methods[kind](account) }));
}
