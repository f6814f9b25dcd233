import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { Hidden } from '#web/ui/hidden.tsx';
import css from './masked-phone.module.css';

/** `138****6021` shown as 138 •••• 6021 and read as "ending in 6021" (brief 6). */
export function MaskedPhone({ masked }: { readonly masked: string }): ReactNode {
  const t = useT();
  const [first, last] = [masked.slice(0, 3), masked.slice(-4)];
  return (
    <>
      <span aria-hidden="true" className={css['digits']}>
        {`${first} •••• ${last}`}
      </span>
      <Hidden>{t('a11y.phoneEnd', { n: last })}</Hidden>
    </>
  );
}
