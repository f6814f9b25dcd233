import { useState, type ReactNode } from 'react';
import { isRefusal, type RefusalError } from '#web/lib/api/refusal-error.ts';
import { refusalText, handleRefusal, type RefusalHandlers } from '#web/lib/api/refusals.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Confirm } from '#web/widgets/identity-proof/confirm.tsx';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import type { DeletionDraft, RequestedDeletion } from './deletion-draft.ts';
import type { DeletionCheck, DeletionRequest } from './deletion-request.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FormShell } from '#web/ui/form/form.tsx';
import type { FlowStepProps } from '#web/ui/flow/flow.tsx';
import type { Opened } from '#web/ui/feedback/dialog.tsx';
import css from './deletion-wizard.module.css';
import { Question } from '#web/widgets/page/question.tsx';

interface VerifyStepProps {
  readonly request: DeletionRequest;
  readonly methods: DeletionCheck['methods'];
  readonly answers: () => DeletionDraft;
  readonly onBack: () => void;
  readonly onKeep: () => void;
  /** The password or the agreement has changed meanwhile: the deletion is refused for now. */
  readonly onRefused: () => void;
  readonly onRequested: (requested: RequestedDeletion) => void;
}

/** Verifies the identity by code or password, then asks for a final confirmation. */
export function VerifyStep({ request, methods, answers, onBack, onKeep, onRefused, onRequested }: VerifyStepProps): ReactNode {
  // One proof lasts until its ticket is used: after a cancel no other code is needed.
  const [ticket, setTicket] = useState<string>();
  const takeRefusal = (error: RefusalError): boolean => noteRecent(error, onRefused);
  return (
    <>
      <Confirm
        methods={methods.filter(({ method }) => method !== 'passkey' || canUsePasskeys())}
        codes={request.codes}
        beginPasskey={request.beginPasskey}
        prove={async (given) => setTicket(await request.verify(given))}
        onRefusal={takeRefusal}
        Frame={ProofPart}
        onCancel={onBack}
      />
      <ConfirmDialog
        open={ticket !== undefined}
        onClose={() => setTicket(undefined)}
        onKeep={onKeep}
        onDelete={async () => {
          const { channel, reason, detail, version } = answers();
          if (ticket === undefined || channel === '' || reason === '') return;
          const requested = await request.submit(ticket, { channel, reason, detail, version });
          if (requested !== undefined) onRequested(requested);
        }}
        onRefusal={takeRefusal}
      />
    </>
  );
}

/**
 * Handles 3003 and 3010: the first step shows the obstacle, with its date or as the new text. False: the default toast
 * follows.
 */
function noteRecent(error: RefusalError, onRefused: () => void): boolean {
  if (isRefusal(error, 'passwordChangedRecently', 'agreementChanged')) onRefused();
  if (!isRefusal(error, 'agreementChanged')) return false;
  showToast({ kind: 'warning', text: refusalText(error) });
  return true;
}

/** A step of the proof as a part of the wizard's card, with the wizard's buttons. */
function ProofPart<V>({ title, form, sendsItself = false, onCancel, children }: FlowStepProps<V>): ReactNode {
  const t = useT();
  const part = (
    <div className={css['part']}>
      <h2>{title}</h2>
      {children !== undefined && <div className={css['proof']}>{children}</div>}
    </div>
  );
  return (
    <>
      {form === undefined ? part : <FormShell form={form}>{part}</FormShell>}
      <div className={css['actions']}>
        <Button onClick={() => onCancel?.()}>{t('btn.prev')}</Button>
        {form !== undefined && !sendsItself && (
          <Button variant="primary" type="submit" form={form.id} busy={form.pending}>
            {t('btn.next')}
          </Button>
        )}
      </div>
    </>
  );
}

interface ConfirmDialogProps extends Opened {
  readonly onKeep: () => void;
  readonly onDelete: () => Promise<void>;
  readonly onRefusal: NonNullable<RefusalHandlers['onCaller']>;
}

/** The final confirmation. */
function ConfirmDialog({ open, onClose, onKeep, onDelete, onRefusal }: ConfirmDialogProps): ReactNode {
  const t = useT();
  return (
    <Question
      open={open}
      onClose={onClose}
      title={t('dl.cf.h')}
      lead={t('dl.cf.b')}
      keep={{ verb: t('dl.cf.keep'), onPress: onKeep }}
      verb={t('dl.btn')}
      act={onDelete}
      onRefusal={(error) => {
        onClose();
        handleRefusal(error, { onCaller: onRefusal });
      }}
    />
  );
}
