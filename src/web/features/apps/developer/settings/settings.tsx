import { useState, type ReactNode, useRef } from 'react';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from '../app-page.tsx';
import { EndCard } from '../app-secrets/end-card.tsx';
import { PendingNotice } from '../pending-notice.tsx';
import { SettingsForm } from './settings-form.tsx';
import { type OwnApp, otherVersion, showApp } from '../use-developer.ts';
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
