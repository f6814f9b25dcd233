import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DialogContent, DialogShell } from '#web/ui/feedback/dialog.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { useField } from '#web/ui/form/use-field.ts';
import { useAccount } from '#web/widgets/account/account.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { useUnbinding, type Unbindable } from './unbinding.ts';

interface UnbindQuestionProps {
  readonly open: boolean;
  /** Undefined while there is no question. */
  readonly what: Unbindable | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before an unbinding; for the last way in, offers to add another one first (3006). */
export function UnbindQuestion({ open, what, onClose }: UnbindQuestionProps): ReactNode {
  const { data: account } = useAccount();
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  // The question stays readable while the dialog fades out.
  const last = useRef(what);
  if (what !== undefined) last.current = what;
  return (
    <DialogShell kind="alert" open={open && account !== undefined} onClose={onClose} busy={busy} initialFocus={safe}>
      {last.current !== undefined && account !== undefined && (
        <Question what={last.current} account={account} busy={busy} setBusy={setBusy} onClose={onClose} safe={safe} />
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

function Question({ what, account, busy, setBusy, onClose, safe }: QuestionProps): ReactNode {
  const t = useT();
  const [asked] = useState(account);
  const { addFirst, unbind, takeRefusal } = useUnbinding(what, account, onClose);
  const form = useAppForm({ defaults: { lost: false }, rules: {}, onSubmit: confirm });
  const { value: lost } = useField<{ readonly lost: boolean }, boolean>(form, 'lost');
  const label = what.lost?.(t, asked);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      if (await unbind({ lost })) onClose();
    } catch (error) {
      handleRefusal(error, { onCaller: takeRefusal });
    } finally {
      setBusy(false);
    }
  }

  const cancel = (
    <Button ref={safe} onClick={onClose}>
      {t('btn.cancel')}
    </Button>
  );
  if (addFirst !== undefined) {
    const goOn = (): void => {
      onClose();
      navigate(addFirst.href);
    };
    return (
      <DialogContent
        title={what.title(t)}
        lead={t(what.lastLead)}
        actions={
          <>
            {cancel}
            <Button variant="primary" onClick={goOn}>
              {t(addFirst.label)}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <DialogContent
      title={what.title(t)}
      lead={
        <>
          {what.lead(t, asked)}
          <WhatEnds action={what.need.action} />
        </>
      }
      actions={
        <>
          {cancel}
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {t(what.verb)}
          </Button>
        </>
      }
    >
      {label !== undefined && <CheckboxField form={form} name="lost" label={label} />}
    </DialogContent>
  );
}
