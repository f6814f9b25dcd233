import { useState } from 'react';
import { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import { deskFile } from '#web/desk/desk-call.ts';
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
        <label className={css['field']}>
          {t('dk.au.from')}
          <input type="date" value={from} onChange={({ currentTarget }) => setFrom(currentTarget.value)} />
        </label>
        <label className={css['field']}>
          {t('dk.au.to')}
          <input type="date" value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)} />
        </label>
      </div>
    </DeskDialog>
  );
}
