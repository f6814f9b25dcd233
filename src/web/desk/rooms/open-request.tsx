import { useState } from 'react';
import { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import { requestOutcomes, ruleOfLawMax, type RequestOutcome } from '#contract/vocabulary/rights-requests.ts';
import { Choice, TextArea, TextInput } from '#web/desk/frame/fields.tsx';
import { DeskRefusal, deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { t } from '#web/desk/texts.ts';
import { dateText } from '#web/lib/texts/intl.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { perform } from './act.tsx';
import { Moment } from './values.tsx';
import css from './rooms.module.css';

type Request = DeskData<typeof deskQueuesEndpoints.deskOpenRequest>;

interface OpenRequestProps {
  readonly number: string;
  readonly mayAnswer: boolean;
  readonly onDone: () => void;
}

/** A request about data: its text is read only by a press, because its person sees the look. */
export function OpenRequest({ number, mayAnswer, onDone }: OpenRequestProps) {
  const me = useMe();
  const [request, setRequest] = useState<Request>();
  const read = () => {
    deskCall(deskQueuesEndpoints.deskOpenRequest, { body: { number } }).then(setRequest, (error: unknown) => {
      if (error instanceof DeskRefusal) notify({ kind: 'warning', text: error.code === 0 ? t('dk.offline') : error.message });
    });
  };
  if (request === undefined) {
    return (
      <>
        <p className={css['muted']}>{t('dk.rq.open.note')}</p>
        <Button variant="primary" size="sm" disabled={mayOf(me, 'request.read') === 'no'} onClick={read}>
          {t('dk.rq.open')}
        </Button>
      </>
    );
  }
  const { kind, topic, state, dueAt, messages } = request;
  return (
    <>
      <p className={css['row']}>
        <b>{t(`dk.rq.kind.${kind}`)}</b>
        {topic !== null && <span>{t(`dk.rq.topic.${topic}`)}</span>}
        <span>{t(`dk.rq.state.${state}`)}</span>
        <span>{t('dk.due', { date: dateText(new Date(dueAt), 'day') })}</span>
      </p>
      {messages.map(({ at, author, text }, index) => (
        <p key={index} className={css['bubble']} data-author={author}>
          <small>
            {`${t(`dk.rq.${author}`)} · `}
            <Moment at={at} />
          </small>
          {text}
        </p>
      ))}
      {mayAnswer && (state === 'received' || state === 'waiting') && (
        <Answer number={number} request={request} onDone={onDone} onAsked={read} />
      )}
    </>
  );
}

interface AnswerProps {
  readonly number: string;
  readonly request: Request;
  readonly onDone: () => void;
  readonly onAsked: () => void;
}

function Answer({ number, request, onDone, onAsked }: AnswerProps) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<RequestOutcome>('done');
  const [law, setLaw] = useState('');
  const [busy, setBusy] = useState(false);
  const isGiven = text.trim() !== '';
  async function send(act: () => Promise<unknown>, then: () => void): Promise<void> {
    setBusy(true);
    const isDone = await perform(act);
    setBusy(false);
    if (!isDone) return;
    setText('');
    then();
  }
  return (
    <>
      <TextArea label={t('dk.rq.text')} value={text} onChange={setText} />
      <div className={css['fields']}>
        <Choice
          label={t('dk.rq.outcome')}
          value={outcome}
          options={requestOutcomes.map((each) => [each, t(`dk.rq.outcome.${each}`)] as const)}
          onChange={setOutcome}
        />
        <TextInput label={t('dk.rq.law')} value={law} onChange={(value) => setLaw(value.slice(0, ruleOfLawMax))} />
      </div>
      <div className={css['foot']}>
        <Button
          size="sm"
          disabled={!isGiven}
          busy={busy}
          onClick={() => void send(() => deskCall(deskQueuesEndpoints.deskCloseRequest, { body: { number, text } }), onDone)}
        >
          {t('dk.rq.close')}
        </Button>
        {!request.extended && (
          <Button
            size="sm"
            disabled={!isGiven}
            busy={busy}
            onClick={() => void send(() => deskCall(deskQueuesEndpoints.deskExtendRequest, { body: { number, text } }), onAsked)}
          >
            {t('dk.rq.extend')}
          </Button>
        )}
        <Button
          size="sm"
          disabled={!isGiven}
          busy={busy}
          onClick={() => void send(() => deskCall(deskQueuesEndpoints.deskReplyToRequest, { body: { number, text } }), onAsked)}
        >
          {t('dk.rq.reply')}
        </Button>
        <Button
          variant="primary"
          size="sm"
          // An answer that does not grant everything names its rule.
          disabled={!isGiven || (outcome !== 'done' && law.trim() === '')}
          busy={busy}
          onClick={() => void send(() => deskCall(deskQueuesEndpoints.deskAnswerRequest, { body: { number, outcome, law, text } }), onDone)}
        >
          {t('dk.rq.answer')}
        </Button>
      </div>
    </>
  );
}
