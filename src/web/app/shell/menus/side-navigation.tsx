import { useState, type ReactNode } from 'react';
import type { Route } from '#web/app/pages/first-routes.ts';
import { matchPath } from '#web/app/pages/match.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { Dot, SideLink, SideLinks } from '#web/ui/layout/side-links.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronLeft } from '#web/ui/marks/icons.ts';
import { places, securityPlace, type Place } from '#web/widgets/account/places.ts';
import { useOpenQuestions } from '#web/widgets/checkup/checkup.ts';
import css from './side-navigation.module.css';

/** The link to the page above a page of a wide screen; nothing for the six places. */
export function Crumbs({ route: { up } }: { readonly route: Route }): ReactNode {
  const t = useT();
  if (typeof up !== 'string') return null;
  const above = matchPath(up).route;
  const name = above.heading ?? above.title;
  if (typeof name !== 'string' || name === '') return null;
  return (
    <nav className={css['crumbs']} aria-label={t('a11y.crumbs')}>
      <Link variant="bare" href={up}>
        <Icon of={chevronLeft} size={14} />
        {t(name)}
      </Link>
    </nav>
  );
}

/**
 * The six places; in narrow windows a rail of icons with their names on hover. `path` is that of the route, with the names
 * of its parameters. The pressed place is the current one at once, before its page has loaded.
 */
export function SideNavigation({ path }: { readonly path: string }): ReactNode {
  const t = useT();
  const [pressed, setPressed] = useState<{ readonly from: string; readonly place: Place }>();
  const questions = useOpenQuestions();
  const chosen = pressed?.from === path ? pressed.place : places.find(({ desktop, also }) => desktop === path || also?.includes(path));
  return (
    <SideLinks label={t('a11y.nav')}>
      <ul>
        {places.map((place) => (
          <li key={place.desktop} onPointerDown={(event) => event.button === 0 && setPressed({ from: path, place })}>
            <SideLink href={place.desktop} label={t(place.label)} icon={place.icon} current={place === chosen}>
              {place === securityPlace && questions > 0 && (
                <Dot>
                  <Hidden>{t('ck.needs')}</Hidden>
                </Dot>
              )}
            </SideLink>
          </li>
        ))}
      </ul>
    </SideLinks>
  );
}
