import type { EndpointRows } from '#contract/endpoint.ts';
import { desktopScope } from '#contract/vocabulary/scopes.ts';

/** The account service of a desktop: codes for its programs, news of the account, and who may use it. */
export const desktopEndpoints = {
  desktopClient: {
    method: 'GET',
    path: '/desktop/client',
    summary: 'An app that programs of this desktop may ask for: its names, its publisher, and these programs.',
    access: 'bearer',
    scope: desktopScope,
    errors: [],
    rate: 'desktop',
  },
  desktopCode: {
    method: 'POST',
    path: '/desktop/code',
    summary:
      'An authorization code of an app for this account and this device; 3052 with the page to open where the person has to allow it first.',
    access: 'bearer',
    act: 'openApp',
    scope: desktopScope,
    errors: ['consentNeeded', 'appStateRefuses'],
    rate: 'desktop',
  },
  desktopState: {
    method: 'GET',
    path: '/desktop/state',
    summary:
      'Whether the account is still signed in on this device, and versions of what changes elsewhere; waits for a change, at most `wait` seconds.',
    access: 'bearer',
    scope: desktopScope,
    errors: [],
    rate: 'desktop',
    whenHeld: 'open',
  },
  desktopEnd: {
    method: 'GET',
    path: '/desktop/end',
    summary:
      'Tells a desktop whose tokens have ended why its sign-in is over. For 30 days; needs only a proof of its key in the header DPoP (RFC 9449).',
    access: 'visitor',
    errors: [],
    rate: 'desktopEnd',
  },
  listPrograms: {
    method: 'GET',
    path: '/desktop/programs',
    summary: 'Apps that programs of desktops use with this account, with their desktops; a desktop sees its own.',
    access: 'account-or-bearer',
    scope: desktopScope,
    errors: [],
    rate: 'read',
  },
  removeProgram: {
    method: 'DELETE',
    path: '/desktop/programs',
    summary: 'Ends every token of an app on one desktop, or on all of them.',
    access: 'account-or-bearer',
    act: 'removeProgram',
    scope: desktopScope,
    errors: [],
    rate: 'write',
  },
} as const satisfies EndpointRows;
