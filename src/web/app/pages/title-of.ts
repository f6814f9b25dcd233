import { shortName } from '#contract/vocabulary/languages.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { currentLanguage, type MessageKey } from '#web/lib/texts/i18n.tsx';
import type { Match } from './match.ts';

/** The key of a page's name, by the title rule of its route. */
export function titleKeyOf({ route, params }: Match, query: URLSearchParams): MessageKey | '' {
  return typeof route.title === 'function' ? route.title({ params, query }) : route.title;
}

/** `{title} - {suffix}`; only the suffix for a page without title (spec 2, brief 2). */
export function documentTitle(title: string, suffix: string): string {
  return title === '' ? suffix : `${title} - ${suffix}`;
}

/** The end of every document title, from the configuration (spec 2). */
export function titleSuffix(): string {
  const { suffix } = appConfig().brand;
  return suffix[shortName(currentLanguage())];
}
