import { shownMask } from '#contract/masks.ts';
import { readKeptIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import { useShownAccount } from './account.ts';

/**
 * The name under which a password manager may know the person: typed in this tab, else of the account that the page shows.
 * A phone and an email of an account come masked.
 */
export function useNameForManagers(): string {
  const account = useShownAccount();
  const { username = '', encryptPhoneNumber = '', encryptEmail = '' } = account ?? {};
  return readKeptIdentifier() || username || shownMask(encryptPhoneNumber || encryptEmail);
}
