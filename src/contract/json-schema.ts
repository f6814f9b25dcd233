import type { Type as TypeBox } from 'typebox';

/** Marks an optional property: TypeBox's own mark, and like it no part of the JSON. */
const optional = '~optional';

/** A JSON Schema with non-enumerable marks, so that every reader sees only JSON. */
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
 * Constructors of the shapes in `schemas/`: TypeBox's types and JSON without its code, which took as long to load as
 * the whole HTTP framework. `json-schema.test.ts` compares every constructor with TypeBox.
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
