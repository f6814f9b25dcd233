import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { navigate, useQuery } from '#web/lib/navigation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { AuthCard } from '#web/ui/card.tsx';
import { FollowCode } from './follow-code.tsx';
import { withQuery } from './page-query.ts';

/** /register/follow (spec 2): the QR code for following on a social app. Without one there is nothing to see here. */
export function FollowScreen(): ReactNode {
  const t = useT();
  const next = withQuery('/register/result-center/register', useQuery());
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (isMissing) navigate(next, { replace: true });
  }, [isMissing, next]);
  return (
    <AuthCard mark={<FollowCode onMissing={() => setMissing(true)} />} title={t('follow.h')} lead={t('follow.body')}>
      <ButtonLink variant="text" size="lg" href={next} replace>
        {t('follow.skip')}
      </ButtonLink>
    </AuthCard>
  );
}
