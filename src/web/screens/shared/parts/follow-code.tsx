import { useEffect, useMemo, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import css from './qr-code.module.css';
import { qrImage } from './qr-image.ts';

interface FollowCodeProps {
  /** The URL of the account's own code; without it the general code, drawn by the server. '' if there is none. */
  readonly of?: string | undefined;
  readonly onMissing: () => void;
}

/** The QR code for following on a social app. Calls `onMissing` if this installation has none. */
export function FollowCode({ of, onMissing }: FollowCodeProps): ReactNode {
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
