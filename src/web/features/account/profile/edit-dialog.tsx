import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { LimitedItem } from '#contract/account/profile/items.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import type { Edit, EditOptions } from './edit.ts';
import { limitedEdits } from './limited-edits.tsx';

interface Opening {
  readonly item: LimitedItem;
  readonly open: boolean;
  readonly count: number;
}

/** The dialogs of the items with limits: opens one of them and renders them. */
export function useEditDialog(account: AccountView | undefined): {
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
