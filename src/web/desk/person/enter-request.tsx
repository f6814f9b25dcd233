import { useId, useState } from 'react';
import { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import { dataTopics, type DataTopic } from '#contract/vocabulary/kept-data.ts';
import { askedKinds, requestKinds } from '#contract/vocabulary/rights-requests.ts';
import { notify } from '#web/lib/page/notify.ts';
import { deskCall } from '#web/desk/desk-call.ts';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import css from '#web/desk/frame/fields.module.css';
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
  const id = useId();
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
      <div className={css['field']}>
        <label htmlFor={`${id}-kind`}>{t('dk.rq.add.kind')}</label>
        <select id={`${id}-kind`} value={kind} onChange={(event) => setKind(kinds.find((each) => each === event.target.value) ?? kind)}>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(`dk.rq.kind.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {kind !== 'appeal' && (
        <div className={css['field']}>
          <label htmlFor={`${id}-topic`}>{t('dk.rq.topic')}</label>
          <select
            id={`${id}-topic`}
            value={topic ?? ''}
            onChange={(event) => setTopic(dataTopics.find((each) => each === event.target.value))}
          >
            <option value="">{t('dk.rq.topic.any')}</option>
            {dataTopics.map((each) => (
              <option key={each} value={each}>
                {t(`dk.rq.topic.${each}`)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className={css['field']}>
        <label htmlFor={`${id}-channel`}>{t('dk.rq.add.channel')}</label>
        <select
          id={`${id}-channel`}
          value={channel}
          onChange={(event) => setChannel(channels.find((each) => each === event.target.value) ?? channel)}
        >
          {channels.map((each) => (
            <option key={each} value={each}>
              {t(`dk.rq.channel.${each}`)}
            </option>
          ))}
        </select>
      </div>
      <div className={css['field']}>
        <label htmlFor={`${id}-day`}>{t('dk.rq.add.day')}</label>
        <input id={`${id}-day`} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </div>
      <div className={css['field']}>
        <label htmlFor={`${id}-text`}>{t('dk.rq.text')}</label>
        <textarea id={`${id}-text`} rows={5} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </DeskDialog>
  );
}
