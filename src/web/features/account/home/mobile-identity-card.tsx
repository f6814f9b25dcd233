import type { ReactNode } from 'react';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronRight } from '#web/ui/marks/icons.ts';
import { anchor } from '#web/ui/controls/link.tsx';
import { Rings } from '#web/ui/layout/rings.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { groupedId } from './grouped-id.ts';
import css from './mobile-identity-card.module.css';
import { useIsWelcomed } from './welcome.ts';

/** The signed-in account, as one link to the basic information (brief 3.2). */
export function MobileIdentityCard(): ReactNode {
  const t = useT();
  const { data: account, error } = useAccount();
  const failed = error !== null && account === undefined;
  const isWelcomed = useIsWelcomed();
  const called = isMadeUpNickname(account?.nickname ?? '') ? t(isWelcomed ? 'home.welcome' : 'home.setNickname') : account?.nickname;
  return (
    <div>
      <h1 tabIndex={-1}>
        <Hidden>{t('title.userCenter')}</Hidden>
      </h1>
      <a
        {...anchor({ href: '/mobile-account-info' })}
        className={css['card']}
        aria-busy={account === undefined && !failed}
        // Without the name of a person it would have none.
        aria-label={account === undefined ? t('title.basic') : undefined}
      >
        <Rings seed={41} place="corner" />
        <Avatar src={account?.profileImage} size="l" />
        {account === undefined ? (
          <span className={css['text']}>{failed ? '—' : <span className={css['waiting']} />}</span>
        ) : (
          <span className={css['text']}>
            <b className={css['name']} title={called}>
              {called}
            </b>
            <span className={css['id']}>
              {t('home.idLabel')} <span className={css['digits']}>{groupedId(account.id)}</span>
            </span>
          </span>
        )}
        <Icon of={chevronRight} size={18} className={css['go']} />
      </a>
    </div>
  );
}
