import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { camera } from '#web/ui/marks/icons.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { useAccount } from '#web/widgets/account/account.ts';
import css from './avatar-card.module.css';

/** The picture with a link to its page: a row on wide screens, the head of the basic information on narrow ones. */
export function AvatarCard(): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const isMobile = useLayout() === 'mobile';
  return (
    <Card>
      <div className={css['row']}>
        <Avatar src={account?.profileImage} size={isMobile ? 'xl' : 'l'} />
        <div className={css['text']}>
          <b>{t('pf.avatar')}</b>
          <span>{t('pf.avatarHint')}</span>
        </div>
        <ButtonLink href="/avatar" icon={camera}>
          {t('btn.change')}
        </ButtonLink>
      </div>
    </Card>
  );
}
