import type { AnyRefusal } from '#contract/operations/desk/errors.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import type { RefusalDetail } from '#server/platform/refusal.ts';

/** The text of a refusal, with the waiting time, or the number in `data.max`, if the text has a place for it. */
export function refusalText(name: AnyRefusal, language: Language, { retryAfter, data }: RefusalDetail = {}): string {
  const { errors, deskErrors, timedErrors } = catalogues[language];
  const text = retryAfter === undefined ? undefined : (timedErrors as Readonly<Partial<Record<AnyRefusal, string>>>)[name];
  if (text === undefined || retryAfter === undefined) return fill({ ...errors, ...deskErrors }[name], { n: Number(data?.['max'] ?? 0) });
  return fill(text, { wait: waitText(retryAfter * second, languageFacts[language].tag) });
}

/** In minutes, from two hours on in hours; never shorter than the wait. */
function waitText(ms: number, locale: string): string {
  const [unit, count] = ms < 2 * hour ? ['minute', ms / minute] : ['hour', ms / hour];
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
  return text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
}
