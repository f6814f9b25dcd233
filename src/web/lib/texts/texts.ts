import type { Language } from '#contract/vocabulary/languages.ts';
import type { MessageKey } from '#messages/catalogue.ts';
import { webTexts } from '#messages/web-catalogues.ts';

/**
 * Packs of texts that load together: texts of every page, the names of the pages that are seldom the first, the signed-in
 * frames, the frame of the Developer Center, the identity proof dialog, the sheet of a separate consent, what follows a
 * sign-in, the second step of one, the code for a phone, the captcha, questions about safety, and each screen by its name.
 */
export type PackName =
  | 'app'
  | 'page-names'
  | 'account-frame'
  | 'developer-frame'
  | 'proof-dialog'
  | 'consent-sheet'
  | 'after-sign-in'
  | 'second-step'
  | 'qr-panel'
  | 'captcha-dialog'
  | 'points'
  | `${string}/${string}`;

export type Texts = { readonly [Key in MessageKey]?: string };

/**
 * The texts of a page. This module loads all texts; in browser builds it is replaced by a module whose packs hold only
 * the texts named in a page's modules (`tools/text-packs.ts`).
 */
export async function loadPack(_pack: PackName, language: Language): Promise<Texts> {
  return webTexts[language]();
}
