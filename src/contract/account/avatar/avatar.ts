import type { EndpointRows } from '#contract/endpoint.ts';

/**
 * The avatar (spec 7, contract section 5). Between the two calls the browser PUTs the bytes to the URL of the first
 * answer.
 */
export const avatarEndpoints = {
  beginProfileImage: {
    method: 'POST',
    path: '/profileimage/begin',
    summary: 'A ticket and an address to upload one image to.',
    access: 'account',
    act: 'asks',
    errors: ['tooFrequent'],
    rate: 'write',
  },
  finishProfileImage: {
    method: 'POST',
    path: '/profileimage/finish',
    summary: 'Takes the uploaded image as avatar.',
    access: 'account',
    act: 'changeAvatar',
    errors: ['avatarRefused', 'tokenError'],
    rate: 'write',
  },
} as const satisfies EndpointRows;
