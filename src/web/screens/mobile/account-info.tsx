import type { ReactNode } from 'react';
import { AvatarCard } from '#web/features/profile/avatar-card.tsx';
import { MobileBasicList } from '#web/features/profile/mobile-lists.tsx';
import css from './profile.module.css';

/** /mobile-account-info: Basic Info. */
export function MobileAccountInfoScreen(): ReactNode {
  return (
    <div className={css['stack']}>
      <AvatarCard />
      <MobileBasicList />
    </div>
  );
}
