import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Route } from '#web/app/pages/first-routes.ts';
import { mobileBelow, useLayout } from '#web/lib/page/layout.ts';
import { hasPerson } from '#web/lib/person/person-state.ts';
import { HeaderSlot } from '#web/ui/layout/header-slot.tsx';
import { Header } from './header.tsx';
import { BrowserNotices } from './browser-notices.tsx';

interface OpenHeaderProps {
  readonly route: Route;
  readonly bare?: boolean;
}

/** The header of a page that visitors may see too, with the menu of the person who is there. */
export function OpenHeader({ route, bare = false }: OpenHeaderProps): ReactNode {
  return (
    <>
      <Header
        bare={bare}
        menu={
          <>
            {route.ownMenu === true && <HeaderSlot />}
            <Menu route={route} />
          </>
        }
      />
      <BrowserNotices />
    </>
  );
}

type BareMenu = ComponentType<{ readonly isPerson: boolean }>;

/** Loads after the page, and not at all for visitors on wide screens, who see the header's links. */
function Menu({ route }: { readonly route: Route }): ReactNode {
  const layout = useLayout();
  const [menu, setMenu] = useState<{ readonly Content: BareMenu; readonly isPerson: boolean }>();
  useEffect(() => {
    const isPerson = route.ownMenu !== true && (route.guard === 'account' || (route.guard === 'any' && hasPerson()));
    if (!isPerson && !matchMedia(`(max-width: ${mobileBelow - 1}px)`).matches) {
      setMenu(undefined);
      return undefined;
    }
    let current = true;
    import('./menus/bare-menu.tsx').then(
      ({ BareMenu: Content }) => current && setMenu({ Content, isPerson }),
      // The page works without it.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [route, layout]);
  return menu === undefined ? null : <menu.Content isPerson={menu.isPerson} />;
}
