import type { ReactNode } from 'react';
import { routes, type Route } from '#web/app/pages/routes.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronLeft } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import css from './crumbs.module.css';

/** The link to the page above a page of a wide screen; nothing for the six places. */
export function Crumbs({ route: { up } }: { readonly route: Route }): ReactNode {
  const t = useT();
  const above = typeof up === 'string' ? routes.find(({ path }) => path === up) : undefined;
  const name = above?.heading ?? above?.title;
  if (above === undefined || typeof name !== 'string' || name === '') return null;
  return (
    <nav className={css['crumbs']} aria-label={t('a11y.crumbs')}>
      <Link variant="bare" href={above.path}>
        <Icon of={chevronLeft} size={14} />
        {t(name)}
      </Link>
    </nav>
  );
}
