import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { QuickAvatar } from '#web/features/account/avatar/quick-avatar.tsx';
import { declineToFollow, useFollowQrUrl } from '#web/features/account/registration/follow-steps.ts';
import { NameQuestion, useIsUnnamed } from '#web/features/account/registration/name-question.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import css from './follow.module.css';
import { wantedPath } from '../page-query.ts';
import { FollowCode } from '../parts/follow-code.tsx';

/** While the account's own code is unknown, a missing code may still come. */
const nothing = (): void => undefined;

/**
 * /register/follow (spec 2), after the success of a registration: asks a new person for nickname and avatar, and shows
 * the QR code for following on a social app. One press skips both. Without either it leads on at once.
 */
export function FollowScreen(): ReactNode {
  const t = useT();
  const next = wantedPath(useQuery()) ?? '/';
  const goOn = useCallback(() => navigate(next, { replace: true }), [next]);
  const isUnnamed = useIsUnnamed();
  const [isCodeGone, setCodeGone] = useState(false);
  // Scanned, or missing.
  const endCode = useCallback(() => setCodeGone(true), []);
  // Somebody who scans the code while typing a name goes on typing.
  const isOver = isCodeGone && isUnnamed === false;
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver, goOn]);
  const address = useFollowQrUrl(endCode);
  const code = <FollowCode of={address ?? undefined} onMissing={address === undefined ? nothing : endCode} />;
  const skip = (
    <ButtonLink variant="text" size="lg" block href={next} replace onClick={declineToFollow}>
      {t('follow.skip')}
    </ButtonLink>
  );
  if (isUnnamed === undefined) {
    return (
      <AuthCard title={t('ar.h')} lead={t('ar.sub')}>
        <Skeleton rows={2} />
      </AuthCard>
    );
  }
  if (!isUnnamed) {
    return (
      <AuthCard mark={code} title={t('follow.h')} lead={<FollowText />}>
        {skip}
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t('ar.h')} lead={t('ar.sub')}>
      <Stack>
        <QuickAvatar />
        <NameQuestion onDone={goOn} />
        {skip}
        {!isCodeGone && (
          <section className={css['follow']} aria-labelledby="follow">
            <h2 id="follow">{t('follow.h')}</h2>
            {code}
            <p>
              <FollowText />
            </p>
          </section>
        )}
      </Stack>
    </AuthCard>
  );
}

/** A phone cannot scan its own screen. */
function FollowText(): ReactNode {
  const t = useT();
  return t(useLayout() === 'mobile' ? 'follow.phone' : 'follow.body');
}
