import type { EndpointRows } from '#contract/endpoint.ts';
import { desktopScope } from '#contract/vocabulary/scopes.ts';

/** Registered devices (spec 7, contract section 5). */
export const devicesEndpoints = {
  listDevices: {
    method: 'GET',
    path: '/device/list',
    summary: 'The devices of this account.',
    access: 'account-or-bearer',
    scope: desktopScope,
    errors: [],
    rate: 'read',
  },
  unbindDevice: {
    method: 'DELETE',
    path: '/device/unBind',
    summary:
      'Removes a device; its tokens die at once. One that was seen within 30 days needs an identity proof. A desktop ends itself without one.',
    access: 'account-or-bearer',
    act: ['endOthers', 'endForgottenDevice'],
    scope: desktopScope,
    errors: ['verificationNeeded'],
    rate: 'write',
  },
  unbindOthers: {
    method: 'POST',
    path: '/device/unBindOthers',
    summary: 'Signs out every other browser and removes every device.',
    access: 'account',
    act: 'endOthers',
    errors: ['verificationNeeded'],
    rate: 'write',
  },
} as const satisfies EndpointRows;
