import { useState, type ReactNode } from 'react';
import { useOpenQuestions } from '#web/widgets/checkup/checkup.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { Dot, SideLink, SideLinks } from '#web/ui/layout/side-links.tsx';
import { places, securityPlace, type Place } from '#web/widgets/account/places.ts';

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
