import type { RemovalAct } from '#contract/acts/acts.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';

/** Ways in the sentences of messages. */
export const ways = {
  passkey: 'passkey',
  totp: 'authenticator app',
  recoveryCode: 'recovery code',
  password: 'password',
  phone: 'text message to {target}',
  email: 'email to {target}',
  social: 'social account',
} as const satisfies Readonly<Record<WayKind, string>>;

/** Between two of them. */
export const wayJoin = ' and ';

/** What a removal takes away, in the sentences of messages. */
export const removals = {
  unbindPhone: 'the phone number',
  unbindEmail: 'the email address',
  unbindSocial: 'the linked social account',
  removePasskey: 'a passkey',
  removeTotp: 'an authenticator app',
  removePassword: 'the password',
  disableTwoStep: 'two-step verification',
} as const satisfies Readonly<Record<RemovalAct, string>>;
