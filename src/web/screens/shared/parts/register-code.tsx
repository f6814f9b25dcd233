import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import css from './qr-code.module.css';
import { qrImage } from './qr-image.ts';

/** The QR code of the sign-up page, for the camera of a phone. A prerendered page does not know its own URL. */
export function RegisterCode(): ReactNode {
  const t = useT();
  const [image, setImage] = useState<string>();
  useEffect(() => setImage(qrImage(new URL('/register', location.href).href)), []);
  return <img src={image} alt={t('rs.scan.code')} width={200} height={200} className={css['code']} />;
}
