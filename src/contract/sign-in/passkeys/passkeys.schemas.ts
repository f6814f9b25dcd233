import { sensitiveActions } from '#contract/acts/acts.ts';
import { Type } from '#contract/json-schema.ts';
import type { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { limits } from '#contract/limits.ts';
import type { SchemasFor } from '#contract/schema.ts';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '#contract/sign-in/passkeys/passkeys.words.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { choice, closed, nullableText, pageQuery, text } from '#contract/shapes.schemas.ts';
import { signedInSchema } from '#contract/sign-in/sign-in/sign-in.schemas.ts';

/** Binary values in base64url without padding, with their greatest lengths. */
const binary = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

const credentialId = binary(1364);

/** Member that a browser adds to every credential; nobody reads it. */
const attachment = {
  clientExtensionResults: Type.Optional(Type.Object({}, { additionalProperties: true })),
  authenticatorAttachment: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 32 })),
};

const handle = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 88, pattern: '^[A-Za-z0-9_-]*$' }));

/** An answer of `navigator.credentials.get`. */
export const assertion = Type.Unsafe<PasskeyAssertion>(
  closed({
    id: credentialId,
    rawId: credentialId,
    type: choice(['public-key']),
    response: closed({
      clientDataJSON: binary(4096),
      authenticatorData: binary(2048),
      signature: binary(1024),
      userHandle: handle,
    }),
    ...attachment,
  }),
);

const registration = Type.Unsafe<PasskeyRegistration>(
  closed({
    id: credentialId,
    rawId: credentialId,
    type: choice(['public-key']),
    response: closed({
      clientDataJSON: binary(4096),
      attestationObject: binary(8192),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
      authenticatorData: Type.Optional(binary(4096)),
      publicKey: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 4096 })),
      publicKeyAlgorithm: Type.Optional(Type.Integer()),
    }),
    ...attachment,
  }),
);

const requestOptions = Type.Unsafe<PasskeyRequestOptions>({ type: 'object', additionalProperties: true });
const creationOptions = Type.Unsafe<PasskeyCreationOptions>({ type: 'object', additionalProperties: true });

const expiresAt = Type.String({ description: 'ISO 8601: the browser has to answer before' });
const name = Type.String({ maxLength: limits.passkeyNameMax });
const id = Type.String({ minLength: 1, maxLength: 64 });

const passkey = closed({
  id: Type.String(),
  name: Type.String({ description: 'as its owner called it; without that its maker, or the browser in which it was made, or empty' }),
  maker: Type.String({ description: 'name of the authenticator or password manager, by its model; empty if unknown' }),
  synced: Type.Boolean({ description: 'it may be on several devices; otherwise it is on one' }),
  createdAt: Type.String(),
  lastUsedAt: Type.Unsafe<string | null>(nullableText),
  place: Type.String({ description: 'city or country of the last use, or empty' }),
  suspect: Type.Boolean({ description: 'its counter went back, so a copy may be in use: it proves nothing' }),
  rests: Type.Unsafe<{ way: string; until: string } | null>({
    anyOf: [closed({ way: Type.String(), until: Type.String() }), { type: 'null' }],
    description: 'the kind of way with which it was added, and until when the two count as one; null when it stands for itself',
  }),
});

/** For the Signal API of browsers, which tells password managers what exists. */
const signals = closed({
  userHandle: Type.String(),
  credentialIds: Type.Array(Type.String()),
  rpId: Type.String(),
  name: Type.String(),
  displayName: Type.String(),
});

export const passkeysSchemas = {
  beginPasskey: {
    body: closed({
      purpose: choice(['signIn', 'second', 'recover', 'notice', 'freeze', 'proof']),
      ticket: Type.Optional({
        ...text,
        description: 'ticket of the sign-in or recovery, for `second` and `recover`; token of the link, for `notice`',
      }),
      action: Type.Optional({ ...choice(sensitiveActions), description: 'for `proof`, as in the call that sends it' }),
      target: Type.Optional({ ...text, description: 'for `proof`, as in the call that sends it' }),
    }),
    data: closed({ publicKey: requestOptions, expiresAt }),
  },
  signInByPasskey: { query: pageQuery, body: closed({ credential: assertion }), data: signedInSchema },
  beginPasskeyRegistration: {
    body: closed({ purpose: choice(['settings', 'upgrade']) }),
    data: closed({ publicKey: creationOptions, expiresAt }),
  },
  finishPasskeyRegistration: {
    body: closed({ credential: registration, name: Type.Optional(name) }),
    data: closed({ passkey }),
  },
  listPasskeys: { data: closed({ passkeys: Type.Array(passkey), signals }) },
  renamePasskey: { body: closed({ id, name }), data: closed({ passkey }) },
  removePasskey: { body: closed({ id }), data: closed({ account: accountSchema }) },
} satisfies SchemasFor<typeof passkeysEndpoints>;
