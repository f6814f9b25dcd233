import type { ReactNode } from 'react';
import { routes, type Route } from '#web/app/pages/routes.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useRouteTitle } from '#web/lib/page/router.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronRight } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import css from './crumbs.module.css';

/** The pages above a page of a wide screen, each a link; nothing for the sections of the navigation. */
export function Crumbs({ route }: { readonly route: Route }): ReactNode {
  const t = useT();
  const { title } = useRouteTitle();
  const above = pagesAbove(route);
  if (above.length === 0) return null;
  return (
    <nav className={css['crumbs']} aria-label={t('a11y.crumbs')}>
      <ol>
        {above.map((page) => (
          <li key={page.path}>
            <Link variant="inline" href={page.path}>
              {typeof page.title === 'string' && page.title !== '' ? t(page.title) : ''}
            </Link>
            <Icon of={chevronRight} size={14} />
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

/** The highest first. */
function pagesAbove({ up }: Route): readonly Route[] {
  const page = typeof up === 'string' ? routes.find(({ path }) => path === up) : undefined;
  return page === undefined ? [] : [...pagesAbove(page), page];
}
