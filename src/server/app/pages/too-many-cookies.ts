import { languageFacts, languages } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { text } from './escape.ts';

/** In all languages and without a file beside it: nothing of the request could be read, and the next would fail likewise. */
export function tooManyCookiesPage(): string {
  const blocks = languages.map((language) => {
    const { cookiesHeading, cookiesLead } = catalogues[language].oldBrowser;
    return `<div lang="${languageFacts[language].tag}"><h1>${text(cookiesHeading)}</h1><p>${text(cookiesLead)}</p></div>`;
  });
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>431</title>${blocks.join('')}`;
}
