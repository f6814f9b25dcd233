import { Type } from '#contract/json-schema.ts';
import type { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import { limits } from '#contract/limits.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { deletionActions, deletionBlockers, deletionChannels, deletionReasons } from '#contract/vocabulary/deletion.ts';
import { appTold, keptAfterErasure } from '#contract/account/deletion/erasure.words.ts';
import { proofMethods } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { dataTopics } from '#contract/vocabulary/kept-data.ts';
import { assertion } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import { choice, closed, nothing, nullableText, text } from '#contract/shapes.schemas.ts';

const permit = Type.Optional({
  ...Type.String({ maxLength: 128 }),
  description: 'permit of the verification step; without it a proof of identity for deleteAccount is spent',
});

const feedback = {
  channel: choice(deletionChannels),
  reason: choice(deletionReasons),
  detail: Type.Optional(Type.String({ maxLength: limits.profileMax })),
  agreement: Type.Optional({
    ...Type.String({ maxLength: 32 }),
    description: 'the version of `GET /agreement/deletion/latest` that was shown and accepted: kept with the request',
  }),
};

const permitted = closed({ ticket: Type.String({ description: 'allows the deletion once, in this session, for ten minutes' }) });

/** True if it belongs to the account. */
const isOwn = Type.Boolean();

const isoText = Type.String({ description: 'ISO 8601' });

const dueAt = Type.String({ description: 'ISO 8601: from here on the request cannot be withdrawn' });

const receiptUrl = Type.String({ description: 'the link to the receipt, which nobody can look up later' });

const receipt = {
  id: text,
  issuer: text,
  requestedAt: isoText,
  erasedAt: isoText,
  erased: Type.Array(closed({ topic: choice(dataTopics), count: Type.Integer() }), { description: 'removed rows, by topic' }),
  kept: Type.Array(closed({ what: choice(keptAfterErasure), until: { ...nullableText, description: 'ISO 8601; null: for good' } })),
  apps: Type.Array(closed({ name: Type.String(), told: choice(appTold) }), { description: 'that had access, and how each is notified' }),
  archive: Type.String({ description: 'a ZIP file in base64: the receipt as JSON, its signature and the public key' }),
};

export const deletionSchemas = {
  checkDeletion: {
    body: nothing,
    data: closed({
      eligible: Type.Boolean(),
      processingDays: Type.Integer(),
      blockers: Type.Array(
        closed({ blocker: choice(deletionBlockers), eligibleAt: Type.String({ description: 'ISO 8601: until then it is in the way' }) }),
      ),
      holdings: Type.Array(closed({ kind: Type.String(), count: Type.Integer() }), { description: 'things that will be lost' }),
      methods: Type.Array(closed({ method: choice(proofMethods), target: text }), {
        description: 'methods for the verification step; targets masked, empty where nothing is sent',
      }),
    }),
  },
  checkOwnPhone: { body: closed({ phone: text }), data: isOwn },
  checkOwnEmail: { body: closed({ email: text }), data: isOwn },
  verifyDeletionByPhone: { body: closed({ code: text }), data: permitted },
  verifyDeletionByEmail: { body: closed({ code: text }), data: permitted },
  verifyDeletionByPassword: { body: closed({ password: text }), data: permitted },
  verifyDeletionByTotp: { body: closed({ code: text }), data: permitted },
  verifyDeletionByRecovery: { body: closed({ code: text }), data: permitted },
  verifyDeletionByPasskey: { body: closed({ credential: assertion }), data: permitted },
  requestDeletion: { body: closed({ ticket: permit, ...feedback }), data: closed({ dueAt, receiptUrl }) },
  changeDeletion: {
    body: closed({
      action: choice(deletionActions),
      ticket: permit,
      channel: Type.Optional(feedback.channel),
      reason: Type.Optional(feedback.reason),
      detail: feedback.detail,
      agreement: feedback.agreement,
    }),
    data: closed({
      status: choice(['active', 'deleting']),
      dueAt: { ...nullableText, description: 'ISO 8601; null without a request' },
      token: Type.String({ description: 'after open: the X-Token of this page from now on, only in this browser; else empty' }),
      ticket: Type.String({
        description: 'after withdraw: continues the sign-in that met the deletion at `/login/second`, without a method; else empty',
      }),
      receiptUrl: { ...receiptUrl, description: 'after apply: as the answer of `requestDeletion`; else empty' },
      account: closed({ nickname: text, profileImage: text, encryptPhoneNumber: text, encryptEmail: text }),
    }),
  },
  showReceipt: {
    body: closed({ token: Type.String({ maxLength: 64 }) }),
    data: closed({
      dueAt: Type.String({ description: 'ISO 8601: when the account is erased' }),
      isSettling: Type.Boolean({ description: 'whether the time is over and the account is not erased yet' }),
      receipt: Type.Union([closed(receipt), Type.Null()], { description: 'null until the account is erased' }),
    }),
  },
} satisfies SchemasFor<typeof deletionEndpoints>;
