import type { AnyRefusal } from '#contract/operations/desk/errors.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import type { RefusalDetail } from '#server/platform/refusal.ts';

/** The text of a refusal, with the number in `data.max` if it has a place for it, then the waiting time if it has a sentence for that. */
export function refusalText(name: AnyRefusal, language: Language, { retryAfter, data }: RefusalDetail = {}): string {
  const { errors, deskErrors, timedErrors } = catalogues[language];
  const text = fill({ ...errors, ...deskErrors }[name], { n: Number(data?.['max'] ?? 0) });
  const timed = (timedErrors as Readonly<Partial<Record<AnyRefusal, string>>>)[name];
  if (timed === undefined || retryAfter === undefined) return text;
  const { tag, space } = languageFacts[language];
  return [text, fill(timed, { wait: waitText(retryAfter * second, tag) })].join(space === '' ? '。' : `.${space}`);
}

/** In minutes, from two hours on in hours; never shorter than the wait. */
function waitText(ms: number, locale: string): string {
  const [unit, count] = ms < 2 * hour ? ['minute', ms / minute] : ['hour', ms / hour];
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
  return text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
}
