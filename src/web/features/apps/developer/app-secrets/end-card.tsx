import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { reloadApp, type OwnApp } from '../use-developer.ts';
import { required } from '#contract/rules/rule.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { useAppName } from '../app-words.ts';
import { navigate } from '#web/lib/page/router.ts';
import { forgetDraft } from '../settings/drafts.ts';

/** Transfer or delete: the last card of the settings. */
export function EndCard({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const [asked, setAsked] = useState<'transfer' | 'delete'>();
  const [busy, act] = useAct();
  const close = (): void => setAsked(undefined);

  const withdraw = (): Promise<void> =>
    act(async () => {
      await call(developerEndpoints.withdrawTransfer, { params: { id: app.clientID }, body: {} });
      await reloadApp(app.clientID);
      notify({ kind: 'success', text: translate('dc.tr.stopped') });
    });

  if (app.state === 'deleted') return null;
  return (
    <Card title={t('dc.end.h')}>
      <Rows>
        <Row
          title={t('dc.tr')}
          note={app.transfer === null ? t('dc.tr.note') : t('dc.tr.open', { date: dayText(app.transfer.expiresAt) })}
          action={
            app.transfer === null ? (
              <Button size="sm" onClick={() => setAsked('transfer')}>
                {t('dc.tr')}
              </Button>
            ) : (
              <Button size="sm" busy={busy} onClick={() => void withdraw()}>
                {t('dc.tr.stop')}
              </Button>
            )
          }
        />
        <Row
          title={t('dc.del')}
          note={t('dc.del.note')}
          action={
            <Button size="sm" onClick={() => setAsked('delete')}>
              {t('dc.del')}
            </Button>
          }
        />
      </Rows>
      <TransferDialog app={app} open={asked === 'transfer'} onClose={close} />
      <DeleteDialog app={app} open={asked === 'delete'} onClose={close} />
    </Card>
  );
}

interface TransferDialogProps {
  readonly app: OwnApp;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Offers the app to another account. The answer does not tell whether that exists. */
function TransferDialog({ app, open, onClose }: TransferDialogProps): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const { clientID: id } = app;
  const form = useAppForm({
    defaults: { to: '' },
    rules: {
      to: { rules: [required], normalize: (value: string) => value.trim(), words: { required: 'dc.tu.enter', regex: 'dc.tu.enter' } },
    },
    onSubmit: async ({ to }) => {
      const send = () => call(developerEndpoints.askTransfer, { params: { id }, body: { to } });
      if ((await withProof({ action: 'appTransfer', target: id }, send)) === undefined) return;
      form.set('to', '');
      onClose();
      notify({ kind: 'success', text: translate('dc.tr.ok') });
      await reloadApp(id);
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('dc.tr.h', { app: nameOf(app.name) })}
      lead={t('dc.tr.b')}
      verb={t('dc.tr')}
    >
      <TextField form={form} name="to" label={t('dc.tr.to')} input={{ autoComplete: 'off' }} />
    </FormDialog>
  );
}

interface DeleteDialogProps {
  readonly app: OwnApp;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Deletes the app after its name was typed, in any of its languages. */
function DeleteDialog({ app, open, onClose }: DeleteDialogProps): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const { clientID: id } = app;
  const form = useAppForm({
    defaults: { name: '' },
    isDanger: true,
    rules: {
      name: {
        normalize: (value: string) => value.trim(),
        rules: [{ name: 'required', fails: (value: string) => !Object.values(app.name).includes(value) }],
        words: { required: 'dc.del.nameBad', regex: 'dc.del.nameBad' },
      },
    },
    onSubmit: async ({ name }) => {
      const send = () => call(developerEndpoints.deleteApp, { params: { id }, body: { name } });
      if ((await withProof({ action: 'appDelete', target: id }, send)) === undefined) return;
      onClose();
      forgetDraft(`app.${id}`);
      notify({ kind: 'success', text: translate('dc.del.ok', { app: nameOf(app.name) }) });
      await reloadApp(id);
      navigate('/developer');
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('dc.del.h', { app: nameOf(app.name) })}
      lead={t('dc.del.b')}
      verb={t('dc.del')}
    >
      <TextField form={form} name="name" label={t('dc.del.name')} input={{ autoComplete: 'off', placeholder: nameOf(app.name) }} />
    </FormDialog>
  );
}
