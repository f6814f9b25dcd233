import { ruleRefusal } from './refusal.ts';

/** A form text read by the rules of its field: the value in canonical form, or the first failing rule (spec 5). */
export type Field<Value> = ({ readonly value: Value } | { readonly failing: string }) & {
  /** The name of the field in the answer, if it differs from its key. */
  readonly name?: string;
};

type ValueOf<Each> = Extract<Each, { readonly value: unknown }>['value'];

/**
 * The values of a form's fields.
 * @throws {Refusal} badRequest with the failing rule of every field at once, so that the form marks them together
 */
export function checkFields<Fields extends Readonly<Record<string, Field<unknown>>>>(
  fields: Fields,
): { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> } {
  const entries = Object.entries(fields);
  const failing = entries.flatMap(([place, field]) => ('failing' in field ? [[field.name ?? place, field.failing]] : []));
  if (failing.length > 0) throw ruleRefusal(Object.fromEntries(failing));
  const values = entries.map(([place, field]) => [place, 'failing' in field ? undefined : field.value]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys, each with its own value
  return Object.fromEntries(values) as { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };
}

/** An optional field: absent, or valid. */
export function whenGiven<Value>(text: string | undefined, read: (text: string) => Field<Value>): Field<Value | undefined> {
  return text === undefined ? { value: undefined } : read(text);
}

/** The same field with one more rule. */
export function also<Value>(field: Field<Value>, failing: (value: Value) => string | undefined): Field<Value> {
  const rule = 'failing' in field ? undefined : failing(field.value);
  return rule === undefined ? field : { ...field, failing: rule };
}
