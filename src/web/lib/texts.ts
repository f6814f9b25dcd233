import type { Language } from '#contract/vocabulary/languages.ts';
import type { MessageKey } from '#messages/catalogue.ts';
import { webTexts } from '#messages/web-catalogues.ts';

export type Texts = { readonly [Key in MessageKey]?: string };

/**
 * The texts that a page needs. These are all there are: the build for browsers puts a module in the place of this one whose packs hold what
 * the modules of a page name (`tools/text-packs.ts`).
 */
export async function loadPack(_pack: string, language: Language): Promise<Texts> {
  return webTexts[language]();
}
