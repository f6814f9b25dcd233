import { useCallback, type ReactNode } from 'react';
import { declineToFollow, useFollowQrUrl } from '#web/features/registration/follow-steps.ts';
import { useT } from '#web/lib/i18n.tsx';
import { navigate, useQuery } from '#web/lib/router.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { AuthCard } from '#web/ui/card.tsx';
import { FollowCode } from './parts/follow-code.tsx';
import { withQuery } from './page-query.ts';

/** While the account's own code is unknown, a missing code may still come. */
const nothing = (): void => undefined;

/**
 * /register/follow (spec 2): the QR code for following on a social app. Continues when it was scanned, if WeChat
 * reports that, or skipped; without a QR code it redirects immediately.
 */
export function FollowScreen(): ReactNode {
  const t = useT();
  const next = withQuery('/register/result-center/register', useQuery());
  const goOn = useCallback(() => navigate(next, { replace: true }), [next]);
  const address = useFollowQrUrl(goOn);
  return (
    <AuthCard
      mark={<FollowCode of={address ?? undefined} onMissing={address === undefined ? nothing : goOn} />}
      title={t('follow.h')}
      lead={t('follow.body')}
    >
      <ButtonLink variant="text" size="lg" href={next} replace onClick={declineToFollow}>
        {t('follow.skip')}
      </ButtonLink>
    </AuthCard>
  );
}
