import { useRef, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useAct } from '#web/lib/api/use-act.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog, type Opened } from '#web/ui/feedback/dialog.tsx';

interface QuestionProps extends Opened {
  readonly title: string;
  /** Consequence of the answer. */
  readonly lead: ReactNode;
  readonly verb: string;
  /** The safe answer, where it does more than close. */
  readonly keep?: { readonly verb: string; readonly onPress: () => void };
  /** Carries it out, closes the question and says so; it may ask for a proof of identity. */
  readonly act: () => Promise<void>;
  readonly onRefusal?: ((error: unknown) => void) | undefined;
}

/** Asks before something ends. The safe answer has the focus; nothing closes while the act is under way. */
export function Question({ open, onClose, title, lead, verb, keep, act, onRefusal }: QuestionProps): ReactNode {
  const t = useT();
  const [busy, run] = useAct();
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind="alert"
      busy={busy}
      initialFocus={safe}
      title={title}
      lead={lead}
      actions={
        <>
          <Button ref={safe} onClick={keep?.onPress ?? onClose} disabled={keep !== undefined && busy}>
            {keep?.verb ?? t('btn.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run(act, onRefusal)}>
            {verb}
          </Button>
        </>
      }
    />
  );
}
