import type { ReactNode } from 'react';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import css from './identity-proof.module.css';

/** The way out if none of the methods can be used; nothing where the installation names no support. */
export function SupportLine(): ReactNode {
  const t = useT();
  const { supportEmail } = appConfig().brand;
  if (supportEmail === '') return null;
  return (
    <p className={css['help']}>
      {t('vf.none')} <Link href={`mailto:${supportEmail}`}>{t('vf.contact')}</Link>
    </p>
  );
}
