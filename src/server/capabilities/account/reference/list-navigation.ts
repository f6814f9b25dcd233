import type { Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import type { Config } from '#server/platform/settings/config.ts';

export interface NavigationLink {
  readonly key: string;
  readonly title: string;
  readonly url: string;
}

/** The links of the header in one language: the operator's, or by default User Center and Developer Center. */
export function listNavigation({ navigation, hosts }: Pick<Config, 'navigation' | 'hosts'>, language: Language): NavigationLink[] {
  const texts = catalogues[language].chrome;
  if (navigation.length > 0) {
    return navigation.map(({ key, url, title }) => ({ key, url, title: title[language] }));
  }
  return [
    { key: 'userCenter', title: texts['head.userCenter'], url: hosts.userCenter },
    { key: 'developerCenter', title: texts['head.devCenter'], url: hosts.developerCenter },
  ];
}
