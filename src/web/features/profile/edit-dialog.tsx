import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import type { LimitedItem } from '#contract/vocabulary/profile-items.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { EditOptions } from './edit.ts';
import { limitedEdits } from './limited-edits.ts';

interface Opening {
  readonly item: LimitedItem;
  readonly open: boolean;
  readonly count: number;
}

/** The dialogs of the items with limits: which of them to open, and where they are. */
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
  const t = useT();
  const { title, Edit } = limitedEdits[item];
  return (
    <Edit {...options}>
      {({ formId, pending, blocked, content }) => (
        <Dialog
          open={open}
          onClose={options.onDone}
          title={t(title)}
          busy={pending}
          actions={
            <>
              <Button disabled={pending} onClick={options.onDone}>
                {t('btn.cancel')}
              </Button>
              <Button type="submit" form={formId} variant="primary" busy={pending} disabled={blocked}>
                {t('btn.save')}
              </Button>
            </>
          }
        >
          {content}
        </Dialog>
      )}
    </Edit>
  );
}
