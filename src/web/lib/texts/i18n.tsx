import { useSyncExternalStore } from 'react';
import { defaultLanguage, shortName, type Language } from '#contract/vocabulary/languages.ts';
import type { MessageKey } from '#messages/catalogue.ts';
import { fill, type Filling } from '#messages/fill.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import type { Texts } from './texts.ts';

export type { MessageKey } from '#messages/catalogue.ts';

export type Values = Filling;
export type Translate = (key: MessageKey, values?: Values) => string;

let language: Language = defaultLanguage;
let texts: Texts = {};
/** A new function for each state of the texts, so that components that use it render again. */
let current: Translate = format;
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

/** Whether the page has the text of a key. */
export function hasText(key: string): key is MessageKey {
  return Object.hasOwn(texts, key);
}

export function currentLanguage(): Language {
  return language;
}

/** Sets the language of this visit before the first render. */
export function startLanguage(first: Language): void {
  language = first;
}

/** Shows other texts, all at once. */
export function showTexts(next: Language, all: Texts): void {
  language = next;
  texts = all;
  current = (key, values) => format(key, values);
  for (const listener of listeners) listener();
}

/** Shows further texts of the current language. */
export function addTexts(more: Texts): void {
  showTexts(language, { ...texts, ...more });
}

/** A text by its key in any catalogue, such as the desk's. It names no brand. */
export function textOf(key: string, values?: Filling): string {
  const text = (texts as Readonly<Record<string, string | undefined>>)[key] ?? key;
  return values === undefined ? text : fill(text, values);
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
