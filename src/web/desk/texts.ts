import { deskTexts, type DeskKey, type DeskTexts } from '#messages/desk-catalogues.ts';
import { fill, type Filling } from '#messages/fill.ts';
import { provideTexts } from '#web/lib/i18n.tsx';
import type { Language } from '#contract/vocabulary/languages.ts';

export type { DeskKey } from '#messages/desk-catalogues.ts';

let texts: Partial<DeskTexts> = {};

/** Loads the texts of a document, which has one language: another one is another document. */
export async function loadDeskTexts(language: Language): Promise<void> {
  texts = await deskTexts[language]();
  provideTexts({ language, texts });
}

/** A text of the desk. */
export function t(key: DeskKey, values?: Filling): string {
  const text = texts[key] ?? key;
  return values === undefined ? text : fill(text, values);
}
