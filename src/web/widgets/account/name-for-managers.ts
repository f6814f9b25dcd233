import { shownMask } from '#contract/masks.ts';
import { readKeptIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import { useShownAccount } from './account.ts';

/**
 * The name under which a password manager may know the person: typed in this tab, else of this account, whose phone and
 * email are masked.
 */
export function nameForManagers({
  username,
  phone,
  email,
}: {
  readonly username: string;
  readonly phone: string;
  readonly email: string;
}): string {
  return readKeptIdentifier() || username || shownMask(phone || email);
}

/** The name of the account that the page shows. Its page has the account's cache. */
export function useNameForManagers(): string {
  const { username = '', encryptPhoneNumber: phone = '', encryptEmail: email = '' } = useShownAccount() ?? {};
  return nameForManagers({ username, phone, email });
}
