import { defaultLanguage, languageNamed, languageOfTag, type Language } from '#contract/vocabulary/languages.ts';
import { readCookies } from './cookies.ts';

/** The language that this browser has chosen, by its cookie; undefined without a choice. */
export function chosenLanguage(cookies: string | undefined): Language | undefined {
  return readCookies(cookies, 'lang')
    .map(languageNamed)
    .find((language) => language !== undefined);
}

/** The best of our languages for an Accept-Language header; the default if it accepts none of them. */
export function languageOfHeader(header: string | undefined): Language {
  return acceptedLanguage(header) ?? defaultLanguage;
}

/** The best of our languages that an Accept-Language header names, if it names one. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  if (header === undefined || header.length > 500) return undefined;
  let best: Language | undefined;
  let bestWeight = 0;
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const language = languageOfTag(tag.trim());
    if (language === undefined) continue;
    const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}
