import { languages, type Language } from '#contract/vocabulary/regions.ts';

/** The language that a cookie names, undefined for anything else: siblings of the domain can plant any value. */
export function languageOfCookie(value: string | undefined): Language | undefined {
  return languages.find((language) => language === value);
}

/** The better of our two languages for an Accept-Language header; English when it wants neither. */
export function languageOfHeader(header: string | undefined): Language {
  if (header === undefined || header.length > 500) return 'en_US';
  let best: Language = 'en_US';
  let bestWeight = 0;
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const primary = tag.trim().toLowerCase().split('-')[0];
    const language = primary === 'zh' ? 'zh_CN' : primary === 'en' ? 'en_US' : undefined;
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
