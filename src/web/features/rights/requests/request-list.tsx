import { useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { shortDayText } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { circleCheck, clock, mail } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { NewRequestDialog } from './new-request.tsx';
import { dueText, isOpen, requestPages, stateText, useRequests, type RightsRequest } from './requests.ts';
import css from './requests.module.css';

/** The account's questions and requests, and the button for another one. */
export function RequestList(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const requests = useRequests();
  const [asking, setAsking] = useState(false);
  if (requests.data === undefined) return <PendingCard of={requests} />;
  const { requests: sent } = requests.data;
  return (
    <Stack>
      <Card>
        {sent.length === 0 ? (
          <Empty icon={mail} title={t('rq.none')} />
        ) : (
          <Rows>
            {sent.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </Rows>
        )}
      </Card>
      <div className={css['new']}>
        <Button variant="primary" block={layout === 'mobile'} onClick={() => setAsking(true)}>
          {t('rq.new')}
        </Button>
      </div>
      <p className={css['hint']}>{t('rq.complain')}</p>
      <NewRequestDialog open={asking} onClose={() => setAsking(false)} />
    </Stack>
  );
}

function RequestRow({ request }: { readonly request: RightsRequest }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const open = isOpen(request);
  const by = open ? t('rq.by', { date: dueText(request) }) : t('rq.sentOn', { date: shortDayText(request.receivedAt) });
  return (
    <Row
      lead={<Tile icon={open ? clock : circleCheck} tone={request.state === 'waiting' ? 'accent' : 'neutral'} />}
      title={t(`rq.k.${request.kind}`)}
      note={`${stateText(request, t)} · ${by} · ${request.number}`}
      href={`${requestPages[layout]}/${request.id}`}
    />
  );
}
