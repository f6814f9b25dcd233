import type { ReactNode } from 'react';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { checkupEndpoints } from '#contract/protection/checkup/checkup.ts';
import type { AdviceAction, Suggestion as SuggestionName } from '#contract/protection/checkup/advice.words.ts';
import { stoppedKey, waitingTitle } from '#web/widgets/sign-in/way-text.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { translate, useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { atStart, dueText, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/button.tsx';
import { announce } from '#web/ui/feedback/announce.tsx';
import { isFocusLost } from '#web/ui/feedback/lost-focus.ts';
import { Ask } from '#web/ui/layout/ask.tsx';
import { Row } from '#web/ui/layout/rows.tsx';
import { circleExclamationPoint, x } from '#web/ui/marks/icons.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { securityPlace } from '#web/widgets/account/places.ts';
import { clientName, placeText } from '#web/widgets/device/device-words.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { renewCheckup, sayMe, subjectOf, type Point } from '#web/widgets/checkup/checkup.ts';
import css from './points.module.css';

/** A question with its answers. */
export function Question({ point }: { readonly point: Point }): ReactNode {
  if (point.claim !== null) return <ClaimQuestion point={point} claim={point.claim} />;
  return point.event === null ? <ReviewQuestion /> : <AlarmQuestion point={point} event={point.event} />;
}

function AlarmQuestion({ point, event }: { readonly point: Point; readonly event: NonNullable<Point['event']> }): ReactNode {
  const t = useT();
  const { busy, run } = useAnswering();
  const facts = [atStart(lastSeenText(event.at)), placeText(event, t), clientName(event, t)].filter((fact) => fact !== '');
  return (
    <Ask
      title={t('ck.a.answer')}
      fact={facts.join(' · ')}
      actions={
        <>
          <Button busy={busy} onClick={() => run(() => sayOwn(point))}>
            {t('nt.me')}
          </Button>
          <ButtonLink red href={`/freeze?event=${event.id}`}>
            {t('ac.notMe')}
          </ButtonLink>
        </>
      }
    />
  );
}

function ClaimQuestion({ point, claim }: { readonly point: Point; readonly claim: NonNullable<Point['claim']> }): ReactNode {
  const t = useT();
  const { busy, run } = useAnswering();
  const facts = [atStart(lastSeenText(claim.at)), claim.place, t('ck.stopBy', { due: dueText(claim.dueAt) })].filter((fact) => fact !== '');

  // A session that knows only the way that opened the claim shows another one first.
  async function stop(): Promise<void> {
    const ended = await withProof({}, () => call(claimsEndpoints.stopClaim, { body: { id: claim.id } }));
    if (ended === undefined) return;
    const isStopped = ended.state === 'stopped';
    notify({ kind: isStopped ? 'success' : 'warning', text: translate(isStopped ? stoppedKey(claim) : 're.over') });
    await Promise.all([renewCheckup(), accountCache.invalidateQueries({ queryKey: accountKey })]);
  }

  return (
    <Ask
      title={waitingTitle(claim)}
      fact={facts.join(' · ')}
      actions={
        <>
          <Button red busy={busy} onClick={() => run(stop)}>
            {t('nt.stop')}
          </Button>
          <Button busy={busy} onClick={() => run(() => sayOwn(point))}>
            {t('nt.me')}
          </Button>
        </>
      }
    />
  );
}

async function sayOwn(point: Point): Promise<void> {
  await sayMe(subjectOf(point));
  announce(translate('ac.own'));
}

/** Answers one question at a time; the heading gets the focus of a button that is gone. */
function useAnswering(): { readonly busy: boolean; readonly run: (answer: () => Promise<void>) => void } {
  const [busy, act] = useAct();
  const run = (answer: () => Promise<void>): void => {
    void act(() =>
      answer().then(() => {
        if (isFocusLost()) document.querySelector<HTMLElement>('h1')?.focus();
      }),
    );
  };
  return { busy, run };
}

