import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { qrCode } from '#web/ui/marks/icons.ts';
import { Popover } from '#web/ui/controls/popover.tsx';
import css from './follow-us.module.css';

/**
 * The QR code for following on a social app: on a white tile in both themes, drawn by the server, loaded on display.
 */
export function FollowUs(): ReactNode {
  const t = useT();
  const trigger = (
    <>
      <Icon of={qrCode} size={14} />
      {t('foot.follow')}
    </>
  );
  return (
    <Popover trigger={trigger} className={css['trigger']} align="centre" hover pad>
      <img src="/follow-qr.svg" alt={t('foot.followHint')} width={160} height={160} loading="lazy" className={css['code']} />
      <p className={css['hint']}>{t('foot.followHint')}</p>
    </Popover>
  );
}
