import { useEffect, useEffectEvent, useRef } from 'react';
import { profileEndpoints } from '#contract/account/profile/profile.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { useLanguage } from '#web/lib/texts/i18n.tsx';

/**
 * Stores the language that a signed-in person switches to; mails and messages then use it (contract 5). Passes the stored
 * account on. Pass false if there may be no account.
 */
export function useLanguageOfAccount(isAccount: boolean, show: (account: AccountView) => void): void {
  const language = useLanguage();
  const told = useRef(language);
  const onStored = useEffectEvent(show);
  useEffect(() => {
    if (told.current === language) return;
    told.current = language;
    if (!isAccount) return;
    call(profileEndpoints.updateLanguage, { body: { lang: language } }).then(
      (account) => onStored(account),
      // The page already uses the language; the next switch tries again.
      () => undefined,
    );
  }, [language, isAccount]);
}
