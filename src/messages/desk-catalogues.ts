import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { desk } from './en/desk.ts';

/** Key of a text of the desk. */
export type DeskKey = keyof typeof desk;

/** All texts of the desk in one language. */
export type DeskTexts = Readonly<Record<DeskKey, string>>;

/** Texts of the desk. An import table instead of a choice in code: bundlers fetch every branch of a choice. */
export const deskTexts: InEveryLanguage<() => Promise<DeskTexts>> = {
  zh_CN: async () => (await import('./zh/desk.ts')).desk,
  en_US: async () => (await import('./en/desk.ts')).desk,
};
