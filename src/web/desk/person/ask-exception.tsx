import { useId, useState } from 'react';
import { exceptionText } from '#contract/operations/desk/asked-text.ts';
import { deskExceptionsEndpoints } from '#contract/operations/desk/calls/exceptions.ts';
import { notify } from '#web/lib/page/notify.ts';
import { randomKey } from '#web/lib/person/random-key.ts';
import { ceremony } from '#web/desk/acts/ceremony.tsx';
import { DeskRefusal, deskCall } from '#web/desk/desk-call.ts';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import { TextInput } from '#web/desk/frame/fields.tsx';
import css from '#web/desk/frame/fields.module.css';
import { refusalText } from '#web/desk/refusal-text.ts';
import { t } from '#web/desk/texts.ts';

interface AskExceptionProps {
  readonly look: string;
  readonly caseRef: string;
  readonly onClose: () => void;
}

/** Asks for exceptional access to the account of a look: says who is notified of it. */
export function AskException({ look, caseRef: first, onClose }: AskExceptionProps) {
  const id = useId();
  const [caseRef, setCaseRef] = useState(first);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ask = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const asked = { look, caseRef, text: text.trim(), nonce: randomKey() };
      const shown = await ceremony(exceptionText(asked));
      if (shown === undefined) throw new DeskRefusal(0, t('dk.sign.none'), undefined);
      await deskCall(deskExceptionsEndpoints.deskAskException, { body: { ...asked, ...shown } });
      notify({ kind: 'success', text: t('dk.ex.asked') });
      onClose();
    } catch (error) {
      setFailure(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <DeskDialog
      isAct
      isDanger
      busy={busy}
      title={t('dk.ex.ask.q')}
      lead={t('dk.ex.ask.b')}
      verb={t('dk.ex.ask')}
      isReady={text.trim() !== ''}
      onSend={() => void ask()}
      onClose={onClose}
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
    </DeskDialog>
  );
}
