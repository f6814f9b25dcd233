import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';

/** The formats of dates, one for each kind. English and Chinese. */
const dateFormats = {
  /** "Nov 2, 2025", "2025年11月2日". */
  day: { dateStyle: 'medium' },
  /** "November 2, 2025", "2025年11月2日". */
  wholeDay: { dateStyle: 'long' },
  /** "Nov 2, 2025, 1:40 PM", "2025年11月2日 13:40". */
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  /** "Nov 2", "11月2日". */
  dayOfYear: { month: 'short', day: 'numeric' },
  /** "Nov 2, 1:40:05 PM", "11月2日 13:40:05". */
  exact: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' },
  /** "Nov 2, 1:40 PM", "11月2日 13:40". */
  momentOfYear: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** "1:40 PM", "13:40". */
  time: { timeStyle: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

export type DateKind = keyof typeof dateFormats;

interface DateOptions {
  readonly language: Language;
  /** An IANA name; by default the zone of the machine. */
  readonly timeZone?: string | undefined;
}

/** A date by the rules of a language. Pages and messages use this one function, so a kind of date looks the same everywhere. */
export function formatDate(at: Date | number, kind: DateKind, { language, timeZone }: DateOptions): string {
  return new Intl.DateTimeFormat(languageFacts[language].tag, { ...dateFormats[kind], ...(timeZone && { timeZone }) }).format(at);
}
