import { useSyncExternalStore } from 'react';
import { defaultLanguage, shortName, type Language } from '#contract/vocabulary/languages.ts';
import type { MessageKey } from '#messages/catalogue.ts';
import { fill, type Filling } from '#messages/fill.ts';
import { appConfig } from './app-config.ts';
import { loadPack, type PackName, type Texts } from './texts.ts';

export type { MessageKey } from '#messages/catalogue.ts';

export type Values = Filling;
export type Translate = (key: MessageKey, values?: Values) => string;

let language: Language = defaultLanguage;
let latest: Language = language;
let texts: Texts = {};
/** A new function for each state of the texts, so that components that use it render again. */
let current: Translate = format;
/** Each pack that was asked for, with the load that brings it. */
const wanted = new Map<PackName, Promise<void>>();
const listeners = new Set<() => void>();

/**
 * The texts of the current language. A missing text shows its key: the build collects the texts from a page's modules.
 */
export function useT(): Translate {
  return useSyncExternalStore(subscribeTexts, currentTranslate, currentTranslate);
}

/** The current language, as a value for rendering. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeTexts, currentLanguage, currentLanguage);
}

/** A text for code outside of components. */
export function translate(key: MessageKey, values?: Values): string {
  return current(key, values);
}

export function currentLanguage(): Language {
  return language;
}

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
    const loaded = await Promise.all(packs.map((pack) => loadPack(pack, language)));
    publish({ ...texts, ...Object.assign({}, ...loaded) });
  } catch (error) {
    for (const pack of packs) wanted.delete(pack);
    throw error;
  }
}

/** Loads all requested packs in another language, then switches everywhere at once. */
export async function showLanguage(next: Language): Promise<void> {
  latest = next;
  const loaded = await Promise.all([...wanted.keys()].map((pack) => loadPack(pack, next)));
  // Another language was chosen during the load: the latest choice wins.
  if (latest !== next) return;
  language = next;
  publish(Object.assign({}, ...loaded));
}

/** Sets the language of this visit before the first render. */
export function startLanguage(first: Language): void {
  language = first;
}

/** Prerendering: sets language and texts at once. */
export function provideTexts(given: { readonly language: Language; readonly texts: Texts }): void {
  ({ language, texts } = given);
  wanted.clear();
  publish(texts);
}

export function subscribeTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The names of the account and of the operating system, from the configuration, in the current language. */
export function brandNames(): { readonly brand: string; readonly os: string } {
  const { id, os } = appConfig().brand;
  const short = shortName(language);
  return { brand: id[short], os: os[short] };
}

function currentTranslate(): Translate {
  return current;
}

function format(key: MessageKey, values?: Values): string {
  const text = texts[key] ?? key;
  return text.includes('{') ? fill(text, { ...brandNames(), ...values }) : text;
}

function publish(next: Texts): void {
  texts = next;
  current = (key, values) => format(key, values);
  for (const listener of listeners) listener();
}
