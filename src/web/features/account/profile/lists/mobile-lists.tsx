import type { ReactNode } from 'react';
import type { ProfileGroup } from '#contract/account/profile/items.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { lock } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { emptyKey } from '#web/widgets/profile/choice-texts.ts';
import { basicItems, type BasicItem } from './basic-items.ts';
import { itemValue } from './item-value.tsx';
import css from './mobile-lists.module.css';
import { groupItems, itemsOf } from './profile-items.ts';

/** Nickname, username and region as rows that link to their pages (brief 3.3). */
export function MobileBasicList(): ReactNode {
  const t = useT();
  return <List rows={3}>{(account) => basicItems(account, t).map((item) => <BasicRow key={item.name} {...item} />)}</List>;
}

function BasicRow({ name, label, value, reason, isFinal }: BasicItem): ReactNode {
  const t = useT();
  return (
    <Row
      title={label}
      note={reason}
      value={value === '' ? t('pf.empty') : value}
      muted={value === ''}
      {...(isFinal ? { action: <Icon of={lock} size={18} className={css['lock']} /> } : { href: `/mobile-modify-base/${name}` })}
    />
  );
}

/** The items of one group as rows that link to their pages. */
export function MobileGroupList({ group }: { readonly group: ProfileGroup }): ReactNode {
  const t = useT();
  const title = t(`pf.g.${group}`);
  return (
    <List title={title} rows={groupItems(group).length}>
      {(account) =>
        itemsOf(group, account).map((item) => {
          const value = itemValue(account, item, t);
          const isEmpty = value === '';
          return (
            <Row
              key={item}
              title={t(`pf.${item}`)}
              value={isEmpty ? t(emptyKey(item)) : value}
              muted={isEmpty}
              href={`/mobile-modify-privacy/${item}`}
            />
          );
        })
      }
    </List>
  );
}

interface ListProps {
  readonly title?: string;
  /** The final number of rows. */
  readonly rows: number;
  readonly children: (account: AccountView) => ReactNode;
}

function List({ title, rows, children }: ListProps): ReactNode {
  const query = useAccount();
  const { data: account } = query;
  return (
    <Card title={title} busy={query.isPending}>
      {account === undefined ? <Pending of={query} rows={rows} /> : <Rows>{children(account)}</Rows>}
    </Card>
  );
}
