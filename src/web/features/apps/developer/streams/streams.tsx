import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { dayText, momentText } from '#web/lib/texts/time-text.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Badge, type Tone, Tile } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { radio } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from '../app-page.tsx';
import { CodeBox } from '../guides/code-box.tsx';
import { RemovalDialog } from '../app-secrets/removal-dialog.tsx';
import { SecretShown } from '../app-secrets/secret-shown.tsx';
import { type OwnApp, reloadApp } from '../use-developer.ts';
import { reloadStreams, useStreams, type OwnStream, useDeliveries, type Delivery } from './use-streams.ts';
import { streamKindsOf } from '#contract/apps/developer/developer.words.ts';
import { matches, required, type Rule } from '#contract/rules/rule.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { oneRules } from '../settings/address-rules.ts';
import { Dialog, type Opened } from '#web/ui/feedback/dialog.tsx';
import css from './streams.module.css';

/** Where the app is notified of security events, and whether its addresses answer. */
export function Streams(): ReactNode {
  return <AppPage lead="dc.sg.lead">{(app) => <OfApp app={app} />}</AppPage>;
}

function OfApp({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const { clientID: id } = app;
  const query = useStreams(id);
  const streams = query.data?.streams;
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [removing, setRemoving] = useState<OwnStream>();
  const [open, setOpen] = useState(false);
  const [read, setRead] = useState<OwnStream>();
  const [reading, setReading] = useState(false);
  const remove = (stream: OwnStream): void => {
    setRemoving(stream);
    setOpen(true);
  };
  const showLast = (stream: OwnStream): void => {
    setRead(stream);
    setReading(true);
  };
  return (
    <Stack>
      {secret !== undefined && <SecretShown secret={secret} onDone={() => setSecret(undefined)} />}
      <Card
        title={t('dc.sg.h')}
        busy={query.isPending}
        aside={
          (streams?.length ?? limits.appStreams) < limits.appStreams ? (
            <Button variant="text" size="sm" onClick={() => setMaking(true)}>
              {t('dc.sg.new')}
            </Button>
          ) : undefined
        }
      >
        {streams === undefined ? (
          <Pending of={query} />
        ) : streams.length === 0 ? (
          <Empty icon={radio} title={t('dc.sg.empty.h')}>
            {t('dc.sg.empty.b')}
          </Empty>
        ) : (
          <Rows>
            {streams.map((stream) => (
              <StreamRow key={stream.id} id={id} stream={stream} onRemove={() => remove(stream)} onLast={() => showLast(stream)} />
            ))}
          </Rows>
        )}
      </Card>
      <NewStreamDialog app={app} open={making} onClose={() => setMaking(false)} onSecret={setSecret} />
      {read !== undefined && (
        <DeliveriesDialog app={id} stream={read.id} name={nameOf(read, t)} open={reading} onClose={() => setReading(false)} />
      )}
      {removing !== undefined && (
        <RemovalDialog
          open={open}
          onClose={() => setOpen(false)}
          title={t('dc.sg.remove.h', { name: nameOf(removing, t) })}
          lead={t('dc.sg.remove.b')}
          done="dc.sg.remove.ok"
          remove={() => call(developerEndpoints.removeStream, { params: { id, stream: removing.id }, body: {} })}
          after={() => reloadStreams(id)}
        />
      )}
    </Stack>
  );
}

interface StreamRowProps {
  readonly id: string;
  readonly stream: OwnStream;
  readonly onRemove: () => void;
  readonly onLast: () => void;
}

function StreamRow({ id, stream, onRemove, onLast }: StreamRowProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState<'test' | 'status'>();
  const name = nameOf(stream, t);
  const params = { id, stream: stream.id };
  const isPaused = stream.status === 'paused';

  async function act(what: 'test' | 'status'): Promise<void> {
    setBusy(what);
    try {
      if (what === 'test') {
        await call(developerEndpoints.testStream, { params, body: {} });
        notify({ kind: 'success', text: translate('dc.sg.tested') });
      } else await call(developerEndpoints.changeStream, { params, body: { status: isPaused ? 'enabled' : 'paused' } });
      await reloadStreams(id);
    } catch (error) {
      handleRefusal(error);
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Row
      lead={<Tile icon={radio} />}
      title={
        <span className={css['title']}>
          {name}
          <State stream={stream} />
        </span>
      }
      note={
        <>
          <span className={css['fact']}>{t(`dc.sg.${stream.kind}`)}</span>
          {factsOf(stream, t).map((fact) => (
            <span key={fact} className={css['fact']}>
              {fact}
            </span>
          ))}
          {stream.kind === 'poll' && <CodeBox name={t('dc.sg.pollAt')} text={stream.address} />}
          <span className={css['acts']}>
            <Button size="sm" label={t('dc.sg.testOne', { name })} busy={busy === 'test'} onClick={() => void act('test')}>
              {t('dc.sg.test')}
            </Button>
            <Button size="sm" label={t('dc.sg.lastOf', { name })} onClick={onLast}>
              {t('dc.sg.last')}
            </Button>
            {stream.status !== 'disabled' && (
              <Button
                size="sm"
                label={t(isPaused ? 'dc.sg.resumeOne' : 'dc.sg.pauseOne', { name })}
                busy={busy === 'status'}
                onClick={() => void act('status')}
              >
                {t(isPaused ? 'dc.sg.resume' : 'dc.sg.pause')}
              </Button>
            )}
            <Button size="sm" label={t('dc.sg.removeOne', { name })} onClick={onRemove}>
              {t('dc.remove')}
            </Button>
          </span>
        </>
      }
    />
  );
}

function State({ stream: { status, verified, failingSince } }: { readonly stream: OwnStream }): ReactNode {
  const t = useT();
  if (status === 'paused') return <Badge tone="warning">{t('dc.sg.off')}</Badge>;
  if (status === 'disabled') return <Badge>{t('dc.sg.out')}</Badge>;
  if (failingSince !== null) return <Badge tone="warning">{t('dc.sg.failing')}</Badge>;
  return verified ? <Badge tone="success">{t('dc.sg.on')}</Badge> : <Badge tone="warning">{t('dc.sg.waits')}</Badge>;
}

function nameOf({ address, kind }: OwnStream, t: Translate): string {
  return kind === 'poll' ? t('dc.sg.poll') : address;
}

/** Facts of a stream: since when nothing is taken and why, and the number of waiting events. */
function factsOf({ failingSince, lastFailure, waiting, status }: OwnStream, t: Translate): readonly string[] {
  return [
    ...(failingSince === null ? [] : [t('dc.sg.fails', { date: dayText(failingSince), cause: causeOf(lastFailure, t) })]),
    ...(waiting === 0 ? [] : [t('dc.sg.waiting', { n: waiting })]),
    ...(status === 'paused' ? [t('dc.sg.paused', { n: limits.signalDays })] : []),
  ];
}

/** Rule for the value of a header. */
const headerValue = matches('regex', /^[\u0020-\u007e]{0,1000}$/);

interface NewStreamDialogProps extends Opened {
  readonly app: OwnApp;
  /** The secret of a webhook, which nobody can see again. */
  readonly onSecret: (secret: string) => void;
}

/** Makes a stream to an address of the developer's server. */
function NewStreamDialog({ app: { clientID: id, kind: appKind }, open, onClose, onSecret }: NewStreamDialogProps): ReactNode {
  const t = useT();
  const fits = oneRules('notify', appKind);
  const kinds = streamKindsOf(appKind);
  const trimmed = (value: string): string => value.trim();
  /** A rule of a field that only these kinds have. */
  const onlyFor = (of: readonly string[], rule: Rule): Rule => ({
    ...rule,
    fails: (value, context) => of.includes(form.value('kind')) && rule.fails(value, context),
  });
  const form = useAppForm<{ readonly kind: string; readonly address: string; readonly authorization: string }>({
    defaults: { kind: 'webhook', address: '', authorization: '' },
    rules: {
      address: { ...fits, rules: [required, ...fits.rules].map((rule) => onlyFor(['webhook', 'push'], rule)), normalize: trimmed },
      authorization: { rules: [onlyFor(['push'], headerValue)], words: { regex: 'dc.sg.authBad' }, normalize: trimmed },
    },
    onSubmit: async ({ kind: chosen, address, authorization }) => {
      const kind = kinds.find((one) => one === chosen) ?? 'webhook';
      const body = {
        kind,
        ...(kind === 'poll' ? {} : { address }),
        ...(kind === 'push' && authorization !== '' ? { authorization } : {}),
      };
      const made = await withProof({ action: 'appSecret', target: id }, () =>
        call(developerEndpoints.makeStream, { params: { id }, body }),
      );
      if (made === undefined) return;
      if (made.secret !== undefined) onSecret(made.secret);
      await Promise.all([reloadStreams(id), reloadApp(id)]);
      onClose();
      form.set('address', '');
      form.set('authorization', '');
    },
  });
  const kind = useFieldValue(form, 'kind');
  return (
    <FormDialog form={form} open={open} onClose={onClose} title={t('dc.sg.new')} lead={t('dc.sg.newB')} verb={t('dc.sg.make')}>
      <RadioField form={form} name="kind" label={t('dc.sg.kind')} options={kinds.map((value) => ({ value, label: t(`dc.sg.${value}`) }))} />
      {kind !== 'poll' && <TextField form={form} name="address" label={t('dc.sg.address')} input={{ type: 'url', autoComplete: 'off' }} />}
      {kind === 'push' && (
        <TextField
          form={form}
          name="authorization"
          label={t('dc.sg.auth')}
          tip={t('dc.sg.authHint')}
          input={{ autoComplete: 'off', spellCheck: false }}
        />
      )}
    </FormDialog>
  );
}

interface DeliveriesDialogProps extends Opened {
  readonly app: string;
  readonly stream: string;
  readonly name: string;
}

/** The last events of a stream, and how far each has come. */
function DeliveriesDialog({ app, stream, name, open, onClose }: DeliveriesDialogProps) {
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

/** Why a receiver did not take an event. */
function causeOf(failure: string, t: Translate): string {
  const code = /^status (\d{3})$/.exec(failure)?.[1];
  if (code !== undefined) return t('dc.sg.status', { n: code });
  return t(failure === 'not public' ? 'dc.sg.private' : 'dc.sg.silent');
}
