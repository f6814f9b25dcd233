import { useState, type ReactNode } from 'react';
import { rightsRequestsEndpoints } from '#contract/rights/requests/requests.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { useParams } from '#web/lib/page/router.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { atStart, lastSeenText, shortDayText } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { TextAreaField } from '#web/ui/form/fields/text-area-field.tsx';
import { mail, user } from '#web/ui/marks/icons.ts';
import { Tile } from '#web/ui/layout/badge.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { Question } from '#web/widgets/page/question.tsx';
import { dueText, isOpen, keepThread, stateText, textField, useRequest, type RequestThread } from './requests.ts';
import css from './requests.module.css';

/** One request with its dates, its thread, and a place for an answer. */
export function RequestPanel(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const request = useRequest(id);
  if (request.data === undefined) return <PendingCard of={request} />;
  const thread = request.data;
  return (
    <Stack>
      <Card title={t(`rq.k.${thread.kind}`)} note={thread.number}>
        <Steps thread={thread} />
      </Card>
      <Card>
        {thread.messages.map((message) => (
          <Message key={`${message.at} ${message.text}`} message={message} />
        ))}
        {isOpen(thread) && <Reply thread={thread} />}
      </Card>
      <p className={css['hint']}>{t('rq.complain')}</p>
    </Stack>
  );
}

function Steps({ thread }: { readonly thread: RequestThread }): ReactNode {
  const t = useT();
  const open = isOpen(thread);
  const law = thread.law === '' ? '' : ` · ${thread.law}`;
  return (
    <ol className={css['steps']}>
      <li className={css['done']}>
        <b>{t('rq.s.received')}</b>
        {shortDayText(thread.receivedAt)}
      </li>
      {thread.state === 'waiting' && (
        <li className={css['now']} aria-current="step">
          <b>{t('rq.s.waiting')}</b>
          {t('rq.waitingNote')}
        </li>
      )}
      {open ? (
        <li className={classes(thread.state === 'received' && css['now'])} aria-current={thread.state === 'received' ? 'step' : undefined}>
          <b>{t('rq.by', { date: dueText(thread) })}</b>
          {thread.extended ? t('rq.extended') : t('rq.byNote')}
        </li>
      ) : (
        <li className={css['done']} aria-current="step">
          <b>{stateText(thread, t)}</b>
          {`${shortDayText(thread.answeredAt ?? thread.dueAt)}${law}`}
        </li>
      )}
    </ol>
  );
}

function Message({ message: { at, author, text } }: { readonly message: RequestThread['messages'][number] }): ReactNode {
  const t = useT();
  return (
    <article className={css['message']}>
      <header className={css['author']}>
        <Tile icon={author === 'desk' ? mail : user} round />
        <b>{t(author === 'desk' ? 'rq.desk' : 'rq.you')}</b>
        <time dateTime={at}>{atStart(lastSeenText(at))}</time>
      </header>
      <p>{text}</p>
    </article>
  );
}

function Reply({ thread: { id } }: { readonly thread: RequestThread }): ReactNode {
  const t = useT();
  const form = useAppForm({
    defaults: { text: '' },
    rules: { text: textField },
    onSubmit: async ({ text }) => {
      const thread = await call(rightsRequestsEndpoints.replyToRightsRequest, { body: { id, text } });
      form.set('text', '');
      notify({ kind: 'success', text: translate('rq.sent') });
      await keepThread(thread);
    },
  });
  return (
    <div className={css['reply']}>
      <FormShell form={form}>
        <TextAreaField form={form} name="text" label={t('rq.reply')} max={limits.requestTextMax} />
      </FormShell>
      <div className={css['actions']}>
        <WithdrawButton id={id} />
        <Button variant="primary" type="submit" form={form.id} busy={form.pending}>
          {t('rq.send')}
        </Button>
      </div>
    </div>
  );
}

function WithdrawButton({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const [asking, setAsking] = useState(false);

  async function withdraw(): Promise<void> {
    const thread = await call(rightsRequestsEndpoints.withdrawRightsRequest, { body: { id } });
    setAsking(false);
    notify({ kind: 'success', text: translate('rq.withdrawn') });
    await keepThread(thread);
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('rq.withdraw')}</Button>
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        title={t('rq.withdrawH')}
        lead={t('rq.withdrawB')}
        verb={t('rq.withdraw')}
        act={withdraw}
      />
    </>
  );
}
