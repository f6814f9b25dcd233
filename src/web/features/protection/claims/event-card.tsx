import { useState, type MouseEvent, type ReactNode } from 'react';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { changePerson } from '#web/lib/person/person-state.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { FreezeEffects } from '#web/widgets/freeze/freeze-effects.tsx';
import { FrozenCard, type FreezeResult } from '#web/widgets/freeze/frozen-card.tsx';
import css from './claims.module.css';
import { usePersonClick } from './person-click.ts';

type EventNotice = Extract<CallData<typeof claimsEndpoints.readNotice>, { event: object }>['event'];

interface EventCardProps {
  readonly token: string;
  readonly event: EventNotice;
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
  everything: { title: 'wy.h', lead: 'wy.b' },
  recovery: { title: 'wy.cancel.h', lead: 'wy.cancel.b' },
  nothing: { title: 'wy.nobody.h', lead: 'wy.nobody.b' },
} as const;

/** What happened, as its message told it, and its answers: the account is frozen, what was begun ends, or nothing changes. */
export function EventCard({ token, event, onMine, onCancelled, onOver }: EventCardProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState<Given>();
  const [frozen, setFrozen] = useState<FreezeResult>();
  const isPersons = usePersonClick();

  async function answer(click: MouseEvent, given: Given): Promise<void> {
    if (!isPersons(click)) return;
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
  const isOne = event.events.length === 0;
  const facts = [...(isOne ? factsOf(event, t) : []), [t('re.account'), `ID ${event.account}`] as const];
  const { title, lead } = words[event.ends];
  return (
    <AuthCard wide title={t(title)} lead={t(lead)}>
      <dl className={css['facts']}>{facts.map(([name, value]) => value !== '' && <Fact key={name} name={name} value={value} />)}</dl>
      {!isOne && <Events of={event.events} />}
      {event.ends === 'everything' && <FreezeEffects />}
      <div className={css['buttons']}>
        {event.ends === 'recovery' && (
          <Button variant="primary" size="lg" block busy={busy === 'cancel'} onClick={(click) => void answer(click, 'cancel')}>
            {t('wy.cancel.btn')}
          </Button>
        )}
        <Button variant="danger" size="lg" block busy={busy === 'freeze'} onClick={(click) => void answer(click, 'freeze')}>
          {t('wy.btn')}
        </Button>
        <Button size="lg" block busy={busy === 'me'} onClick={(click) => void answer(click, 'me')}>
          {t('nt.me')}
        </Button>
      </div>
      <p className={css['calm']}>{t('wy.from', { date: momentText(event.expiresAt) })}</p>
    </AuthCard>
  );
}

function factsOf({ what, at, device, place }: EventNotice['events'][number], t: Translate): readonly (readonly [string, string])[] {
  return [
    [t('wy.what'), what],
    [t('re.when'), momentText(at)],
    [t('wy.device'), device],
    [t('wy.network'), place],
  ];
}

/** What a digest gathers: one answer is for all of it. */
function Events({ of }: { readonly of: EventNotice['events'] }): ReactNode {
  return (
    <ul className={css['events']}>
      {of.map(({ what, at, device, place }, index) => (
        // Two may be of one moment.
        <li key={index}>
          {what}
          <small>{[momentText(at), device, place].filter((part) => part !== '').join(' · ')}</small>
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
