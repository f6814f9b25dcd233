import type { Language } from '#contract/vocabulary/languages.ts';
import { fill } from '#messages/fill.ts';
import type { Config } from '#server/platform/settings/config.ts';

/** Puts the names of the product into a legal text of a language. */
export function legalFiller({ brand, supportEmail }: Pick<Config, 'brand' | 'supportEmail'>, language: Language): (text: string) => string {
  const values: Readonly<Record<string, string>> = { brand: brand.id[language], os: brand.os[language], supportEmail };
  return (text) => fill(text, values);
}
