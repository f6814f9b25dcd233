import type { WayKind } from '#contract/vocabulary/ways.ts';

/** Ways in the sentences of messages. */
export const ways = {
  passkey: 'passkey',
  totp: 'authenticator app',
  recoveryCode: 'recovery code',
  password: 'password',
  phone: 'text message to {target}',
  email: 'email to {target}',
  social: 'social account',
  browser: 'known browser',
} as const satisfies Readonly<Record<WayKind, string>>;

/** Between two of them. */
export const wayJoin = ' and ';
