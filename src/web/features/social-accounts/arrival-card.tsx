import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/i18n.tsx';
import { navigate } from '#web/lib/router.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AuthCard } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { triangleExclamationPoint } from '#web/ui/icons.ts';
import { Mark } from '#web/ui/rings.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import css from './arrival-card.module.css';
import { arrive, takeAnswer, type Arrival } from './arrival.ts';
import { useDeparture } from './departure.ts';
import { journeyTo } from './journey.ts';
import { LinkQuestion } from './link-question.tsx';
import { NewPersonForm } from './new-person-form.tsx';

/** Where a platform sends people back to (ADR 24): ends what they left for, or asks what to do about somebody who is unknown here. */
export function ArrivalCard({ platform }: { readonly platform: Platform }): ReactNode {
  const t = useT();
  const arrival = useArrival(platform);
  // What is shown now took the place of what was waited for: it is read from its heading on.
  useEffect(() => {
    if (arrival !== undefined && arrival.kind !== 'leads') document.querySelector<HTMLElement>('h1')?.focus();
  }, [arrival]);

  if (arrival?.kind === 'unknown') return <NewPersonForm platform={platform} person={arrival.person} />;
  if (arrival?.kind === 'suggested') return <LinkQuestion platform={platform} person={arrival.person} account={arrival.account} />;
  if (arrival?.kind === 'failed') return <Failure platform={platform} text={arrival.text} />;
  return (
    <AuthCard title={t('so.working', { platform: t(`social.${platform}`) })}>
      <Skeleton />
    </AuthCard>
  );
}

/** The answer is good once: effects that run twice must not send it twice. */
function useArrival(platform: Platform): Arrival | undefined {
  const [arrival, setArrival] = useState<Arrival>();
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const finish = async (): Promise<void> => {
      const found = await arrive(platform, takeAnswer(platform));
      if (found.kind === 'leads') navigate(found.to, { replace: true });
      setArrival(found);
    };
    void finish();
  }, [platform]);
  return arrival;
}

/** Why it did not work, and two ways on: once more, or back to where the person came from. */
function Failure({ platform, text }: { readonly platform: Platform; readonly text: string }): ReactNode {
  const t = useT();
  const { leaving, toSignIn } = useDeparture();
  const [{ from, redirect }] = useState(() => journeyTo(platform));
  return (
    <AuthCard
      title={t('so.fail.h', { platform: t(`social.${platform}`) })}
      lead={text}
      mark={
        <Mark seed={29} size="m" tone="warning">
          <Icon of={triangleExclamationPoint} size={28} />
        </Mark>
      }
    >
      <div className={css['actions']}>
        <Button variant="primary" size="lg" block busy={leaving !== undefined} onClick={() => toSignIn(platform, { from, redirect })}>
          {t('sys.retry')}
        </Button>
        <ButtonLink variant="text" size="lg" block href={from} replace>
          {t('so.fail.other')}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}
