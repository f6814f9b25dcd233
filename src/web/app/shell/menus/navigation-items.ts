import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { database, house, layoutGrid, monitorSmartphone, shieldCheck, user } from '#web/ui/marks/icons.ts';

/** One entry of the account's navigation. */
export interface NavigationItem {
  readonly label: MessageKey;
  readonly icon: string;
  readonly path: string;
  /** Other pages that belong to this entry. */
  readonly also?: readonly string[];
}

/** The six places of the account center, in their order: the menu of wide screens, and the rows of a phone's home. */
export const navigationItems: readonly NavigationItem[] = [
  { label: 'nav.home', icon: house, path: '/pc-account-home' },
  { label: 'nav.profile', icon: user, path: '/privacy-information', also: ['/avatar'] },
  {
    label: 'nav.security',
    icon: shieldCheck,
    path: '/pc-security',
    also: [
      '/pc-way/:way',
      '/pc-social-accounts',
      '/pc-passkeys',
      '/pc-two-step',
      '/pc-activity',
      '/pc-notices',
      '/pc-transparency',
    ],
  },
  { label: 'nav.devices', icon: monitorSmartphone, path: '/device', also: ['/pc-settings-sync'] },
  { label: 'nav.apps', icon: layoutGrid, path: '/pc-application', also: ['/pc-application/:id'] },
  {
    label: 'dt.h',
    icon: database,
    path: '/pc-data',
    also: ['/pc-data-copy', '/pc-data-agreements', '/pc-data-requests', '/pc-data-requests/:id', '/pc-family', '/cancellation'],
  },
];
