import { Type as TypeBox } from 'typebox';
import { expect, it } from 'vitest';
import { Type } from '#contract/json-schema.ts';

/** A shape made with either set of constructors, for comparison as JSON. */
const shapes: Readonly<Record<keyof typeof Type, (type: typeof Type) => object>> = {
  Array: (type) => type.Array(type.String(), { maxItems: 3, uniqueItems: true }),
  Boolean: (type) => type.Boolean({ description: 'yes or no' }),
  Integer: (type) => type.Integer({ minimum: 0, maximum: 56 }),
  Null: (type) => type.Null(),
  Object: (type) =>
    type.Object(
      { a: type.String(), b: type.Optional(type.Integer()), inner: type.Object({ c: type.Optional(type.Boolean()) }) },
      { additionalProperties: false },
    ),
  Optional: (type) => type.Optional(type.String({ maxLength: 64 })),
  String: (type) => type.String({ minLength: 1, maxLength: 64, pattern: '^a' }),
  Union: (type) => type.Union([type.Object({ a: type.String() }), type.Null()], { description: 'one of them' }),
  Unsafe: (type) => type.Unsafe<'a' | null>({ type: ['string', 'null'], enum: ['a', null] }),
};

it.each(Object.entries(shapes))('%s makes the same JSON as TypeBox', (_name, shape) => {
  expect(JSON.stringify(shape(Type))).toBe(JSON.stringify(shape(TypeBox)));
});
