import type { AccountView } from '#contract/schemas/account.ts';
import type { MessageKey } from '#web/lib/i18n.tsx';
import { keyRound, mail, smartphone } from '#web/ui/icons.ts';

/** One way to sign in, as the home and the Security page show it. */
export interface SignInMethod {
  readonly kind: 'password' | 'phone' | 'email';
  readonly label: MessageKey;
  readonly icon: string;
  /** Where it is set or changed, by layout. */
  readonly paths: { readonly desktop: string; readonly mobile: string };
  /** What stands there while it is missing. */
  readonly missing: MessageKey;
  /** The masked value; '' for a password, which has none to show; undefined while it is missing. */
  readonly value: string | undefined;
}

/** Password, phone and email of an account. What is missing turns amber and is counted (brief 3.2). */
export function signInMethods(account: AccountView): readonly SignInMethod[] {
  const passwordPage = account.password_empty ? 'setInitialPassword' : 'password';
  return [
    {
      kind: 'password',
      label: 'sec.pw',
      icon: keyRound,
      paths: { desktop: '/pc-security?change=password', mobile: `/mobile-modify-info/${passwordPage}` },
      missing: 'st.unset',
      value: account.password_empty ? undefined : '',
    },
    {
      kind: 'phone',
      label: 'sec.phone',
      icon: smartphone,
      paths: {
        desktop: '/pc-security?change=phone',
        mobile: `/mobile-modify-info/phone${account.encryptPhoneNumber === '' ? '?fromType=setInitialPhone' : ''}`,
      },
      missing: 'st.notAdded',
      value: account.encryptPhoneNumber || undefined,
    },
    {
      kind: 'email',
      label: 'sec.email',
      icon: mail,
      paths: {
        desktop: '/pc-security?change=email',
        mobile: `/mobile-modify-info/email${account.encryptEmail === '' ? '?fromType=setInitialEmail' : ''}`,
      },
      missing: 'st.notAdded',
      value: account.encryptEmail || undefined,
    },
  ];
}
