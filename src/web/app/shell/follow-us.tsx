import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Popover } from '#web/ui/controls/popover.tsx';
import css from './follow-us.module.css';

/**
 * The QR code for following on a social app: on a white tile in both themes, drawn by the server, loaded on display.
 */
export function FollowUs(): ReactNode {
  const t = useT();
  return (
    <Popover trigger={t('foot.follow')} className={css['trigger']} align="centre" hover pad>
      <img src="/follow-qr.svg" alt={t('foot.followHint')} width={160} height={160} loading="lazy" className={css['code']} />
      <p className={css['hint']}>{t('foot.followHint')}</p>
    </Popover>
  );
}
