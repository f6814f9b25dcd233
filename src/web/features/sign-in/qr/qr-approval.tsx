import { useEffect, useState, type ReactNode, useEffectEvent, useId } from 'react';
import { qrEndpoints } from '#contract/sign-in/qr/qr.ts';
import type { QrPurpose } from '#contract/sign-in/qr/qr.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { refusalText, handleRefusal } from '#web/lib/api/refusals.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { check, triangleExclamationPoint, x, globe, mapPin, wifi, monitor } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { devicesPlace } from '#web/widgets/account/places.ts';
import { useMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { lastSeenText } from '#web/lib/texts/time-text.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { networkName, placeName } from '#web/widgets/device/device-words.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { PersonStrip } from '#web/widgets/oauth-client/person-strip.tsx';
import { NumberChoices } from '#web/widgets/qr/number-choices.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import css from './qr-question.module.css';

type Step =
  | { readonly as: 'opening' }
  | { readonly as: 'signIn' | 'register' | 'have' }
  | { readonly as: 'question'; readonly purpose: QrPurpose }
  | { readonly as: 'end'; readonly end: QrEnd }
  | { readonly as: 'failed'; readonly error: RefusalError };

/**
 * /qr#code: the phone's side of a sign-in on a computer. Opening the page decides nothing. `?new=1` after a sign-up for
 * the code.
 */
export function QrApproval(): ReactNode {
  const code = useMailedToken('qr');
  return <Approval key={code} code={code} />;
}

function Approval({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useT();
  const devicesHref = devicesPlace[useLayout()];
  const isNew = useQuery().get('new') === '1';
  const [step, setStep] = useState<Step>({ as: 'opening' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (code === undefined) return;
    let isCurrent = true;
    const open = async (): Promise<void> => {
      const next = await openStep(code, isNew);
      if (isCurrent) setStep(next);
    };
    void open();
    return () => {
      isCurrent = false;
    };
  }, [code, isNew, tries]);

  switch (step.as) {
    case 'opening':
      return (
        <AuthCard title={t('title.qr')}>
          <Skeleton rows={3} />
        </AuthCard>
      );
    case 'failed':
      return <ErrorCard reason={refusalText(step.error)} onRetry={() => setTries(tries + 1)} />;
    case 'signIn':
      return (
        <AuthCard mark={<ComputerMark />} title={t('title.qr')} lead={t('qr.signInFirst')}>
          <ButtonLink variant="primary" size="lg" block href="/login?redirect=%2Fqr">
            {t('si.btn')}
          </ButtonLink>
        </AuthCard>
      );
    case 'register':
      return (
        <AuthCard mark={<ComputerMark />} title={t('qr.regH')} lead={t('qr.regLead')}>
          <Stack>
            <ButtonLink variant="primary" size="lg" block href="/register?redirect=%2Fqr%3Fnew%3D1">
              {t('si.create')}
            </ButtonLink>
            <ButtonLink variant="text" size="lg" block href="/login?redirect=%2Fqr%3Fnew%3D1">
              {t('si.btn')}
            </ButtonLink>
          </Stack>
        </AuthCard>
      );
    case 'have':
      return (
        <AuthCard mark={<ComputerMark />} title={t('title.qr')} lead={t('qr.regHave')}>
          <Button variant="primary" size="lg" block onClick={() => setStep({ as: 'question', purpose: 'register' })}>
            {t('qr.regUse')}
          </Button>
        </AuthCard>
      );
    case 'question':
      return <QrQuestion code={code ?? ''} purpose={step.purpose} onEnd={(end) => setStep({ as: 'end', end })} />;
    case 'end':
      return <Ended end={step.end} devicesHref={devicesHref} />;
  }
}

async function openStep(code: string, isNew: boolean): Promise<Step> {
  if (code === '') return { as: 'end', end: 'over' };
  try {
    const { purpose, signedIn } = await call(qrEndpoints.openQr, { body: { qrCode: code } });
    if (!signedIn) return { as: purpose };
    return purpose === 'register' && !isNew ? { as: 'have' } : { as: 'question', purpose };
  } catch (error) {
    // Another spelling than that of a code is refused before anybody looks at it.
    const end = isRefusal(error, 'badRequest') ? 'over' : endOf(error);
    if (end !== undefined) return { as: 'end', end };
    if (error instanceof RefusalError) return { as: 'failed', error };
    throw error;
  }
}

const endTexts = {
  done: ['qr.done', 'qr.doneB'],
  far: ['title.qr', 'qr.farDone'],
  stopped: ['qr.stopped', 'qr.wrongB'],
  wrong: ['qr.wrong', 'qr.wrongB'],
  over: ['title.qr', 'qr.phoneOver'],
  young: ['title.qr', 'qr.young'],
  tooMany: ['title.qr', 'qr.tooMany'],
} as const;

function Ended({ end, devicesHref }: { readonly end: QrEnd; readonly devicesHref: string }): ReactNode {
  const t = useT();
  const [title, lead] = endTexts[end];
  const isGood = end === 'done' || end === 'far';
  const [tone, icon] = isGood
    ? (['success', check] as const)
    : end === 'wrong'
      ? (['warning', triangleExclamationPoint] as const)
      : (['neutral', x] as const);
  const hasAccount = isGood || end === 'stopped' || end === 'wrong';
  return (
    <AuthCard mark={<Mark seed={41} size="m" tone={tone} icon={icon} />} title={t(title)} lead={t(lead)}>
      {hasAccount && (
        <ButtonLink size="lg" block href={devicesHref}>
          {t('qr.devices')}
        </ButtonLink>
      )}
    </AuthCard>
  );
}

type Asked = CallData<typeof qrEndpoints.askQr>;

interface QrQuestionProps {
  readonly code: string;
  readonly purpose: QrPurpose;
  readonly onEnd: (end: QrEnd) => void;
}

/** How often the phone asks for the numbers, and how long a computer may stay silent. Milliseconds. */
const askEveryMs = 1000;
const silenceMs = 12_000;

/** The device and the account, then the number on the screen of the computer, then the approval. */
function QrQuestion({ code, purpose, onEnd }: QrQuestionProps): ReactNode {
  const t = useT();
  const question = useId();
  const asked = useQuestion(code, onEnd);
  const [chosen, setChosen] = useState<number>();
  const [sent, setSent] = useState<'allow' | 'none' | 'report'>();

  async function decide(as: 'allow' | 'none' | 'report', body: { number: number } | { refuse: 'none' | 'report' }): Promise<void> {
    setSent(as);
    try {
      const decided = await withProof({ action: 'allowQr', target: code }, () =>
        call(qrEndpoints.decideQr, { body: { qrCode: code, ...body } }),
      );
      // The person left the proof: the question again.
      if (decided !== undefined) onEnd(decided.state === 'denied' ? 'stopped' : decided.secondStep ? 'far' : 'done');
    } catch (error) {
      const end = endOf(error);
      if (end === undefined) handleRefusal(error);
      else onEnd(end);
    } finally {
      setSent(undefined);
    }
  }

  const choices = asked?.choices ?? [];
  return (
    <AuthCard mark={<ComputerMark />} title={t('qr.h')}>
      <Stack>
        {asked !== undefined && <Facts asked={asked} />}
        <h2 id={question} className={css['question']}>
          {t(purpose === 'register' ? 'qr.regQ' : 'qr.q')}
        </h2>
        <NumberChoices question={question} choices={choices} chosen={chosen} onChoose={setChosen} waiting={t('qr.asking')} />
        {asked !== undefined && chosen !== undefined && (
          <>
            {!asked.sameNetwork && !asked.known && <Notice tone="warning">{t('qr.far')}</Notice>}
            <Button variant="primary" size="lg" block busy={sent === 'allow'} onClick={() => void decide('allow', { number: chosen })}>
              {t('qr.allow')}
            </Button>
          </>
        )}
        <div className={css['refusals']}>
          <Button variant="text" quiet busy={sent === 'none'} onClick={() => void decide('none', { refuse: 'none' })}>
            {t('qr.none')}
          </Button>
          <Button variant="text" busy={sent === 'report'} onClick={() => void decide('report', { refuse: 'report' })}>
            {t('qr.notYou')}
          </Button>
        </div>
      </Stack>
    </AuthCard>
  );
}

function Facts({ asked }: { readonly asked: Asked }): ReactNode {
  const t = useT();
  const facts = [
    [globe, whoText(asked, t)],
    [mapPin, whereText(asked, t)],
    [wifi, t(asked.sameNetwork ? 'qr.same' : 'qr.other')],
  ] as const;
  return (
    <div className={css['facts']}>
      <PersonStrip person={asked.person} />
      <ul>
        {facts.map(([icon, fact]) => (
          <li key={fact}>
            <Icon of={icon} size={18} />
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}

function whoText({ browser, os }: Asked, t: Translate): string {
  return browser === '' || os === '' ? t('qr.whoAny') : t('qr.who', { browser, os });
}

function whereText(asked: Asked, t: Translate): string {
  const place = placeName(asked, t) ?? networkName(asked, t);
  return [place, lastSeenText(asked.askedAt)].filter((part) => part !== '').join(' · ');
}

/** Asks until the computer has answered with its numbers; it ends where that stays silent. */
function useQuestion(code: string, onEnd: (end: QrEnd) => void): Asked | undefined {
  const [asked, setAsked] = useState<Asked>();
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const left = new AbortController();
    const since = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      try {
        const answer = await call(qrEndpoints.askQr, { body: { qrCode: code }, signal: left.signal });
        if (left.signal.aborted) return;
        setAsked(answer);
        if (answer.choices.length > 0) return;
      } catch (error) {
        if (left.signal.aborted) return;
        const over = endOf(error);
        if (over !== undefined) {
          end(over);
          return;
        }
      }
      if (Date.now() - since > silenceMs) end('over');
      else timer = setTimeout(() => void ask(), askEveryMs);
    };
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [code]);
  return asked;
}

/** Above every question about a computer. */
function ComputerMark(): ReactNode {
  return <Tile icon={monitor} tone="accent" {...(css['mark'] !== undefined && { className: css['mark'] })} />;
}

/** How it ends on the phone. */
type QrEnd = 'done' | 'far' | 'stopped' | 'wrong' | 'over' | 'young' | 'tooMany';

/** The end that a refusal means; undefined for a failure that may pass. */
function endOf(error: unknown): QrEnd | undefined {
  if (isRefusal(error, 'qrOver')) return 'over';
  if (isRefusal(error, 'qrMismatch')) return 'wrong';
  if (isRefusal(error, 'forbidden')) return 'young';
  return isRefusal(error, 'tooFrequent') ? 'tooMany' : undefined;
}
