import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { qrEndpoints } from '#contract/sign-in/qr/qr.ts';
import type { QrPurpose } from '#contract/sign-in/qr/qr.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { lastSeenText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { globe, mapPin, wifi } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { networkName, placeName } from '#web/widgets/device/device-words.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { PersonStrip } from '#web/widgets/oauth-client/person-strip.tsx';
import { NumberChoices } from '#web/widgets/qr/number-choices.tsx';
import { ComputerMark } from './computer-mark.tsx';
import { endOf, type QrEnd } from './qr-end.ts';
import css from './qr-question.module.css';

type Asked = CallData<typeof qrEndpoints.askQr>;

interface QrQuestionProps {
  readonly code: string;
  readonly purpose: QrPurpose;
  readonly onEnd: (end: QrEnd) => void;
}

/** How often the phone asks for the numbers, and how long a computer may stay silent. Milliseconds. */
const askEveryMs = 1000;
const silenceMs = 12_000;

/** Who signs in as whom, then the number on the screen of the computer, then the approval. */
export function QrQuestion({ code, purpose, onEnd }: QrQuestionProps): ReactNode {
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
