import { useState, type ReactNode } from 'react';
import { devicesEndpoints } from '#contract/protection/devices/devices.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import css from './ask-desktop.module.css';
import { signOut } from './sign-out.ts';

/** Shows the question where this browser has signed in the desktop of its computer: true if it asks. */
export async function askDesktop(show: (question: ReactNode) => void): Promise<boolean> {
  const devices = await call(devicesEndpoints.listDevices, {}).catch(() => []);
  const desktop = devices.find(({ signedInHere }) => signedInHere);
  if (desktop === undefined) return false;
  show(<DesktopQuestion key={Date.now()} computer={desktop.name} />);
  return true;
}

function DesktopQuestion({ computer }: { readonly computer: string }): ReactNode {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [also, setAlso] = useState(true);
  const [busy, setBusy] = useState(false);
  const leave = (): void => {
    setBusy(true);
    signOut({ devices: also })
      .catch((error: unknown) => handleRefusal(error))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title={t('so.dk.h')}
      busy={busy}
      actions={
        <>
          <Button onClick={() => setOpen(false)}>{t('btn.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={leave}>
            {t('head.logout')}
          </Button>
        </>
      }
    >
      <label className={css['choice']}>
        <input type="checkbox" checked={also} onChange={(event) => setAlso(event.currentTarget.checked)} />
        {t('so.dk.q', { computer: computer === '' ? t('dv.noName') : computer })}
      </label>
    </Dialog>
  );
}
