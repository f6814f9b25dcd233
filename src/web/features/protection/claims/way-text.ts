import type { AccountView } from '#contract/account/account/account.schemas.ts';
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

/** A request that waits: for an act, perhaps with the way that is to go, or for the way back. */
type Waiting = Pick<AccountView['claims'][number], 'action' | 'way'>;

/** What somebody asked for, and what happens unless it is stopped. */
export function claimTexts({ action, way, dueAt }: Waiting & { readonly dueAt: string }): {
  readonly title: string;
  readonly what: string;
} {
  const due = momentText(dueAt);
  if (action === null) return { title: translate('re.ask'), what: translate('re.askD', { due }) };
  if (way !== null) return { title: translate('re.askWay', { way: wayText(way) }), what: translate('re.askWayD', { due }) };
  return { title: translate('re.askAct', { action: translate(`vf.to.${action}`) }), what: translate('re.askActD', { due }) };
}

/** The end of a request that was stopped. */
export const stoppedKey = ({ action }: Pick<Waiting, 'action'>) => (action === null ? 're.stopDone' : 're.stopKept');
