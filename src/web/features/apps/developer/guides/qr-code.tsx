import { renderSVG } from 'uqr';
import { useMemo, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import css from '../try-it/trial.module.css';

/** A URL for the camera of a phone. */
export function QrCode({ url }: { readonly url: string }): ReactNode {
  const t = useT();
  const image = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 1 }))}`, [url]);
  return <img src={image} alt={t('dc.try.qr')} width={168} height={168} className={css['qr']} />;
}
