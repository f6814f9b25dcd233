import { profileEndpoints } from '#contract/account/profile/profile.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallInput } from '#web/lib/api/call-types.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { withSeparateConsent } from '#web/widgets/separate-consents/with-separate-consent.ts';
import { accountKey } from '#web/widgets/account/account.ts';

/** Any items of the profile; missing items stay unchanged. */
export type ProfileChanges = NonNullable<CallInput<typeof profileEndpoints.updateUserinfo>['body']>;

/**
 * Sends changed items and shows the resulting account. False when the person does not give a separate consent now.
 * @throws {RefusalError}
 */
export async function saveProfile(changes: ProfileChanges): Promise<boolean> {
  const account = await withSeparateConsent(() => call(profileEndpoints.updateUserinfo, { body: changes }));
  if (account === undefined) return false;
  await showSaved(account);
  return true;
}

/** Shows a changed account everywhere on the page and confirms that it is saved. */
export async function showSaved(account: AccountView): Promise<void> {
  // A response that is still pending has older data.
  await accountCache.cancelQueries({ queryKey: accountKey });
  accountCache.setQueryData(accountKey, account);
  notify({ kind: 'success', text: translate('sys.saved') });
}
