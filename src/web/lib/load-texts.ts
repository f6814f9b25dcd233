import type { Language } from '#contract/vocabulary/languages.ts';
import { addTexts, currentLanguage, showTexts } from './texts/i18n.tsx';
import { loadPack, type PackName, type Texts } from './texts/texts.ts';

/** Each requested pack, with the load that brings it. */
const wanted = new Map<PackName, Promise<void>>();
let latest: Language | undefined;

/** Loads the texts of a page in the current language; again after a load that failed. */
export async function loadTexts(packs: readonly PackName[]): Promise<void> {
  const missing = packs.filter((pack) => !wanted.has(pack));
  if (missing.length > 0) {
    const load = addPacks(missing);
    for (const pack of missing) wanted.set(pack, load);
  }
  await Promise.all(packs.map(async (pack) => wanted.get(pack)));
}

async function addPacks(packs: readonly PackName[]): Promise<void> {
  try {
    const loaded = await Promise.all(packs.map((pack) => loadPack(pack, currentLanguage())));
    addTexts(Object.assign({}, ...loaded));
  } catch (error) {
    for (const pack of packs) wanted.delete(pack);
    throw error;
  }
}

/** Loads all requested packs in another language, then switches everywhere at once. */
export async function showLanguage(language: Language): Promise<void> {
  latest = language;
  const loaded = await Promise.all([...wanted.keys()].map((pack) => loadPack(pack, language)));
  // Another language was chosen during the load: the latest choice wins.
  if (latest === language) showTexts(language, Object.assign({}, ...loaded));
}

/** Prerendering: sets language and texts at once. */
export function provideTexts({ language, texts }: { readonly language: Language; readonly texts: Texts }): void {
  wanted.clear();
  showTexts(language, texts);
}
