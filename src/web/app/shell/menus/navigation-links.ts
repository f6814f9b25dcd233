import { useEffect, useState } from 'react';
import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { call } from '#web/lib/api/api.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';

export interface NavigationLink {
  readonly key: string;
  readonly title: string;
  readonly url: string;
}

const loaded = new Map<Language, readonly NavigationLink[]>();
const asked = new Map<Language, Promise<readonly NavigationLink[]>>();

/** One call, also if a page shows the links twice. */
function askFor(language: Language): Promise<readonly NavigationLink[]> {
  const known = asked.get(language);
  if (known !== undefined) return known;
  const menu = call(referenceEndpoints.navigation, { query: { language } });
  asked.set(language, menu);
  menu.then(
    (links) => loaded.set(language, links),
    () => asked.delete(language),
  );
  return menu;
}

/** The header's links: two defaults until the server's menu for this language has loaded (spec 3). */
export function useNavigationLinks(): readonly NavigationLink[] {
  const t = useT();
  const language = useLanguage();
  const [links, setLinks] = useState(loaded.get(language));
  useEffect(() => {
    let current = true;
    setLinks(loaded.get(language));
    if (loaded.has(language)) return undefined;
    // Delayed: everything else is more important.
    const timer = setTimeout(() => {
      askFor(language).then(
        (menu) => current && setLinks(menu),
        // On failure the two default links stay, without a message.
        () => undefined,
      );
    }, 1000);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [language]);
  if (links !== undefined && links.length > 0) return links;
  const { userCenter, developerCenter } = appConfig().hosts;
  return [
    { key: 'userCenter', title: t('head.userCenter'), url: userCenter || '/' },
    ...(developerCenter === '' ? [] : [{ key: 'developerCenter', title: t('head.devCenter'), url: developerCenter }]),
  ];
}
