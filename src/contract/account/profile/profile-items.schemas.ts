import { Type } from '#contract/json-schema.ts';
import { itemChoices, itemCodes } from '#contract/account/profile/choices.ts';
import { eachItem, type ItemsOfKind } from '#contract/account/profile/items.ts';
import { choice, text } from '#contract/shapes.schemas.ts';

const descriptions: Readonly<Partial<Record<ItemsOfKind<'choice'>, string>>> = { country: 'ISO 3166-1 alpha-2, OTHER, or empty' };

function described(item: ItemsOfKind<'choice'>): { readonly description?: string } {
  const description = descriptions[item];
  return description === undefined ? {} : { description };
}

const code = (item: ItemsOfKind<'code'>) => Type.Integer({ minimum: 0, maximum: itemCodes[item].length - 1 });

/** Profile items in an answer, under their names in the account. '' and 0 mean no value. */
export const itemShapes = eachItem({
  text: () => Type.String(),
  year: () => Type.String(),
  date: () => Type.String({ description: 'yyyy-mm-dd, or empty' }),
  choice: (item) => Type.String(described(item)),
  code,
});

/** Profile items in a body. '' and 0 clear an item. */
export const changedItemShapes = eachItem({
  text: () => Type.Optional(text),
  year: () => Type.Optional({ ...text, description: 'yyyy' }),
  date: () => Type.Optional({ ...text, description: 'yyyy-mm-dd' }),
  choice: (item) => Type.Optional(Type.Unsafe<string>({ ...choice([...itemChoices[item], '']), ...described(item) })),
  code: (item) => Type.Optional(code(item)),
});
