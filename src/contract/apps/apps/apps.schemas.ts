import { Type } from '#contract/json-schema.ts';
import type { appsEndpoints } from '#contract/apps/apps/apps.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { consentLines } from '#contract/apps/openid/claims.words.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';
import { appSchema, movedSchema } from '#contract/apps/openid/openid.schemas.ts';

const clientID = Type.String({ minLength: 1, maxLength: 128 });

const authorizedApp = closed({
  clientID: Type.String(),
  name: Type.String({ description: 'in the language of the caller' }),
  icon: Type.String({ description: 'a picture as a data: address, or empty' }),
  links: appSchema.properties.links,
  domain: Type.String({ description: 'where its answers go: a host, or the scheme of an app; empty for devices' }),
  scopes: Type.Array(closed({ name: choice(consentLines), title: Type.String(), detail: Type.String() })),
  apis: Type.Array(closed({ name: Type.String(), title: Type.String() }), {
    description: 'permissions at other services of the operator',
  }),
  language: choice(languages),
  moved: movedSchema,
  authorizedAt: Type.String(),
  lastUsedAt: Type.String(),
});

export const appsSchemas = {
  listApps: { data: Type.Array(authorizedApp) },
  showApp: { params: closed({ clientID }), data: Type.Array(authorizedApp) },
  cancelApp: {
    body: closed({
      clientID,
      api: Type.Optional(Type.String({ maxLength: 321, description: 'takes this line of `apis` alone away' })),
      scope: Type.Optional(
        Type.Unsafe<(typeof consentLines)[number]>({
          ...choice(consentLines),
          description: 'takes only this away; the app must sign the person in again for the rest. Without it, or with openid, everything',
        }),
      ),
    }),
    data: nothing,
  },
} satisfies SchemasFor<typeof appsEndpoints>;
