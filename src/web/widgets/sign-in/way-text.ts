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

/** Title of a request that waits. */
export function waitingTitle({ action, way }: Waiting): string {
  if (action === null) return translate('re.ask');
  return way === null ? translate('re.askAct', { action: translate(`vf.to.${action}`) }) : translate('re.askWay', { way: wayText(way) });
}

/** Title of a request that waits, and the result unless it is stopped. */
export function claimTexts(claim: Waiting & { readonly dueAt: string }): { readonly title: string; readonly what: string } {
  const { action, way, dueAt } = claim;
  const what = action === null ? 're.askD' : way === null ? 're.askActD' : 're.askWayD';
  return { title: waitingTitle(claim), what: translate(what, { due: momentText(dueAt) }) };
}

/** The end of a request that was stopped. */
export const stoppedKey = ({ action }: Pick<Waiting, 'action'>) => (action === null ? 're.stopDone' : 're.stopKept');
