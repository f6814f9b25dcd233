import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { waysEndpoints } from '#contract/sign-in/ways/ways.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { choice, closed } from '#contract/shapes.schemas.ts';

export const wayKind = choice(Object.keys(wayRows) as readonly WayKind[]);

/** A way with the words that name it. */
export const namedWay = closed({
  family: wayKind,
  label: Type.String({ description: 'a masked phone or email, or the name of a thing; empty where the family says it all' }),
});

export type NamedWay = Static<typeof namedWay>;

export const waySchema = closed({
  id: Type.String(),
  ...namedWay.properties,
  addedAt: Type.String(),
  rests: Type.Union([closed({ way: namedWay, until: Type.String() }), Type.Null()], {
    description: 'the way that it stands for, and until when',
  }),
  former: Type.Union([closed({ until: Type.String() }), Type.Null()], {
    description: 'set for a way that no longer stands but still recovers the account',
  }),
});

export type WayView = Static<typeof waySchema>;

export const waysSchemas = {
  listWays: { data: Type.Array(waySchema) },
} satisfies SchemasFor<typeof waysEndpoints>;
