import type { EndpointRows } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';

/** Passkeys: signing in, proving who is there, adding and removing. */
export const passkeysEndpoints = {
  beginPasskey: {
    method: 'POST',
    path: '/passkey/begin',
    summary: 'Options for a sign-in by passkey, or for a proof of identity for one action of the signed-in account. Leaves nothing behind.',
    access: 'account-or-ticket-or-visitor',
    errors: ['tokenError'],
    rate: 'passkeyBegin',
    whenHeld: 'open',
  },
  signInByPasskey: {
    method: 'POST',
    path: '/login/passkey',
    summary: 'Signs in with a passkey: no name, no password, no code.',
    access: 'visitor',
    errors: [
      'passkeyUnknown',
      'passkeyRefused',
      'deletionPending',
      'secondStepNeeded',
      'agreementChanged',
      'tooFrequent',
      'passwordLocked',
      'accountFrozen',
      'codeLimit',
      'mailLimit',
      'configFail',
    ],
    rate: 'passkeyFinish',
    bodyLimit: limits.passkeyBodyMaxBytes,
    beginsSession: true,
  },
  beginPasskeyRegistration: {
    method: 'POST',
    path: '/passkey/register/begin',
    summary:
      'Options for a new passkey. `settings` takes a proof for addPasskey; `upgrade`, which shows no dialog, the password of this session at most five minutes ago.',
    access: 'account',
    errors: ['verificationNeeded', 'tooMany'],
    rate: 'passkeyBegin',
  },
  finishPasskeyRegistration: {
    method: 'POST',
    path: '/passkey/register/finish',
    summary: 'Adds the passkey that the browser made. The same one again answers the one that exists.',
    access: 'account',
    errors: ['verificationNeeded', 'passkeyRefused', 'tooMany'],
    rate: 'ways',
  },
  listPasskeys: {
    method: 'GET',
    path: '/passkey/list',
    summary: 'The passkeys of this account, and what password managers are told of them.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  renamePasskey: {
    method: 'POST',
    path: '/passkey/rename',
    summary: 'Gives a passkey another name.',
    access: 'account',
    errors: [],
    rate: 'write',
  },
  removePasskey: {
    method: 'POST',
    path: '/passkey/remove',
    summary: 'Removes a passkey; every other session and token ends. One that is gone already changes nothing.',
    access: 'account',
    errors: ['verificationNeeded', 'lastWayIn'],
    rate: 'ways',
    renewsSession: true,
  },
} as const satisfies EndpointRows;
