import { useId, useState } from 'react';
import { deskExceptionsEndpoints } from '#contract/desk/exceptions.ts';
import { notify } from '#web/lib/notify.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DeskRefusal, deskCall, refusals } from './desk-call.ts';
import { TextInput } from './fields.tsx';
import css from './fields.module.css';
import { t } from './texts.ts';

interface AskExceptionProps {
  readonly look: string;
  readonly caseRef: string;
  readonly onClose: () => void;
}

/** Asks for exceptional access to the account of a look: says who hears of it. */
export function AskException({ look, caseRef: first, onClose }: AskExceptionProps) {
  const id = useId();
  const [caseRef, setCaseRef] = useState(first);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ask = () => {
    setBusy(true);
    deskCall(deskExceptionsEndpoints.deskAskException, { body: { look, caseRef, text: text.trim() } })
      .then(() => {
        notify({ kind: 'success', text: t('dk.ex.asked') });
        onClose();
      })
      .catch((error: unknown) => {
        const refusal = error instanceof DeskRefusal ? error : undefined;
        setFailure(refusal?.code === refusals.changed ? t('dk.two.changed') : refusal?.message || t('dk.offline'));
        setBusy(false);
      });
  };
  return (
    <Dialog
      open
      busy={busy}
      size="m"
      kind="alert"
      onClose={onClose}
      title={t('dk.ex.ask.q')}
      lead={t('dk.ex.ask.b')}
      actions={
        <>
          <Button onClick={onClose}>{t('dk.cancel')}</Button>
          <Button variant="danger" busy={busy} disabled={text.trim() === ''} onClick={ask}>
            {t('dk.ex.ask')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('dk.case')}
        mono
        value={caseRef}
        failure={failure}
        hint={t('dk.why.note')}
        onChange={(value) => setCaseRef(value.trim().toUpperCase())}
      />
      <div className={css['field']}>
        <label htmlFor={id}>{t('dk.ex.why')}</label>
        <textarea id={id} rows={4} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
      </div>
    </Dialog>
  );
}
