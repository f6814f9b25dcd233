import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { accountEndpoints } from '#contract/account/account/account.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { waitingActs } from '#contract/acts/acts.ts';
import { claimKinds } from '#contract/protection/claims/claims.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { termsStates, type TermsState } from '#contract/account/agreements/consents.words.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { itemShapes } from '#contract/account/profile/profile-items.schemas.ts';
import { choice, closed, nothing, nullableText, regionOrNone } from '#contract/shapes.schemas.ts';
import { namedWay } from '#contract/sign-in/ways/ways.schemas.ts';

/** Times in answers are ISO 8601 in UTC; a missing text is ''. */
const changesLeft = closed({
  left: Type.Integer({ minimum: 0, description: 'changes that are still allowed after the first choice, which is free' }),
});

const isoOrNull = Type.Unsafe<string | null>({ ...nullableText, description: 'when it was set or changed last: ISO 8601, or null' });

/** The account as its owner sees it (contract 6). Phone and email are masked; the full values stay on the server. */
export const accountSchema = closed({
  id: Type.String({ description: 'the 12 digits that are shown as ID' }),
  region: regionOrNone,
  username: Type.String(),
  nickname: Type.String(),
  profileImage: Type.String({ description: 'address of the avatar, or empty' }),
  encryptPhoneNumber: Type.String({ description: 'masked: 138****6021, or empty' }),
  encryptEmail: Type.String({ description: 'masked: li***@example.com, or empty' }),
  unconfirmed: Type.Array(closed({ kind: choice(['phone', 'email']), contact: Type.String({ description: 'masked' }) }), {
    description: 'contacts of a legacy account that wait 30 days for a code to confirm them',
  }),
  password_empty: Type.Boolean({ description: 'true while no password is set' }),
  passwordNeeded: Type.Boolean({ description: 'true if the account has neither password nor passkey: additions ask for a password first' }),
  passwordRemovable: Type.Boolean({ description: 'whether the account signs in and recovers without its password' }),
  tpls: Type.Array(closed({ type: choice(platforms), name: Type.String() }), { description: 'bound social accounts' }),
  ...itemShapes,
  language: choice(languages),
  createdAt: Type.String(),
  showQrcode: Type.Boolean(),
  limits: closed({
    nickname: closed({ nextAt: Type.Unsafe<string | null>({ ...nullableText, description: 'when it may be changed again; null: now' }) }),
    username: changesLeft,
    region: changesLeft,
  }),
  verifiedUntil: Type.Unsafe<string | null>({ ...nullableText, description: 'end of the last proof of identity of this session, or null' }),
  twoStep: closed({
    enabled: Type.Boolean({ description: 'whether sign-in asks for a second step' }),
    since: Type.Unsafe<string | null>({ ...nullableText, description: 'ISO 8601, or null' }),
    totp: Type.Boolean({ description: 'whether there is an authenticator app' }),
    codes: Type.Integer({ minimum: 0, description: 'unused recovery codes' }),
  }),
  terms: Type.Unsafe<TermsState>({
    type: 'string',
    enum: [...termsStates],
    description: 'whether changed agreements wait for an answer: `ask` may be put off, with `held` most calls are refused (3010)',
  }),
  // Only for the account of a child; until a guardian agrees it is limited, and most calls are refused (3021).
  child: Type.Optional(choice(['limited', 'free'])),
  passkeys: Type.Integer({ minimum: 0, description: 'how many passkeys the account has' }),
  claims: Type.Array(
    closed({
      id: Type.String(),
      kind: choice(claimKinds),
      action: Type.Union([choice(waitingActs), Type.Null()]),
      way: Type.Union([namedWay, Type.Null()]),
      dueAt: Type.String(),
    }),
    { description: 'requests that wait, which the owner may stop; `action` is null for a recovery, `way` is what is to go' },
  ),
  addedAt: closed({ password: isoOrNull, phone: isoOrNull, email: isoOrNull }),
  legacy: Type.Boolean({ description: 'whether a legacy account with this phone or email waits to be merged' }),
  addedLately: Type.Array(closed({ type: choice(['phone', 'email', 'passkey', ...platforms]), addedAt: Type.String() }), {
    description:
      'for 45 days after a recovery: the ways to sign in that were added in the 45 days before it, without the one that proved it',
  }),
});

/** The account as its owner sees it. */
export type AccountView = Static<typeof accountSchema>;

export const accountSchemas = {
  metainfo: {
    query: Type.Object({ t: Type.Optional(Type.String({ maxLength: 64, description: 'anything: busts caches' })) }),
    data: accountSchema,
  },
  location: { data: closed({ country: Type.String(), region: Type.String(), city: Type.String() }) },
  qrcodeConfig: {
    data: closed({ showQrcode: Type.Boolean(), url: Type.String({ description: 'empty where none is configured' }) }),
  },
  showQrcode: { body: closed({ showQrcode: Type.Boolean() }), data: nothing },
  keepAdded: { body: nothing, data: accountSchema },
} satisfies SchemasFor<typeof accountEndpoints>;
