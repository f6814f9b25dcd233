import { translate, useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { ProofNeed } from '#web/widgets/identity-proof/proof-method.ts';
import { Question } from '#web/widgets/page/question.tsx';
import type { Opened } from '#web/ui/feedback/dialog.tsx';

interface RemovalDialogProps extends Opened {
  readonly title: string;
  readonly lead: string;
  readonly done: MessageKey;
  readonly need?: ProofNeed;
  readonly remove: () => Promise<unknown>;
  readonly after: () => Promise<void>;
}

/** Asks before something of an app is removed. A thing that is already gone counts as removed. */
export function RemovalDialog({ open, onClose, title, lead, done, need, remove, after }: RemovalDialogProps) {
  const t = useT();

  async function act(): Promise<void> {
    if ((await withProof(need ?? {}, () => gone(remove))) === undefined) return;
    onClose();
    notify({ kind: 'success', text: translate(done) });
    await after();
  }

  return <Question open={open} onClose={onClose} title={title} lead={lead} verb={t('dc.remove')} act={act} />;
}

async function gone(remove: () => Promise<unknown>): Promise<true> {
  try {
    await remove();
  } catch (error) {
    if (!isRefusal(error, 'notFound')) throw error;
  }
  return true;
}
