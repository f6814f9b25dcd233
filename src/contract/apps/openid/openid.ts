import type { EndpointRows } from '#contract/endpoint.ts';

/**
 * Calls of the OpenID provider's pages: consent, and the code of a device (RFC 8628). The protocol's own calls are
 * under /oidc.
 */
export const openidEndpoints = {
  describeApp: {
    method: 'GET',
    path: '/openid/app/:clientID',
    summary: 'The public description of an app, for the page on which a person signs in for it.',
    access: 'visitor',
    errors: [],
    rate: 'visitorRead',
  },
  showInteraction: {
    method: 'GET',
    path: '/openid/interaction/:uid',
    summary: 'Lists the permissions that an app asks this account for.',
    access: 'account',
    errors: ['tokenError'],
    rate: 'read',
  },
  allowInteraction: {
    method: 'POST',
    path: '/openid/interaction/:uid/allow',
    summary: 'Allows the app the chosen permissions.',
    access: 'account',
    act: ['allowApp', 'allowOffline'],
    errors: ['tokenError', 'appStateRefuses', 'separateConsentNeeded', 'verificationNeeded'],
    rate: 'write',
  },
  denyInteraction: {
    method: 'POST',
    path: '/openid/interaction/:uid/deny',
    summary: 'Refuses the app.',
    access: 'account',
    act: 'denyApp',
    errors: ['tokenError'],
    rate: 'write',
  },
  switchInteraction: {
    method: 'POST',
    path: '/openid/interaction/:uid/switch',
    summary: 'Continues with another account, which signs in first.',
    access: 'account',
    act: 'asks',
    errors: ['tokenError'],
    rate: 'write',
  },
  findDeviceCode: {
    method: 'POST',
    path: '/openid/device/find',
    summary: 'Which device shows this code, and what it asks for.',
    access: 'account',
    act: 'asks',
    errors: ['tooFrequent'],
    rate: 'credential',
  },
  allowDevice: {
    method: 'POST',
    path: '/openid/device/allow',
    summary: 'Signs the device in to this account.',
    access: 'account',
    act: ['allowDevice', 'allowFarDevice'],
    errors: ['tooFrequent', 'appStateRefuses', 'qrMismatch', 'verificationNeeded', 'separateConsentNeeded'],
    rate: 'credential',
  },
  denyDevice: {
    method: 'POST',
    path: '/openid/device/deny',
    summary: 'Refuses the device.',
    access: 'account',
    act: 'denyDevice',
    errors: ['tooFrequent'],
    rate: 'credential',
  },
} as const satisfies EndpointRows;
