import type { ReactNode } from 'react';
import { shownMask } from '#contract/masks.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import css from './masked-contact.module.css';

/**
 * A phone or an email that the server masked, in the one form of all screens: 138 •••• 6021, read as "ending in 6021",
 * and li•••@example.com (brief 6). Anything else is shown as it is.
 */
export function MaskedContact({ masked }: { readonly masked: string }): ReactNode {
  const t = useT();
  const shown = shownMask(masked);
  if (shown === masked) return masked;
  if (masked.includes('@')) return <span title={shown}>{shown}</span>;
  return (
    <>
      <span aria-hidden="true" className={css['digits']}>
        {shown}
      </span>
      <Hidden>{t('a11y.phoneEnd', { n: masked.slice(-4) })}</Hidden>
    </>
  );
}
