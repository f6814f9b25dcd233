import type { Layout } from '#web/lib/page/layout.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { database, house, layoutGrid, monitorSmartphone, shieldCheck, user } from '#web/ui/marks/icons.ts';

/** One place of the account center. */
export interface Place {
  readonly label: MessageKey;
  readonly icon: string;
  /** Its first page, by layout. */
  readonly desktop: string;
  readonly mobile: string;
  /** The other desktop pages of this place. */
  readonly also?: readonly string[];
}

export const homePlace: Place = { label: 'nav.home', icon: house, desktop: '/pc-account-home', mobile: '/mobile-account-home' };

export const securityPlace: Place = {
  label: 'nav.security',
  icon: shieldCheck,
  desktop: '/pc-security',
  mobile: '/mobile-security',
  also: ['/pc-way/:way', '/pc-social-accounts', '/pc-passkeys', '/pc-two-step', '/pc-activity', '/pc-notices', '/pc-transparency'],
};

export const devicesPlace: Place = {
  label: 'nav.devices',
  icon: monitorSmartphone,
  desktop: '/device',
  mobile: '/mobile-device-info',
  also: ['/pc-settings-sync'],
};

export const appsPlace: Place = {
  label: 'nav.apps',
  icon: layoutGrid,
  desktop: '/pc-application',
  mobile: '/mobile-application',
  also: ['/pc-application/:id'],
};

/** The page of one app. */
export function appPage(clientID: string, layout: Layout): string {
  return `${appsPlace[layout]}/${encodeURIComponent(clientID)}`;
}

/** The six places, in their order: the menu of wide screens, and, without the home, the rows of a phone's home. */
export const places: readonly Place[] = [
  homePlace,
  { label: 'nav.profile', icon: user, desktop: '/privacy-information', mobile: '/mobile-account-info', also: ['/avatar'] },
  securityPlace,
  devicesPlace,
  appsPlace,
  {
    label: 'dt.h',
    icon: database,
    desktop: '/pc-data',
    mobile: '/mobile-data',
    also: ['/pc-data-copy', '/pc-data-agreements', '/pc-data-requests', '/pc-data-requests/:id', '/pc-family', '/cancellation'],
  },
];
