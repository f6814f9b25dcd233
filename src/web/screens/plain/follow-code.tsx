import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import css from './follow.module.css';

/** The QR code for following on a social app, as the server draws it. `onMissing` is called where this installation has none. */
export function FollowCode({ onMissing }: { readonly onMissing: () => void }): ReactNode {
  const t = useT();
  return (
    <img
      src="/follow-qr.svg"
      alt={t('foot.followHint')}
      width={200}
      height={200}
      className={css['code']}
      // Drawn by the server, it may have failed before the application ran.
      ref={(image) => {
        if (image?.complete === true && image.naturalWidth === 0) onMissing();
      }}
      onError={onMissing}
    />
  );
}
