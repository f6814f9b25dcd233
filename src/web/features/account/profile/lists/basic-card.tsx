import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useQuery, useRoutePath } from '#web/lib/page/router.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { lock } from '#web/ui/marks/icons.ts';
import { KeyValue, KeyValues } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { basicItems, type BasicItem } from './basic-items.ts';
import css from './basic-card.module.css';
import { useEditDialog } from '../edit-dialog.tsx';

/** Nickname, username and region, each with its own limit and its own dialog (brief 3.3). */
export function BasicCard(): ReactNode {
  const t = useT();
  const query = useAccount();
  const { data: account } = query;
  const { edit, dialog } = useEditDialog(account);
  useAskedEdit(account !== undefined, () => edit('nickname'));
  return (
    <Card title={t('pf.g.basic')} busy={query.isPending}>
      {account === undefined ? (
        <Pending of={query} rows={3} />
      ) : (
        <KeyValues>
          {basicItems(account, t).map((item) => (
            <KeyValue
              key={item.name}
              label={item.label}
              value={<BasicValue {...item} empty={t('pf.empty')} />}
              action={<BasicAction item={item} onEdit={() => edit(item.name)} />}
            />
          ))}
        </KeyValues>
      )}
      {dialog}
    </Card>
  );
}

/** `?edit=nickname` opens that dialog, once: the home leads here. */
function useAskedEdit(isReady: boolean, edit: () => void): void {
  const path = useRoutePath();
  const query = useQuery();
  const isAsked = isReady && query.get('edit') === 'nickname';
  const open = useEffectEvent(() => {
    navigate(path, { replace: true });
    edit();
  });
  useEffect(() => {
    if (isAsked) open();
  }, [isAsked]);
}

function BasicValue({ value, reason, empty }: BasicItem & { readonly empty: string }): ReactNode {
  return (
    <>
      {value === '' ? <span className={css['empty']}>{empty}</span> : value}
      {reason !== undefined && <span className={css['reason']}>{reason}</span>}
    </>
  );
}

function BasicAction({ item, onEdit }: { readonly item: BasicItem; readonly onEdit: () => void }): ReactNode {
  const t = useT();
  // The reason is shown next to it.
  if (item.isFinal) return <Icon of={lock} size={18} className={css['lock']} />;
  const isMissing = item.value === '';
  const label = t(isMissing ? 'pf.setOf' : 'pf.modifyOf', { name: item.label });
  return (
    <Button variant="text" size="sm" disabled={item.reason !== undefined} label={label} onClick={onEdit}>
      {t(isMissing ? 'btn.set' : 'btn.modify')}
    </Button>
  );
}
