import { useState } from 'react';
import { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import { dateText } from '#web/lib/texts/intl.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ActDialog, type ActName } from '#web/desk/acts/act-dialog.tsx';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import { keepWhy, WhyFields, type Why } from '#web/desk/frame/fields.tsx';
import { FurtherDialog, isFurther } from '#web/desk/acts/further-acts.tsx';
import { refusalText } from '#web/desk/refusal-text.ts';
import { t } from '#web/desk/texts.ts';

type CardData = DeskData<typeof deskPersonEndpoints.deskCard>;
type Line = CardData['lines'][number];

/** A value that is shown for a minute, by the id of its line. */
export interface Shown {
  readonly id: string;
  readonly value: string;
  readonly until: number;
}

interface DialogsProps {
  readonly look: string;
  readonly data: CardData;
  readonly acting: ActName | undefined;
  readonly showing: Line | undefined;
  /** The message that is sent again. */
  readonly again: Line | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly onShown: (shown: Shown) => void;
}

/** The dialogs of the page: each begins with the case of the look. */
export function PersonDialogs({ look, data, acting, showing, again, onClose, onDone, onShown }: DialogsProps) {
  const why = { reason: data.reason, caseRef: data.caseRef };
  const done = (text: string) => {
    onClose();
    notify({ kind: 'success', text });
    onDone();
  };
  if (isFurther(acting)) return <FurtherDialog name={acting} onDone={done} {...{ look, data, why, onClose }} />;
  const version = data.version;
  if (acting !== undefined) return <ActDialog name={acting} onDone={done} {...{ look, version, why, onClose }} />;
  if (again !== undefined)
    return <ActDialog name="resend" extras={{ message: again.id }} onDone={done} {...{ look, version, why, onClose }} />;
  if (showing === undefined) return null;
  const show = (value: string, until: number) => {
    onShown({ id: showing.id, value, until });
    onClose();
  };
  return <ShowDialog line={showing} look={look} first={why} onClose={onClose} onShown={show} />;
}

/** Until when the member has exceptional access to the account; nothing without any. */
export function ExceptionNotice({ until }: { readonly until: number | null }) {
  if (until === null) return null;
  return <Notice tone="warning">{t('dk.ex.open', { time: dateText(new Date(until), 'moment') })}</Notice>;
}

interface ShowDialogProps {
  readonly line: Line;
  readonly look: string;
  readonly first: Why;
  readonly onClose: () => void;
  readonly onShown: (value: string, until: number) => void;
}

function ShowDialog({ line, look, first, onClose, onShown }: ShowDialogProps) {
  const [why, setWhy] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const show = () => {
    if (line.field === '') return;
    setBusy(true);
    keepWhy(why);
    deskCall(deskPersonEndpoints.deskUnmask, { body: { look, field: line.field, at: line.field === 'network' ? line.id : '', ...why } })
      .then(({ value, until }) => onShown(value, until))
      .catch((error: unknown) => {
        setFailure(refusalText(error));
        setBusy(false);
      });
  };
  return (
    <DeskDialog busy={busy} title={t('dk.unmask')} lead={t('dk.unmask.lead')} verb={t('dk.unmask.btn')} onSend={show} onClose={onClose}>
      <WhyFields why={why} onChange={setWhy} failure={failure} />
    </DeskDialog>
  );
}
