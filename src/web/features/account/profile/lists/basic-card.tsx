import { useEffect, useEffectEvent, type ReactNode, useState } from 'react';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { navigate, useQuery, useRoutePath } from '#web/lib/page/router.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { lock } from '#web/ui/marks/icons.ts';
import { KeyValue, KeyValues } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { basicItems, type BasicItem } from './basic-items.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { LimitedItem } from '#contract/account/profile/items.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import type { Edit, EditOptions } from '../edit.ts';
import { limitedEdits } from '../limited-edits.tsx';
import css from './basic-card.module.css';

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

interface Opening {
  readonly item: LimitedItem;
  readonly open: boolean;
  readonly count: number;
}

/** The dialogs of the items with limits: opens one of them and renders them. */
function useEditDialog(account: AccountView | undefined): {
  readonly edit: (item: LimitedItem) => void;
  readonly dialog: ReactNode;
} {
  const [opening, setOpening] = useState<Opening>();
  return {
    edit: (item) => setOpening((last) => ({ item, open: true, count: (last?.count ?? 0) + 1 })),
    dialog: opening !== undefined && account !== undefined && (
      <EditDialog
        key={opening.count}
        {...opening}
        account={account}
        onDone={() => setOpening((last) => last && { ...last, open: false })}
      />
    ),
  };
}

function EditDialog({ item, open, ...options }: EditOptions & Opening): ReactNode {
  const { title, Edit: LimitedEdit } = limitedEdits[item];
  return <LimitedEdit {...options}>{(edit) => <EditFrame {...edit} open={open} title={title} onEnd={options.onDone} />}</LimitedEdit>;
}

interface EditFrameProps extends Edit {
  readonly open: boolean;
  readonly title: MessageKey;
  readonly onEnd: () => void;
}

/** Cancel discards the typed value; every other way out of the dialog or the page asks first. */
function EditFrame({ open, title, onEnd, formId, pending, changed, blocked, content }: EditFrameProps): ReactNode {
  const t = useT();
  const { leave, dialog } = useLeaveWarning(open && changed);
  return (
    <Dialog
      open={open}
      onClose={() => leave(onEnd)}
      title={t(title)}
      busy={pending}
      actions={
        <>
          <Button disabled={pending} onClick={onEnd}>
            {t('btn.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={pending} disabled={blocked}>
            {t('btn.save')}
          </Button>
        </>
      }
    >
      {content}
      {dialog}
    </Dialog>
  );
}
