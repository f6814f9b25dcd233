import { useCallback, useEffect, useEffectEvent, useState, type ReactNode, useMemo } from 'react';
import { declineToFollow, useFollowQrUrl } from '#web/features/account/registration/follow-steps.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { wantedPath } from '../page-query.ts';
import css from '../parts/qr-code.module.css';
import { renderSVG } from 'uqr';

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

interface FollowCodeProps {
  /** The URL of the account's own code; without it the general code, drawn by the server. '' if there is none. */
  readonly of?: string | undefined;
  readonly onMissing: () => void;
}

/** The QR code for following on a social app. Calls `onMissing` if this installation has none. */
function FollowCode({ of, onMissing }: FollowCodeProps): ReactNode {
  const t = useT();
  useEffect(() => {
    if (of === '') onMissing();
  }, [of, onMissing]);
  const own = useMemo(() => (of ? qrImage(of) : undefined), [of]);
  return (
    <img
      src={own ?? '/follow-qr.svg'}
      alt={t('foot.followHint')}
      width={200}
      height={200}
      className={css['code']}
      // The server renders it, so it may have failed before the application ran.
      ref={(image) => {
        if (image?.complete === true && image.naturalWidth === 0) onMissing();
      }}
      onError={onMissing}
    />
  );
}

/** A QR code of a URL, as the source of an image. */
function qrImage(url: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 1 }))}`;
}
