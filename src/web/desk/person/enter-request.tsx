import { useState } from 'react';
import { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import { dataTopics, type DataTopic } from '#contract/vocabulary/kept-data.ts';
import { askedKinds, requestKinds } from '#contract/vocabulary/rights-requests.ts';
import { notify } from '#web/lib/page/notify.ts';
import { deskCall } from '#web/desk/desk-call.ts';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import { Choice, DayInput, TextArea } from '#web/desk/frame/fields.tsx';
import { refusalText } from '#web/desk/refusal-text.ts';
import { t } from '#web/desk/texts.ts';

const channels = ['mail', 'post', 'phone'] as const;

interface EnterRequestProps {
  /** Undefined for somebody without an account. */
  readonly look?: string;
  readonly onClose: () => void;
}

/** A request that came by mail, post or phone. An appeal is about an act on an account. */
export function EnterRequest({ look, onClose }: EnterRequestProps) {
  const kinds = look === undefined ? askedKinds : requestKinds;
  const [kind, setKind] = useState<(typeof requestKinds)[number]>(look === undefined ? 'explain' : 'appeal');
  const [topic, setTopic] = useState<DataTopic>();
  const [channel, setChannel] = useState<(typeof channels)[number]>('phone');
  const [day, setDay] = useState(() => new Date().toISOString().slice(0, 10));
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // An appeal is about an act.
  const about = kind !== 'appeal' && topic !== undefined ? { topic } : {};
  const send = () => {
    setBusy(true);
    deskCall(deskQueuesEndpoints.deskAddRequest, {
      body: { ...(look !== undefined && { look }), kind, ...about, channel, receivedAt: Date.parse(day), text: text.trim() },
    })
      .then(({ number }) => {
        notify({ kind: 'success', text: t('dk.rq.added', { number }) });
        onClose();
      })
      .catch((error: unknown) => {
        setFailure(refusalText(error));
        setBusy(false);
      });
  };
  const isReady = text.trim() !== '' && !Number.isNaN(Date.parse(day));
  return (
    <DeskDialog
      busy={busy}
      title={t('dk.rq.add')}
      lead={t(look === undefined ? 'dk.rq.add.none' : 'dk.rq.add.b')}
      verb={t('dk.rq.add')}
      isReady={isReady}
      onSend={send}
      onClose={onClose}
    >
      <Choice
        label={t('dk.rq.add.kind')}
        value={kind}
        options={kinds.map((each) => [each, t(`dk.rq.kind.${each}`)] as const)}
        onChange={setKind}
      />
      {kind !== 'appeal' && (
        <Choice
          label={t('dk.rq.topic')}
          value={topic ?? ''}
          options={[['', t('dk.rq.topic.any')], ...dataTopics.map((each) => [each, t(`dk.rq.topic.${each}`)] as const)]}
          onChange={(chosen) => setTopic(chosen === '' ? undefined : chosen)}
        />
      )}
      <Choice
        label={t('dk.rq.add.channel')}
        value={channel}
        options={channels.map((each) => [each, t(`dk.rq.channel.${each}`)] as const)}
        onChange={setChannel}
      />
      <DayInput label={t('dk.rq.add.day')} value={day} onChange={setDay} />
      <TextArea label={t('dk.rq.text')} value={text} onChange={setText} />
      {failure !== undefined && <p role="alert">{failure}</p>}
    </DeskDialog>
  );
}
