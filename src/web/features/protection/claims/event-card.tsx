import { useState, type MouseEvent, type ReactNode } from 'react';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { sentencesText } from '#web/lib/texts/sentences-text.ts';
import { changePerson } from '#web/lib/person/person-state.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { atStart, dueText, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { FreezeQuestion } from '#web/widgets/freeze/freeze-question.tsx';
import { FrozenCard, type FreezeResult } from '#web/widgets/freeze/frozen-card.tsx';
import { Facts, type Fact } from '#web/widgets/page/facts.tsx';
import css from './claims.module.css';
import { usePersonClick } from './person-click.ts';

type EventNotice = Extract<CallData<typeof claimsEndpoints.readNotice>, { event: object }>['event'];

interface EventCardProps {
  readonly token: string;
  readonly event: EventNotice;
  /** The answer that the person has pressed in the message: the other one is not asked for. */
  readonly begun: 'me' | 'freeze' | undefined;
  readonly onMine: () => void;
  readonly onCancelled: () => void;
  readonly onOver: () => void;
}

type Given = 'me' | 'freeze' | 'cancel';

const bodies = {
  me: { answer: 'me' },
  freeze: { answer: 'not-me', also: 'freeze' },
  cancel: { answer: 'not-me' },
} as const;

const words = {
  everything: { title: 'wy.was', lead: undefined },
  recovery: { title: 'wy.was', lead: 'wy.cancel.b' },
  nothing: { title: 'wy.nobody.h', lead: undefined },
} as const;

/** Event as its message told it, and two equal answers. "That wasn't me" leads to the freeze, or ends what was begun. */
export function EventCard({ token, event, begun, onMine, onCancelled, onOver }: EventCardProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState<Given>();
  const [frozen, setFrozen] = useState<FreezeResult>();
  const [isFreezing, setFreezing] = useState(begun === 'freeze');

  async function answer(given: Given): Promise<void> {
    setBusy(given);
    try {
      const said = await call(claimsEndpoints.answerNotice, { body: { token, ...bodies[given] } });
      if ('frozenAt' in said) {
        // The session of this browser has ended too, if it was of this account.
        changePerson('lapses');
        setFrozen(said);
      } else if (given === 'cancel') onCancelled();
      else onMine();
    } catch (error) {
      if (isRefusal(error, 'tokenError')) onOver();
      else handleRefusal(error);
    } finally {
      setBusy(undefined);
    }
  }

  if (frozen !== undefined) return <FrozenCard of={frozen} />;
  if (event.frozen) return <FrozenCard of={undefined} />;
  const facts = event.events.length === 0 ? factsOf(event, t) : [];
  if (isFreezing) {
    return (
      <Freezing
        facts={facts}
        busy={busy === 'freeze'}
        onFreeze={() => void answer('freeze')}
        {...(begun === undefined && { onCancel: () => setFreezing(false) })}
      />
    );
  }
  const { title, lead } = words[event.ends];
  return (
    <AuthCard title={t(title)} lead={sentencesText([event.events.length === 0 ? event.what : '', lead === undefined ? '' : t(lead)])}>
      <Facts of={[...facts, [t('re.account'), `ID ${event.account}`]]} />
      {event.events.length > 0 && <Events of={event.events} />}
      {event.ends === 'nothing' ? (
        <LinkButton onClick={() => setFreezing(true)}>{t('wy.btn')}</LinkButton>
      ) : (
        <Answers
          busy={busy}
          isAlone={begun === 'me'}
          onMe={() => void answer('me')}
          notMe={
            event.ends === 'recovery'
              ? { label: 'wy.cancel.btn', press: () => void answer('cancel') }
              : { label: 'nt.notMe', press: () => setFreezing(true) }
          }
        />
      )}
      {event.ends === 'recovery' && (
        <p className={css['calm']}>
          <LinkButton onClick={() => setFreezing(true)}>{t('wy.btn')}</LinkButton>
        </p>
      )}
      <p className={css['calm']}>{t('wy.from', { date: dueText(event.expiresAt) })}</p>
    </AuthCard>
  );
}

interface AnswersProps {
  readonly busy: Given | undefined;
  /** Only the calm answer is asked for. */
  readonly isAlone: boolean;
  readonly onMe: () => void;
  readonly notMe: { readonly label: 'wy.cancel.btn' | 'nt.notMe'; readonly press: () => void };
}

/** Answers of equal weight: a hurried press must not silence an alarm. */
function Answers({ busy, isAlone, onMe, notMe }: AnswersProps): ReactNode {
  const t = useT();
  const isPersons = usePersonClick();
  const byPerson = (act: () => void) => (click: MouseEvent) => {
    if (isPersons(click)) act();
  };
  return (
    <div className={css['answers']}>
      <Button size="lg" block busy={busy === 'me'} onClick={byPerson(onMe)}>
        {t('nt.me')}
      </Button>
      {!isAlone && (
        <Button size="lg" block busy={busy === 'cancel'} onClick={byPerson(notMe.press)}>
          {t(notMe.label)}
        </Button>
      )}
    </div>
  );
}

interface FreezingProps {
  readonly facts: readonly Fact[];
  readonly busy: boolean;
  readonly onFreeze: () => void;
  readonly onCancel?: () => void;
}

/** The press counts from when the question stands there. */
function Freezing({ onFreeze, ...props }: FreezingProps): ReactNode {
  const isPersons = usePersonClick();
  return <FreezeQuestion {...props} onFreeze={(click) => isPersons(click) && onFreeze()} />;
}

function factsOf({ at, device, place }: EventNotice['events'][number], t: Translate): readonly Fact[] {
  return [
    [t('wy.device'), device],
    [t('wy.network'), place],
    [t('re.when'), atStart(lastSeenText(at))],
  ];
}

/** Events that a digest gathers: one answer is for all of them. */
function Events({ of }: { readonly of: EventNotice['events'] }): ReactNode {
  return (
    <ul className={css['events']}>
      {of.map(({ what, at, device, place }, index) => (
        // Two may be of one moment.
        <li key={index}>
          {what}
          <small>{[atStart(lastSeenText(at)), device, place].filter((part) => part !== '').join(' · ')}</small>
        </li>
      ))}
    </ul>
  );
}
