import { useState, type ReactNode } from 'react';
import { signAsked } from '#web/desk/acts/ceremony.tsx';
import { DeskRefusal, refusals } from '#web/desk/desk-call.ts';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import { TextArea } from '#web/desk/frame/fields.tsx';
import { refusalText } from '#web/desk/refusal-text.ts';
import { t } from '#web/desk/texts.ts';
import { notify } from '#web/lib/page/notify.ts';

/** Does an act and says what came of it: done, waits for a second person, or the words of the refusal. True when done. */
export async function perform(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    notify({ kind: 'success', text: t('dk.done') });
    return true;
  } catch (error) {
    if (!(error instanceof DeskRefusal)) throw error;
    if (error.code === refusals.second) return sign(String(error.data['approval']));
    notify({ kind: 'warning', text: error.code === 0 ? t('dk.offline') : error.message });
    return false;
  }
}

/** Signs what was asked for. */
async function sign(id: string): Promise<boolean> {
  const isSigned = await signAsked(id).catch((error: unknown) => {
    notify({ kind: 'warning', text: refusalText(error) });
    return false;
  });
  notify(isSigned ? { kind: 'success', text: `${t('dk.two')}. ${t('dk.two.b')}` } : { kind: 'warning', text: t('dk.sign.not') });
  return true;
}

interface ActDialogProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** Name of the field for the reason. */
  readonly label: string;
  readonly verb: string;
  readonly isDanger?: boolean;
  /** False while a field before the reason is missing. */
  readonly isReady?: boolean;
  /** Fields before the reason. */
  readonly children?: ReactNode;
  readonly act: (reason: string) => Promise<unknown>;
  /** With whether it was done. */
  readonly onClose: (isDone: boolean) => void;
}

/** A question before an act, with the reason that stays in the trail. */
export function ActDialog({ title, lead, label, verb, isDanger = false, isReady = true, children, act, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const isGiven = isReady && reason.trim().length >= 3;
  async function send(): Promise<void> {
    if (!isGiven || busy) return;
    setBusy(true);
    const isDone = await perform(() => act(reason.trim()));
    setBusy(false);
    if (isDone) onClose(true);
  }
  return (
    <DeskDialog
      busy={busy}
      isDanger={isDanger}
      title={title}
      lead={lead}
      verb={verb}
      isReady={isGiven}
      onSend={() => void send()}
      onClose={() => onClose(false)}
    >
      {children}
      <TextArea label={label} rows={3} value={reason} onChange={setReason} />
    </DeskDialog>
  );
}
