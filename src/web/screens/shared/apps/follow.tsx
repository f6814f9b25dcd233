import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { declineToFollow, useFollowQrUrl } from '#web/features/account/registration/follow-steps.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { wantedPath } from '../page-query.ts';
import { FollowCode } from '../parts/follow-code.tsx';

/** While the account's own code is unknown, a missing code may still come. */
const nothing = (): void => undefined;

/** /register/follow (spec 2): the QR code for following on a social app. Without a code, or once it was scanned, it leads on. */
export function FollowScreen(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const next = wantedPath(useQuery()) ?? '/';
  // Scanned, or missing.
  const [isOver, setOver] = useState(false);
  const endCode = useCallback(() => setOver(true), []);
  const goOn = useEffectEvent(() => navigate(next, { replace: true }));
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver]);
  const address = useFollowQrUrl(endCode);
  return (
    <AuthCard
      mark={<FollowCode of={address ?? undefined} onMissing={address === undefined ? nothing : endCode} />}
      title={t('follow.h')}
      // A phone cannot scan its own screen.
      lead={t(layout === 'mobile' ? 'follow.phone' : 'follow.body')}
    >
      <ButtonLink variant="text" size="lg" block href={next} replace onClick={declineToFollow}>
        {t('follow.skip')}
      </ButtonLink>
    </AuthCard>
  );
}
