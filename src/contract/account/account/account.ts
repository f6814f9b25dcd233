import type { EndpointRows } from '#contract/endpoint.ts';
import { desktopScope } from '#contract/vocabulary/scopes.ts';

/** The account as its owner sees it (spec 7, contract sections 5 and 6). */
export const accountEndpoints = {
  metainfo: {
    method: 'GET',
    path: '/account/metainfo',
    summary: 'The account. Answers 304 when the ETag still holds; `t` busts caches.',
    access: 'account-or-bearer',
    scope: desktopScope,
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  location: {
    method: 'GET',
    path: '/account/location',
    summary: 'Country, region and city of this request, blank when unknown.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  qrcodeConfig: {
    method: 'GET',
    path: '/account/qrcodeconfig',
    summary: 'The follow-us QR code and whether this account still wants it shown.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  showQrcode: {
    method: 'POST',
    path: '/update/showqrcode',
    summary: 'Shows or hides the follow-us QR code for this account.',
    access: 'account',
    act: 'showQrcode',
    errors: [],
    rate: 'write',
  },
  keepAdded: {
    method: 'POST',
    path: '/account/added/keep',
    summary:
      'Says that all ways to sign in which were added shortly before the last recovery are the owner’s: `addedLately` is empty from then on. Needs a proof by a way that is none of them.',
    access: 'account',
    act: 'keepAdded',
    errors: ['verificationNeeded'],
    rate: 'write',
  },
} as const satisfies EndpointRows;
