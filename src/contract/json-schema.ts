import type { Type as TypeBox } from 'typebox';

/** Marks a property that an object may lack: TypeBox's own mark, and like it no part of the JSON. */
const optional = '~optional';

/** A JSON Schema with marks that are not enumerable, so that a schema is nothing but JSON to everything that reads it. */
function schema(json: object, options: object = {}, mark?: typeof optional): never {
  const made = { ...json, ...options };
  if (mark !== undefined) Object.defineProperty(made, mark, { value: true });
  return made as never;
}

function requiredOf(properties: object): { readonly required?: readonly string[] } {
  const required = Object.entries(properties).flatMap(([name, property]) => (optional in property ? [] : [name]));
  return required.length === 0 ? {} : { required };
}

/**
 * The constructors of the shapes in `schemas/`: TypeBox's types and its JSON, without its code. Loading that at the start took as long as
 * the whole HTTP framework; `json-schema.test.ts` compares every constructor with it.
 */
export const Type: Pick<typeof TypeBox, 'Array' | 'Boolean' | 'Integer' | 'Null' | 'Object' | 'Optional' | 'String' | 'Union' | 'Unsafe'> =
  {
    Array: (items: object, options?: object) => schema({ type: 'array', items }, options),
    Boolean: (options?: object) => schema({ type: 'boolean' }, options),
    Integer: (options?: object) => schema({ type: 'integer' }, options),
    Null: (options?: object) => schema({ type: 'null' }, options),
    Object: (properties: object, options?: object) => schema({ type: 'object', ...requiredOf(properties), properties }, options),
    Optional: (type: object) => schema(type, {}, optional),
    String: (options?: object) => schema({ type: 'string' }, options),
    Union: (anyOf: readonly object[], options?: object) => schema({ anyOf }, options),
    Unsafe: (json: object) => schema(json),
  };
