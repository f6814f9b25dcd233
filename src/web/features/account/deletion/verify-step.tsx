import { useState, type ReactNode } from 'react';
import { isRefusal, type RefusalError } from '#web/lib/api/refusal-error.ts';
import { refusalText } from '#web/lib/api/refusals.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Confirm } from '#web/widgets/identity-proof/confirm.tsx';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { DeletionDraft, RequestedDeletion } from './deletion-draft.ts';
import type { DeletionCheck, DeletionRequest } from './deletion-request.ts';
import { ProofPart } from './proof-part.tsx';

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
