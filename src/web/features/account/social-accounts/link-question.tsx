import type { ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import css from './arrival-card.module.css';
import { bind, goalOf, type PendingPerson } from './arrival.ts';
import { endJourney, journeyTo } from './journey.ts';
import { PersonStrip } from './person-strip.tsx';

interface LinkQuestionProps {
  readonly platform: Platform;
  readonly person: PendingPerson;
  /** The nickname of the signed-in account. */
  readonly account: string;
}

/** Asks after an ordinary sign-in whether to bind the platform's person. Nothing is bound without this question. */
export function LinkQuestion({ platform, person, account }: LinkQuestionProps): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  const names = { platform: t(`social.${platform}`), account };

  function leave(): void {
    const goal = goalOf(journeyTo(platform));
    endJourney();
    navigate(goal, { replace: true });
  }

  const link = (): Promise<void> =>
    act(async () => {
      if (await bind(platform, { platform_key: person.key })) leave();
    });

  return (
    <AuthCard
      title={t('so.link.h', names)}
      lead={
        <>
          {t('so.link.b', names)}
          <WhatEnds action="bindSocial" />
        </>
      }
    >
      <Stack>
        <PersonStrip platform={platform} name={person.name} />
        <div className={css['actions']}>
          <Button variant="primary" size="lg" block busy={busy} onClick={() => void link()}>
            {t('so.link.btn')}
          </Button>
          <Button variant="text" size="lg" block onClick={leave}>
            {t('so.link.later')}
          </Button>
        </div>
      </Stack>
    </AuthCard>
  );
}
