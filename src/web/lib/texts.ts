import type { Language } from '#contract/vocabulary/languages.ts';
import type { MessageKey } from '#messages/catalogue.ts';
import { webTexts } from '#messages/web-catalogues.ts';

/** What is loaded together: what every page may say, the signed-in frames, the dialog that asks for a proof; and each screen, by its name. */
export type PackName = 'app' | 'account-frame' | 'proof-dialog' | `${string}/${string}`;

export type Texts = { readonly [Key in MessageKey]?: string };

/**
 * The texts that a page needs. These are all there are: the build for browsers puts a module in the place of this one whose packs hold what
 * the modules of a page name (`tools/text-packs.ts`).
 */
export async function loadPack(_pack: PackName, language: Language): Promise<Texts> {
  return webTexts[language]();
}
