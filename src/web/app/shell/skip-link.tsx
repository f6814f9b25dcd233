import { useT } from '#web/lib/texts/i18n.tsx';
import css from './skip-link.module.css';

/** The first target of Tab. */
export function SkipLink() {
  const t = useT();
  return (
    <a href="#main" className={css['skip']}>
      {t('a11y.skip')}
    </a>
  );
}
