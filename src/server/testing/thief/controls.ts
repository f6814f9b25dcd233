import { provenBefore } from '#server/core/account/identifiers/proven-contact.ts';
import { replaceIdentifier } from '#server/core/account/accounts/identifiers.repository.ts';
import { identifier } from '#server/core/account/identifiers/identifier.ts';
import { takenByOne } from '#server/core/sign-in/ways/taking.ts';
import { day, hour } from '#server/platform/clock.ts';
import { freshEmail } from '#server/testing/people/people.ts';
import type { GuardName } from './guards-off.ts';
import type { LifeKind, OwnWay, Theft } from './kinds.ts';
import { deskControls } from './desk-controls.ts';
import { formerControls } from './former-controls.ts';
import { frozenControls, type Told } from './frozen-controls.ts';
import type { Course } from './lead-life.ts';
import type { Life } from './life.ts';

const kindOf = (theft: Theft, ways: readonly OwnWay[], isProtected = true): LifeKind => ({ theft, ways, isProtected });

const byClaim = ['recovers by a contact that he stole', 73 * hour, 'finishes what waits'] as const;

/** A life that holds with every guard, and breaks without this one: written as acts, or told step by step. */
export const controls: Readonly<Record<GuardName, Course | Told>> = {
  ...frozenControls,
  ...formerControls,
  ...deskControls,
  lineage: {
    kind: kindOf('session', ['password', 'email', 'recovery']),
    look: 'never',
    ordinary: ['puts his own phone in', day],
    script: ['puts his own email in', day, 'makes recovery codes'],
  },
  carriers: {
    kind: kindOf('laptop', ['password', 'email', 'recovery']),
    look: 'never',
    script: ['recovers by a contact that he stole'],
  },
  'carriers-inherited': {
    kind: kindOf('laptop', ['password', 'email', 'recovery']),
    look: 'never',
    ordinary: ['puts his own phone in, only by the mailbox', day],
    script: ['makes recovery codes'],
  },
  'single-by-root': {
    kind: kindOf('session', ['password', 'email', 'recovery']),
    look: 'never',
    ordinary: ['puts his own phone in', day],
    script: ['recovers by his own phone', 73 * hour, 'finishes what waits'],
  },
  'two-ways': {
    kind: kindOf('session', ['password', 'email', 'phone', 'recovery']),
    look: 'never',
    script: ['puts his own email in'],
  },
  former: {
    kind: kindOf('phone', ['password', 'email', 'phone'], false),
    look: 'never',
    script: ['puts his own email in', day, 'puts his own phone in'],
  },
  'former-told': {
    kind: kindOf('phone', ['phone', 'email', 'social']),
    look: 'every two days',
    before: replaceOwnersEmail,
    script: [...byClaim],
  },
  review: {
    kind: kindOf('password', ['password', 'email', 'totp'], false),
    look: 'never',
    script: ['puts his own phone in', 'removes an authenticator app', 30 * day],
  },
  'gate-social': {
    kind: kindOf('social', ['social', 'password', 'phone']),
    look: 'never',
    script: ['signs in by social'],
  },
  uv: {
    kind: kindOf('password', ['password', 'phone', 'passkey']),
    look: 'never',
    script: ['signs in by a locked passkey'],
  },
  replay: {
    kind: kindOf('password', ['password', 'phone', 'recovery']),
    look: 'never',
    script: ['repeats a code that he saw'],
  },
  'upgrade-proof': {
    kind: kindOf('session', ['password', 'phone', 'recovery']),
    look: 'never',
    seed: 1,
    script: [hour, 'adds a passkey without a dialog'],
  },
  'stop-weight': { kind: kindOf('phone', ['phone', 'email', 'recovery']), look: 'every two days', script: [...byClaim] },
  notices: { kind: kindOf('phone', ['phone', 'email', 'social']), look: 'every two days', before: leaveHome, script: [...byClaim] },
  claims: {
    kind: kindOf('phone', ['phone', 'email', 'recovery']),
    look: 'every two days',
    script: ['recovers by a contact that he stole', hour, 'finishes what waits'],
  },
};

/** The owner is signed in nowhere, so that only messages tell of a claim. */
async function leaveHome({ owner }: Life): Promise<void> {
  owner.home.cookies.delete('sid');
}

/** The owner changed the email by one proof, and reads only the former one. */
async function replaceOwnersEmail(life: Life): Promise<void> {
  const { app, accountId, stood } = life;
  await leaveHome(life);
  const { identity, store } = app.wiring.core;
  const account = await identity.accounts.findById(accountId);
  const ways = account && (await identity.ways.of(account));
  const way = ways?.own.find(({ kind }) => kind === 'email');
  const newer = identifier('email', freshEmail());
  if (account?.emailShown == null || ways === undefined || way === undefined || newer === undefined) throw new Error('no email');
  await identity.formers.keep({ account, way, value: account.emailShown, leftBy: 'replaced', by: takenByOne, ways });
  await replaceIdentifier(store, { accountId, identifier: provenBefore(newer), at: app.clock.now() });
  Object.assign(stood, { contacts: stood.contacts.filter((contact) => !contact.includes('@')) });
}
