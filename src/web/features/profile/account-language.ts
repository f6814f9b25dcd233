import { useEffect, useRef } from 'react';
import { profileEndpoints } from '#contract/endpoints/profile.ts';
import { call } from '#web/lib/api.ts';
import { useLanguage } from '#web/lib/i18n.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { accountKey } from '#web/widgets/account/account.ts';

/**
 * Stores the language that a signed-in person switches to; mails and messages then use it (contract 5). Pass false if
 * there may be no account.
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
      // The page already uses the language; the next switch tries again.
      () => undefined,
    );
  }, [language, isAccount]);
}
