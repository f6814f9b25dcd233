import { useState } from 'react';
import { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import { deskFile } from '#web/desk/desk-call.ts';
import { DayInput } from '#web/desk/frame/fields.tsx';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import { refusalText } from '#web/desk/refusal-text.ts';
import { saveFile } from '#web/desk/save-file.ts';
import { t } from '#web/desk/texts.ts';
import { notify } from '#web/lib/page/notify.ts';
import css from './rooms.module.css';

/** Asks for the days of a transparency report, and saves it as a file. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const isReady = from !== '' && to !== '' && from <= to;
  async function take(): Promise<void> {
    setBusy(true);
    try {
      saveFile(await deskFile(deskQueuesEndpoints.deskReport, { from, to }), `transparency-${from}-${to}.json`);
      onClose();
    } catch (error) {
      notify({ kind: 'warning', text: refusalText(error) });
      setBusy(false);
    }
  }
  return (
    <DeskDialog
      busy={busy}
      title={t('dk.report')}
      lead={t('dk.report.b')}
      verb={t('dk.au.export.take')}
      isReady={isReady}
      onSend={() => void take()}
      onClose={onClose}
    >
      <div className={css['fields']}>
        <DayInput label={t('dk.au.from')} value={from} onChange={setFrom} />
        <DayInput label={t('dk.au.to')} value={to} onChange={setTo} />
      </div>
    </DeskDialog>
  );
}
