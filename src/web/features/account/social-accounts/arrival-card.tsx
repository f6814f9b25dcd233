import { useEffect, useRef, useState, type ReactNode } from 'react';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useParams } from '#web/lib/page/router.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import css from './arrival-card.module.css';
import { arrive, takeAnswer, type Arrival } from './arrival.ts';
import { useDeparture } from './departure.ts';
import { journeyTo } from './journey.ts';
import { LinkQuestion } from './link-question.tsx';
import { NewPersonForm } from './new-person-form.tsx';

/**
 * /oauth/callback/{platform}, the page that platforms redirect to (ADR 24): completes the purpose of the journey, or asks how to proceed with an
 * unknown person.
 */
export function ArrivalCard(): ReactNode {
  const named = useParams()['platform'];
  const platform = platforms.find((known) => known === named);
  return platform === undefined ? null : <Arriving platform={platform} />;
}

function Arriving({ platform }: { readonly platform: Platform }): ReactNode {
  const t = useT();
  const arrival = useArrival(platform);
  // The new content replaced the waiting state: screen readers start at its heading.
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

/** The answer is valid once: effects that run twice must not send it twice. */
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

/** The reason of the failure, and two options: try again, or go back to the page before. */
function Failure({ platform, text }: { readonly platform: Platform; readonly text: string }): ReactNode {
  const t = useT();
  const { leaving, toSignIn } = useDeparture();
  const [{ from, redirect }] = useState(() => journeyTo(platform));
  return (
    <AuthCard
      title={t('so.fail.h', { platform: t(`social.${platform}`) })}
      lead={text}
      mark={<Mark seed={29} size="m" tone="warning" icon={triangleExclamationPoint} />}
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
