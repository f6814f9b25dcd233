import { lazy, Suspense, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './trial.module.css';
import type { Run } from './use-run.ts';

const QrCode = lazy(async () => ({ default: (await import('../guides/qr-code.tsx')).QrCode }));

/** Screen of a device: the code, and a picture for the camera of a phone. */
export function TryCode({ run }: { readonly run: Run }): ReactNode {
  const t = useT();
  const { origin, pathname } = new URL(run.url, location.href);
  return (
    <Card pad>
      <div className={css['device']}>
        <Suspense fallback={null}>
          <QrCode url={new URL(run.url, location.href).href} />
        </Suspense>
        <div>
          <p>{t('dc.try.device', { address: `${origin}${pathname}` })}</p>
          <output className={css['code']}>{run.userCode}</output>
          <p>{t('dc.try.waits')}</p>
        </div>
      </div>
    </Card>
  );
}
