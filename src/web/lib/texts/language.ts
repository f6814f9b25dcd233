import { writeCookie } from '#web/lib/browser/browser.ts';
import {
  defaultLanguage,
  languageFacts,
  languageNamed,
  languageOfRegion,
  languageOfTag,
  type Language,
} from '#contract/vocabulary/languages.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { readCookie } from '#web/lib/person/cookies.ts';
import { currentLanguage } from './i18n.tsx';
import { showLanguage } from '#web/lib/load-texts.ts';

const secondsPerYear = 31_536_000;

/** `<html lang>` of a language. */
export function htmlLang(language: Language): string {
  return languageFacts[language].tag;
}

/** True after an explicit choice of a language: then the region no longer decides (spec 1). */
export function hasLanguageCookie(): boolean {
  return cookieLanguage() !== undefined;
}

/**
 * The language that an app asks for its person's way (OpenID Connect Core 3.1.2.1): the first of `ui_locales` that is
 * one of ours. It changes no cookie.
 */
function wayLanguage(): Language | undefined {
  const wanted = new URLSearchParams(location.search).get('ui_locales') ?? '';
  return wanted
    .split(' ')
    .map(languageOfTag)
    .find((language) => language !== undefined);
}

/** The language of this visit: of an app's request, the cookie, the server's rendering, or the browser, in this order. */
export function readLanguage(): Language {
  const rendered = document.documentElement.lang || navigator.language;
  return wayLanguage() ?? cookieLanguage() ?? languageOfTag(rendered) ?? defaultLanguage;
}

/**
 * Sets the cookie at the parent domain, `<html lang>`, the document title and every text. The route and typed values
 * stay (spec 1).
 */
export async function changeLanguage(language: Language): Promise<void> {
  const { cookieDomain } = appConfig().hosts;
  const domain = cookieDomain === '' ? '' : `; domain=${cookieDomain}`;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  writeCookie(`lang=${language}; path=/; max-age=${secondsPerYear}; samesite=lax${domain}${secure}`);
  await showLanguage(language);
  document.documentElement.lang = htmlLang(currentLanguage());
}

/** A region sets its language until a language has been chosen (spec 1). Typed values stay. */
export function followRegion(region: Region): void {
  if (!hasLanguageCookie()) void changeLanguage(languageOfRegion(region));
}

/** Without an explicit choice, keeps the language on screen: a new account, its mails and the next page then use it. */
export async function keepShownLanguage(): Promise<void> {
  if (!hasLanguageCookie()) await changeLanguage(currentLanguage());
}

function cookieLanguage(): Language | undefined {
  return languageNamed(readCookie('lang'));
}
