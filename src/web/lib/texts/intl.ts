import { shortName, type Language } from '#contract/vocabulary/languages.ts';
import { formatDate, type DateKind } from '#messages/date-text.ts';
import { fill } from '#messages/fill.ts';
import { currentLanguage } from './i18n.tsx';
import { htmlLang } from './language.ts';

const listFormats = {
  /** "WeChat, QQ", "微信、QQ": values of one row. Lists of units have no separator in Chinese. */
  values: { type: 'conjunction', style: 'narrow' },
  /** "nickname, avatar, and birthday": parts of a sentence. */
  sentence: { type: 'conjunction' },
} as const satisfies Readonly<Record<string, Intl.ListFormatOptions>>;

interface DateOptions {
  /** By default the current one. */
  readonly language?: ReturnType<typeof currentLanguage>;
  /** By default the browser's. */
  readonly timeZone?: 'UTC';
}

/** A date by the rules of a language. No other module of the web application uses `Intl`. */
export function dateText(at: Date, kind: DateKind, { language = currentLanguage(), timeZone }: DateOptions = {}): string {
  return formatDate(at, kind, { language, timeZone });
}

/** "today", "yesterday", "3 days ago": days from now, negative for the past. */
export function relativeDayText(days: number): string {
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
}

/** "12,480": a count with the separators of the language. */
export function countText(count: number): string {
  return new Intl.NumberFormat(locale()).format(count);
}

/** "3 days", "24 hours": a span in whole days from two days on. */
export function spanText(hours: number): string {
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.round(hours / 24), 'day'];
  const text = new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return text.replace(/(\d)(?=\p{sc=Han})/u, '$1 ');
}

/** Names as a list, with the spaces between scripts of every other text. */
export function listText(names: readonly string[], kind: keyof typeof listFormats): string {
  const parts = new Intl.ListFormat(locale(), listFormats[kind]).formatToParts(names.map((_, index) => `{${index}}`));
  return fill(parts.map(({ value }) => value).join(''), Object.fromEntries(names.entries()));
}

/** The order of names in the current language, for `toSorted`. */
export function nameOrder(): (one: string, other: string) => number {
  return new Intl.Collator(locale()).compare;
}

/** The name of a language: "Chinese". */
export function languageText(language: Language): string {
  return new Intl.DisplayNames(locale(), { type: 'language' }).of(shortName(language)) ?? language;
}

/** The name of a country or region by its ISO code; undefined for an unknown code. */
export function countryText(code: string): string | undefined {
  return new Intl.DisplayNames(locale(), { type: 'region', fallback: 'none' }).of(code);
}

/** The tag of the page's language (BCP 47). */
export function locale(): string {
  return htmlLang(currentLanguage());
}
