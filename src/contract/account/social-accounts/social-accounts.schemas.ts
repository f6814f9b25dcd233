import { Type } from '#contract/json-schema.ts';
import type { socialAccountsEndpoints } from '#contract/account/social-accounts/social-accounts.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { acceptedAgreements, choice, closed, pageQuery, text, validate } from '#contract/shapes.schemas.ts';
import { signedInSchema } from '#contract/sign-in/sign-in/sign-in.schemas.ts';

const platform = choice(platforms);

const code = Type.String({ maxLength: 4096, description: 'as the platform sent it back' });
const state = Type.String({ maxLength: 256, description: 'as the platform sent it back' });
const platformKey = Type.String({ maxLength: 64, description: 'names a social account that waits in this browser, for 10 minutes' });

/** A part of an app's request, which the OpenID provider checks. */
const ofApp = Type.Optional(Type.String({ maxLength: 2048 }));

/** A text without a check, but of limited length. */
const ignored = Type.Optional(Type.String({ maxLength: 2048 }));

const name = Type.String({ description: 'as the person is called at the platform; may be empty' });
const avatar = Type.String({ description: "the platform's address of the picture, or empty" });

/** A social account without an account here: register with the key, or sign in and link. */
const pendingSchema = closed({
  platform_key: platformKey,
  name,
  avatar,
  freeze: Type.String({ description: 'a ticket for `freezeByWay`, where an account here had it within 45 days; else empty' }),
});

export const socialAccountsSchemas = {
  listPlatforms: {
    data: Type.Array(
      closed({
        platform,
        bound: Type.Boolean(),
        name,
        avatar,
        boundAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'ISO 8601, or null' }),
      }),
    ),
  },
  beginPlatformBind: { query: closed({ platform }), data: closed({ url: Type.String(), state }) },
  bindPlatform: {
    body: closed({
      platform,
      code: Type.Optional(code),
      state: Type.Optional(state),
      platform_key: Type.Optional({
        ...platformKey,
        description: 'instead of code and state: the social account that waits since an attempt to sign in',
      }),
    }),
    data: accountSchema,
  },
  previewPlatformUnbind: {
    query: closed({ platform }),
    data: closed({ allowed: Type.Boolean(), reason: choice(['', 'notBound', 'lastWayIn']) }),
  },
  unbindPlatform: { body: closed({ platform }), data: accountSchema },
  platformSignInUrl: {
    query: closed({
      platform,
      redirect_uri: Type.Optional(
        Type.String({
          maxLength: 2048,
          description:
            'redirect URL of the app `client_id`, whose request continues after signing in; or the callback page of the platform on this site',
        }),
      ),
      redirect: Type.Optional(Type.String({ maxLength: 2048, description: 'where to go after signing in' })),
      response_type: Type.Optional(choice(['code'])),
      client_id: ofApp,
      state: Type.Optional(
        Type.String({ maxLength: 512, description: "state of the app's request; the platform gets a state of the server's own" }),
      ),
      scope: ofApp,
      type: ignored,
      grunt: ignored,
    }),
    data: closed({ url: Type.String() }),
  },
  platformBindInfo: {
    query: closed({ platform, isbind: ignored }),
    data: closed({ bound: Type.Boolean(), platform_key: platformKey, name, avatar }),
  },
  signInByPlatform: {
    query: pageQuery,
    body: closed({ platform, code, state }),
    data: Type.Union([signedInSchema, pendingSchema]),
  },
  bindByPlatform: {
    body: closed({ platform, code, state, platform_key: Type.Optional(platformKey) }),
    data: Type.Union([signedInSchema, pendingSchema]),
  },
  registerByPlatform: {
    query: pageQuery,
    body: closed({
      phone: text,
      valid_code: text,
      platform,
      platform_key: platformKey,
      state: Type.Optional(state),
      agreements: Type.Optional(acceptedAgreements),
      validate,
    }),
    data: signedInSchema,
  },
} satisfies SchemasFor<typeof socialAccountsEndpoints>;
