import { useEffect, useRef } from 'react';
import { profileEndpoints } from '#contract/endpoints/profile.ts';
import { call } from '#web/lib/api.ts';
import { useLanguage } from '#web/lib/i18n.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { accountKey } from '#web/widgets/account/account.ts';

/**
 * Tells the account the language that a signed-in person switches to: from then on its mails and messages speak it too (contract 5). False
 * where there may be no account.
 */
export function useLanguageOfAccount(isAccount: boolean): void {
  const language = useLanguage();
  const told = useRef(language);
  useEffect(() => {
    if (told.current === language) return;
    told.current = language;
    if (!isAccount) return;
    call(profileEndpoints.updateLanguage, { body: { lang: language } }).then(
      (account) => accountCache.setQueryData(accountKey, account),
      // The page speaks the language anyway; the account is told at the next switch.
      () => undefined,
    );
  }, [language, isAccount]);
}
