import { useState, type ReactNode } from 'react';
import { DeskRefusal, refusals } from '#web/desk/desk-call.ts';
import { t } from '#web/desk/texts.ts';
import { notify } from '#web/lib/notify.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import css from './rooms.module.css';

/** Does an act and says what came of it: done, waits for a second person, or the words of the refusal. True when done. */
export async function perform(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    notify({ kind: 'success', text: t('dk.done') });
    return true;
  } catch (error) {
    if (!(error instanceof DeskRefusal)) throw error;
    if (error.code === refusals.second) {
      notify({ kind: 'success', text: `${t('dk.two')}. ${t('dk.two.b')}` });
      return true;
    }
    notify({ kind: 'warning', text: error.code === 0 ? t('dk.offline') : error.message });
    return false;
  }
}

interface ActDialogProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** Name of the field for the reason. */
  readonly label: string;
  readonly verb: string;
  readonly isDanger?: boolean;
  readonly act: (reason: string) => Promise<unknown>;
  /** With whether it was done. */
  readonly onClose: (isDone: boolean) => void;
}

/** A question before an act, with the reason that stays in the trail. */
export function ActDialog({ title, lead, label, verb, isDanger = false, act, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const isGiven = reason.trim().length >= 3;
  async function send(): Promise<void> {
    if (!isGiven || busy) return;
    setBusy(true);
    const isDone = await perform(() => act(reason.trim()));
    setBusy(false);
    if (isDone) onClose(true);
  }
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      busy={busy}
      title={title}
      lead={lead}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{t('dk.cancel')}</Button>
          <Button variant={isDanger ? 'danger' : 'primary'} busy={busy} disabled={!isGiven} onClick={() => void send()}>
            {verb}
          </Button>
        </>
      }
    >
      <label className={css['field']}>
        {label}
        <textarea rows={3} maxLength={2000} value={reason} onChange={({ currentTarget }) => setReason(currentTarget.value)} />
      </label>
    </Dialog>
  );
}
