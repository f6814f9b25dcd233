import type { NamedWay } from '#contract/sign-in/ways/ways.schemas.ts';
import { shownMask } from '#contract/masks.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { momentText } from '#web/lib/texts/time-text.ts';

/** A way in words: its family, with the masked phone or email. */
export function wayText({ family, label }: NamedWay): string {
  return label === '' ? translate(`way.${family}`) : `${translate(`way.${family}`)} ${shownMask(label)}`;
}

export function waysText(ways: readonly NamedWay[]): string {
  return listText(ways.map(wayText), 'sentence');
}

/** What somebody asked for, and what happens unless it is stopped. `way` is what is to go; null for a recovery. */
export function claimTexts({ way, dueAt }: { readonly way: NamedWay | null; readonly dueAt: string }): {
  readonly title: string;
  readonly what: string;
} {
  const due = momentText(dueAt);
  return way === null
    ? { title: translate('re.ask'), what: translate('re.askD', { due }) }
    : { title: translate('re.askWay', { way: wayText(way) }), what: translate('re.askWayD', { due }) };
}

/** The end of a request that was stopped. */
export const stoppedKey = (way: NamedWay | null) => (way === null ? 're.stopDone' : 're.stopKept');
