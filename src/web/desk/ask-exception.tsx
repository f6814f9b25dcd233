import { useId, useState } from 'react';
import { exceptionText } from '#contract/desk/asked-text.ts';
import { deskExceptionsEndpoints } from '#contract/desk/exceptions.ts';
import { notify } from '#web/lib/notify.ts';
import { ceremony } from './ceremony.tsx';
import { DeskRefusal, deskCall } from './desk-call.ts';
import { DeskDialog } from './desk-dialog.tsx';
import { TextInput } from './fields.tsx';
import css from './fields.module.css';
import { refusalText } from './refusal-text.ts';
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
  const ask = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const asked = { look, caseRef, text: text.trim() };
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
