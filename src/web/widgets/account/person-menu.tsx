import type { ReactNode } from 'react';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { classes } from '#web/ui/classes.ts';
import headerCss from '#web/ui/controls/header-action.module.css';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronDown } from '#web/ui/marks/icons.ts';
import { Menu, type MenuItem } from '#web/ui/controls/menu.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import css from './person-menu.module.css';

interface PersonMenuProps {
  /** Undefined while it is loading. */
  readonly person: Pick<AccountView, 'nickname' | 'profileImage' | 'encryptPhoneNumber' | 'encryptEmail'> | undefined;
  readonly items: readonly MenuItem[];
}

/** The menu of the person whose page it is: picture, name, masked phone or email, and links (brief 2). */
export function PersonMenu({ person, items }: PersonMenuProps): ReactNode {
  const t = useT();
  const trigger = (
    <>
      <Avatar src={person?.profileImage} size="s" />
      <Icon of={chevronDown} size={16} className={headerCss['wide']} />
    </>
  );
  return (
    <Menu
      trigger={trigger}
      label={t('head.menu')}
      className={classes(headerCss['action'], headerCss['me'])}
      header={
        person !== undefined && (
          <div className={css['who']}>
            {!isMadeUpNickname(person.nickname) && (
              <b className={css['name']} title={person.nickname}>
                {person.nickname}
              </b>
            )}
            <span className={css['name']}>
              <MaskedContact masked={person.encryptPhoneNumber || person.encryptEmail} />
            </span>
          </div>
        )
      }
      items={items}
    />
  );
}
