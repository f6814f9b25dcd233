import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { useT } from '#web/lib/i18n.tsx';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogContent, DialogShell } from '#web/ui/dialog.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useUnbinding, type Unbindable } from './unbinding.ts';

interface UnbindQuestionProps {
  readonly open: boolean;
  /** Undefined while there is no question. */
  readonly what: Unbindable | undefined;
  readonly title: string;
  /** The effects, for the account as it was when the question opened: the answer changes the account. */
  readonly renderLead: (account: AccountView) => ReactNode;
  /** The reason why the last way in cannot be unbound. */
  readonly lastLead: string;
  readonly onClose: () => void;
  /** After it was unbound. */
  readonly onDone: () => void;
}

/** Asks for confirmation before an unbinding; for the last way in, explains the refusal (3006). */
export function UnbindQuestion({ open, what, onClose, ...texts }: UnbindQuestionProps): ReactNode {
  const { data: account } = useAccount();
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <DialogShell kind="alert" open={open && account !== undefined} onClose={onClose} busy={busy} initialFocus={safe}>
      {what !== undefined && account !== undefined && (
        <Question {...texts} what={what} account={account} busy={busy} setBusy={setBusy} onClose={onClose} safe={safe} />
      )}
    </DialogShell>
  );
}

interface QuestionProps extends Omit<UnbindQuestionProps, 'open' | 'what'> {
  readonly what: Unbindable;
  readonly account: AccountView;
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
  readonly safe: RefObject<HTMLButtonElement | null>;
}

function Question({ what, account, title, renderLead, lastLead, busy, setBusy, onClose, onDone, safe }: QuestionProps): ReactNode {
  const t = useT();
  const [asked] = useState(account);
  const { isLast, unbind, takeRefusal } = useUnbinding(what, account);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      if (await unbind()) onDone();
    } catch (error) {
      handleRefusal(error, { onCaller: takeRefusal });
    } finally {
      setBusy(false);
    }
  }

  if (isLast) {
    return (
      <DialogContent
        title={title}
        lead={lastLead}
        actions={
          <Button ref={safe} variant="primary" onClick={onClose}>
            {t('btn.ok')}
          </Button>
        }
      />
    );
  }
  return (
    <DialogContent
      title={title}
      lead={renderLead(asked)}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {t('btn.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {t('btn.unbind')}
          </Button>
        </>
      }
    />
  );
}