/** Ways that were added shortly before a recovery: the Security page names them. */
function ReviewQuestion(): ReactNode {
  const t = useT();
  const layout = useLayout();
  return (
    <Ask
      title={t('ck.a.review')}
      fact={t('ck.reviewFact')}
      actions={<ButtonLink href={`${securityPlace[layout]}?review`}>{t('ck.do.lookAtWays')}</ButtonLink>}
    />
  );
}

type Settling = Exclude<AdviceAction, 'stopClaim' | 'sayMe' | 'lookAtWays'>;

/** The pages that settle a suggestion, by layout. */
const pages: Readonly<Record<Settling, Readonly<Record<'desktop' | 'mobile', string>>>> = {
  addPhone: { desktop: '/pc-way/phone?change', mobile: '/mobile-modify-info/phone?fromType=setInitialPhone' },
  addEmail: { desktop: '/pc-way/email?change', mobile: '/mobile-modify-info/email?fromType=setInitialEmail' },
  setPassword: { desktop: '/pc-way/password', mobile: '/mobile-modify-info/setInitialPassword' },
  changePassword: { desktop: '/pc-way/password', mobile: '/mobile-modify-info/password' },
  addPasskey: { desktop: '/pc-passkeys?add', mobile: '/mobile-passkeys?add' },
  makeCodes: { desktop: '/pc-two-step?add=codes', mobile: '/mobile-two-step?add=codes' },
  cancelApp: { desktop: '/pc-application', mobile: '/mobile-application' },
  removeDevice: { desktop: '/device', mobile: '/mobile-device-info' },
};

function isSettling(action: AdviceAction): action is Settling {
  return action in pages;
}

/** The title and the fact of each suggestion; an idle app or device has its last use as the fact. */
const texts: Readonly<Record<SuggestionName, readonly [title: MessageKey, fact?: MessageKey]>> = {
  oneWay: ['ck.a.oneWay', 'ck.why.oneWay'],
  weakPassword: ['ck.a.weakPassword', 'ck.why.weakPassword'],
  noSecond: ['ck.a.noSecond', 'ck.why.noSecond'],
  fewCodes: ['ck.a.fewCodes', 'ck.why.fewCodes'],
  idleApp: ['ck.a.idleApp'],
  idleDevice: ['ck.a.idleDevice'],
  quiet: ['ck.a.quiet', 'ck.why.quiet'],
};

/** Where one loss takes every way, the act that mends it names the point. */
function textsOf(advice: SuggestionName, action: Settling): readonly [title: MessageKey, fact?: MessageKey] {
  if (advice === 'oneWay' && action === 'addPasskey') return texts.noSecond;
  return advice === 'oneWay' && action === 'setPassword' ? ['ck.a.setPassword', 'ck.why.oneWay'] : texts[advice];
}

/** A suggestion, with its act and "Not now". */
export function Suggestion({ point }: { readonly point: Point }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const { advice, action, name, left, lastUsedAt } = point;
  if (!isSuggestion(advice) || !isSettling(action)) return null;
  const [titleKey, factKey] = textsOf(advice, action);
  const title = t(titleKey, { name: name || t('dv.noName'), left });
  const verb = t(`ck.do.${action}`);
  return (
    <Row
      icon={circleExclamationPoint}
      title={title}
      note={factKey === undefined ? t('ck.lastUsed', { date: lastSeenText(lastUsedAt) }) : t(factKey)}
      action={
        <span className={css['acts']}>
          <ButtonLink size="sm" href={pages[action][layout]} label={`${verb}: ${title}`}>
            {verb}
          </ButtonLink>
          <IconButton icon={x} iconSize={16} label={t('ck.laterOf', { advice: title })} onClick={() => void hide(advice)} />
        </span>
      }
    />
  );
}

function isSuggestion(advice: Point['advice']): advice is SuggestionName {
  return advice in texts;
}

async function hide(advice: SuggestionName): Promise<void> {
  try {
    await call(checkupEndpoints.hideAdvice, { body: { advice } });
    announce(translate('ck.hidden'));
  } catch (error) {
    handleRefusal(error);
  }
  await renewCheckup();
  if (isFocusLost()) document.querySelector<HTMLElement>('h1')?.focus();
}
