import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { upgradeEndpoints } from '#contract/account/upgrade/upgrade.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { leftOutReasons, mergeFields, mergeSides, upgradeSteps } from '#contract/account/upgrade/upgrade.words.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { acceptedAgreements, choice, closed, regionOrNone, text, validate, nothing } from '#contract/shapes.schemas.ts';

const id = Type.String({ maxLength: 64 });
const ticket = Type.String({ maxLength: 128 });
const kinds = choice(['phone', 'email']);

/** A legacy account for a person who proved one of its contacts or its password. */
const legacyCard = closed({
  legacyId: Type.String({ description: 'names it in the next calls' }),
  number: Type.String({ description: 'its ID in the old system' }),
  username: Type.String(),
  nickname: Type.String(),
  phone: Type.String({ description: 'masked, or empty' }),
  email: Type.String({ description: 'masked, or empty' }),
  createdAt: Type.String({ description: 'ISO 8601, or empty' }),
});

/**
 * An account that a legacy one can be merged into. One that is neither proven nor signed in shows only the values
 * shared with the legacy account, masked.
 */
const accountCard = closed({
  target: Type.String({ description: 'names it in the next calls' }),
  id: Type.String({ description: 'the 12 digits, or empty' }),
  nickname: Type.String(),
  profileImage: Type.String(),
  phone: Type.String({ description: 'masked, or empty' }),
  email: Type.String({ description: 'masked, or empty' }),
  same: Type.Array(kinds, { description: 'contacts that it shares with the legacy account' }),
  isOwn: Type.Boolean({
    description: 'whether this session is one of it: then it is proven by POST /account/auth for mergeAccounts, or by a code',
  }),
  isProven: Type.Boolean({ description: 'whether this caller has proven to be its owner' }),
});

const preview = closed({
  legacy: legacyCard,
  accounts: Type.Array(accountCard),
  target: Type.Union([accountCard, Type.Null()]),
  takes: Type.Array(choice(mergeFields), { description: 'fields that move without a question' }),
  conflicts: Type.Array(closed({ field: choice(mergeFields), legacy: Type.String(), target: Type.String() }), {
    description: 'fields of which both have a value: each needs a choice. Empty while the target is neither proven nor signed in to',
  }),
  leftOut: Type.Array(closed({ field: choice(mergeFields), reason: choice(leftOutReasons) })),
  /** Empty: the person chooses one for the upgrade. */
  region: regionOrNone,
  needsContact: Type.Boolean({ description: 'whether an upgrade needs a code to a phone or an email first' }),
  needsPassword: Type.Boolean({ description: 'whether an upgrade needs a new password, because the old one was not proven' }),
});

const receipt = closed({
  kind: choice(['upgraded', 'merged', 'released']),
  at: Type.String(),
  moved: Type.Array(choice(mergeFields)),
  undoUntil: Type.Union([Type.String(), Type.Null()], { description: 'until when the mailed link takes it back; null: never' }),
});

const choices = closed(
  Object.fromEntries(mergeFields.map((field) => [field, Type.Optional(choice(mergeSides))])) as Record<
    (typeof mergeFields)[number],
    ReturnType<typeof optionalSide>
  >,
);

function optionalSide() {
  return Type.Optional(choice(mergeSides));
}

export const upgradeSchemas = {
  findUpgradeAccounts: {
    body: closed({
      phone: Type.Optional(text),
      email: Type.Optional(text),
      own: Type.Optional(kinds),
      code: text,
    }),
    data: closed({
      ticket: Type.String({ description: 'proves the phone or the email in the next calls' }),
      expiresAt: Type.String(),
      legacy: Type.Array(legacyCard),
      accounts: Type.Array(accountCard),
    }),
  },
  bindLegacyAccount: {
    body: closed({
      step: choice(upgradeSteps),
      legacyId: id,
      target: Type.Optional(id),
      tickets: Type.Array(ticket, { maxItems: 6 }),
      choices: Type.Optional(choices),
      password: Type.Optional(text),
      region: Type.Optional(regionOrNone),
      agreements: Type.Optional(acceptedAgreements),
      validate,
    }),
    data: closed({
      preview: Type.Optional(preview),
      receipt: Type.Optional(receipt),
      account: Type.Optional(Type.Union([accountSchema, Type.Null()])),
    }),
  },
  undoLegacyMerge: {
    body: closed({ token: ticket }),
    data: nothing,
  },
} satisfies SchemasFor<typeof upgradeEndpoints>;

export type UpgradePreview = Static<typeof preview>;
export type LegacyCard = Static<typeof legacyCard>;
export type AccountCard = Static<typeof accountCard>;
export type UpgradeReceipt = Static<typeof receipt>;
