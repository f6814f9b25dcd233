import type { Language } from '#contract/vocabulary/regions.ts';
import { chrome as english } from '#messages/en/chrome.ts';
import { chrome as chinese } from '#messages/zh/chrome.ts';
import type { Config } from '#server/platform/config.ts';

export interface NavigationLink {
  readonly key: string;
  readonly title: string;
  readonly url: string;
}

/** The links of the header in one language: the operator's, else User Center and Developer Center. */
export function listNavigation({ navigation, hosts }: Pick<Config, 'navigation' | 'hosts'>, language: Language): NavigationLink[] {
  const texts = language === 'zh_CN' ? chinese : english;
  if (navigation.length > 0) {
    return navigation.map(({ key, url, en, zh }) => ({ key, url, title: language === 'zh_CN' ? zh : en }));
  }
  return [
    { key: 'userCenter', title: texts['head.userCenter'], url: hosts.userCenter },
    { key: 'developerCenter', title: texts['head.devCenter'], url: hosts.developerCenter },
  ];
}
