import { useState, type ReactNode, useRef } from 'react';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from '../app-page.tsx';
import { PendingNotice } from '../pending-notice.tsx';
import { SettingsForm } from './settings-form.tsx';
import { type OwnApp, otherVersion, showApp, reloadApp, type AppDialogProps } from '../use-developer.ts';
import { limits } from '#contract/limits.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { image } from '#web/ui/marks/icons.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import css from './settings.module.css';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { sendFile } from '#web/lib/api/send-file.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { required } from '#contract/rules/rule.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { useAppName } from '../app-words.ts';
import { navigate } from '#web/lib/page/router.ts';
import { forgetDraft } from './drafts.ts';

/** /developer/apps/:id/settings: all settings of an app; the last card ends it. */
export function Settings(): ReactNode {
  return <AppPage lead="dc.f.settingsLead">{(app) => <OfApp app={app} />}</AppPage>;
}

function OfApp({ app }: { readonly app: OwnApp }): ReactNode {
  // The form keeps the app as it was read: a later one of another window is a conflict of the save.
  const [base, setBase] = useState(app);
  return (
    <Stack>
      {app.pending !== null && <PendingNotice app={app} onChanged={setBase} />}
      <LogoCard app={base} onChanged={setBase} />
      <SettingsForm key={base.version} app={base} onSaved={setBase} />
      <EndCard app={app} />
    </Stack>
  );
}

interface LogoCardProps {
  readonly app: OwnApp;
  readonly onChanged: (app: OwnApp) => void;
}

const kinds = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** The picture of an app, on light and dark. A chosen one is saved at once. */
function LogoCard({ app, onChanged }: LogoCardProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const icon = app.pending?.icon ?? app.icon;

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const filetype = kinds.find((kind) => kind === file.type);
    if (filetype === undefined || file.size > limits.logoMaxBytes) {
      notify({ kind: 'error', text: translate('dc.f.logoBad') });
      return;
    }
    setBusy(true);
    try {
      const saved = await saveLogo(file, { filetype, app });
      showApp(saved);
      onChanged(saved);
      notify({ kind: 'success', text: translate('dc.f.logoOk') });
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }

  function fail(error: unknown): void {
    const other = otherVersion(error);
    if (other !== undefined) onChanged(other);
    if (isRefusal(error, 'avatarRefused')) notify({ kind: 'error', text: translate('dc.f.logoBad') });
    else handleRefusal(error);
  }

  return (
    <Card title={t('dc.f.logo')} pad>
      <div className={css['logos']}>
        <span className={css['light']}>
          <AppIcon src={icon} size="l" />
        </span>
        <span className={css['dark']}>
          <AppIcon src={icon} size="l" />
        </span>
        <p>{t('dc.f.logoTip')}</p>
        <Button icon={image} busy={busy} onClick={() => chooser.current?.click()}>
          {t('dc.f.logoReplace')}
        </Button>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={kinds.join()}
        aria-label={t('dc.f.logo')}
        hidden
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          // Choosing the same file again must also fire an event.
          event.currentTarget.value = '';
        }}
      />
    </Card>
  );
}

interface Logo {
  readonly filetype: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly app: OwnApp;
}

/**
 * Saves a picture as an app's logo; the server draws it again.
 * @throws {RefusalError}
 */
async function saveLogo(file: Blob, { filetype, app: { clientID: id, version } }: Logo): Promise<OwnApp> {
  const { sign, uploadUrl } = await call(developerEndpoints.beginLogo, { params: { id }, body: { filetype, size: file.size } });
  await sendFile(file, uploadUrl);
  return call(developerEndpoints.finishLogo, { params: { id }, body: { version, sign } });
}

/** Transfer or delete: the last card of the settings. */
function EndCard({ app }: { readonly app: OwnApp }): ReactNode {
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

/** Offers the app to another account. The answer does not tell whether that exists. */
function TransferDialog({ app, open, onClose }: AppDialogProps): ReactNode {
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

/** Deletes the app after its name was typed, in any of its languages. */
function DeleteDialog({ app, open, onClose }: AppDialogProps): ReactNode {
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
