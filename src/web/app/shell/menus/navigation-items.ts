import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { database, house, layoutGrid, link, monitorSmartphone, shieldCheck, user, userX } from '#web/ui/marks/icons.ts';

/** One entry of the account's navigation. */
export interface NavigationItem {
  readonly label: MessageKey;
  readonly icon: string;
  readonly path: string;
  /** Other pages that belong to this entry. */
  readonly also?: readonly string[];
  /** Separated from the entries above. */
  readonly apart?: true;
}

/** The sections of the account center, in the order of the brief (2). */
export const navigationItems: readonly NavigationItem[] = [
  { label: 'nav.home', icon: house, path: '/pc-account-home' },
  { label: 'nav.profile', icon: user, path: '/privacy-information', also: ['/avatar'] },
  {
    label: 'nav.security',
    icon: shieldCheck,
    path: '/pc-security',
    also: ['/pc-passkeys', '/pc-two-step', '/pc-activity', '/pc-checkup', '/pc-notices', '/pc-transparency'],
  },
  { label: 'nav.social', icon: link, path: '/pc-social-accounts' },
  { label: 'nav.apps', icon: layoutGrid, path: '/pc-application' },
  { label: 'nav.devices', icon: monitorSmartphone, path: '/device', also: ['/pc-settings-sync'] },
  {
    label: 'dt.h',
    icon: database,
    path: '/pc-data',
    also: ['/pc-data-copy', '/pc-data-agreements', '/pc-data-requests', '/pc-data-requests/:id', '/pc-family'],
  },
  { label: 'nav.delete', icon: userX, path: '/cancellation', apart: true },
];
