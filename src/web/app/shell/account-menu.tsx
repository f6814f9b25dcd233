import { useState, type ReactNode } from 'react';
import { signOut } from '#web/features/sign-out/sign-out.ts';
import { useT } from '#web/lib/i18n.tsx';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { chevronDown, logOut, user } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import css from './account-menu.module.css';
import headerCss from './header.module.css';

/** Name and masked phone, User Center, Sign out (brief 2). */
export function AccountMenu(): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const [busy, setBusy] = useState(false);
  const leave = (): void => {
    if (busy) return;
    setBusy(true);
    signOut()
      .catch((error: unknown) => handleRefusal(error))
      .finally(() => setBusy(false));
  };
  const trigger = (
    <>
      <Avatar src={account?.profileImage} size="s" />
      <Icon of={chevronDown} size={16} className={headerCss['wide']} />
    </>
  );
  return (
    <Menu
      trigger={trigger}
      label={t('head.menu')}
      className={classes(headerCss['action'], headerCss['me'])}
      header={
        account !== undefined && (
          <div className={css['who']}>
            <b className={css['name']} title={account.nickname}>
              {account.nickname}
            </b>
            <span className={css['name']}>
              <MaskedContact masked={account.encryptPhoneNumber || account.encryptEmail} />
            </span>
          </div>
        )
      }
      items={[
        { label: t('head.userCenter'), icon: user, href: '/' },
        { label: t('head.logout'), icon: logOut, onSelect: leave },
      ]}
    />
  );
}
