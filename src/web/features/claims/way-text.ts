import type { NamedWay } from '#contract/schemas/ways.ts';
import { shownMask } from '#contract/masks.ts';
import { translate } from '#web/lib/i18n.tsx';
import { listText } from '#web/lib/intl.ts';

/** A way in words: its family, with the masked phone or email. */
export function wayText({ family, label }: NamedWay): string {
  return label === '' ? translate(`way.${family}`) : `${translate(`way.${family}`)} ${shownMask(label)}`;
}

export function waysText(ways: readonly NamedWay[]): string {
  return listText(ways.map(wayText), 'sentence');
}
