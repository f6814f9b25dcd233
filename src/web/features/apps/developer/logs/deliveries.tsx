import { useT } from '#web/lib/texts/i18n.tsx';
import { momentText } from '#web/lib/texts/time-text.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Badge, type Tone } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { causeOf } from '../streams/stream-words.ts';
import { useDeliveries, type Delivery } from '../streams/use-streams.ts';

interface DeliveriesDialogProps {
  readonly app: string;
  readonly stream: string;
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The last events of a stream, and how far each has come. */
export function DeliveriesDialog({ app, stream, name, open, onClose }: DeliveriesDialogProps) {
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('dc.sg.last')}
      lead={t('dc.sg.lastOf', { name })}
      actions={<Button onClick={onClose}>{t('btn.ok')}</Button>}
    >
      <DeliveryRows app={app} stream={stream} />
    </Dialog>
  );
}

function DeliveryRows({ app, stream }: Pick<DeliveriesDialogProps, 'app' | 'stream'>) {
  const t = useT();
  const query = useDeliveries(app, stream);
  if (query.data === undefined) return <Pending of={query} />;
  const { deliveries } = query.data;
  if (deliveries.length === 0) return <p>{t('dc.sg.none')}</p>;
  return (
    <Rows>
      {deliveries.map((delivery) => (
        <Row
          key={delivery.id}
          title={<code>{delivery.event}</code>}
          note={[momentText(delivery.at), ...whyOf(delivery, t)].join(' · ')}
          value={<Badge tone={tones[delivery.state]}>{t(`dc.sg.d.${delivery.state}`)}</Badge>}
        />
      ))}
    </Rows>
  );
}

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  taken: 'success',
  waiting: 'neutral',
  failing: 'warning',
  refused: 'warning',
};

function whyOf({ state, failure, tries }: Delivery, t: ReturnType<typeof useT>): readonly string[] {
  if (state !== 'failing') return [];
  return [causeOf(failure, t), t('dc.sg.tries', { n: tries })];
}
