import type { TObject } from 'typebox';

/** A body that satisfies a schema without meaning: required properties, and the named optional ones. */
export function sampleBody(schema: TObject, also: readonly string[] = []): Record<string, unknown> {
  const names = new Set([...(schema.required ?? []), ...also]);
  return Object.fromEntries([...names].map((name) => [name, sampleOf(schema.properties[name] ?? {})]));
}

/** Whether a call with this body names a thing, which is not there: its path has a parameter, or the body a text. */
export function namesUnknownThing(path: string, body: Readonly<Record<string, unknown>>): boolean {
  return path.includes(':') || JSON.stringify(body).includes('"x"');
}

function sampleOf(shape: object): unknown {
  const { type, enum: choices, minimum, properties } = shape as Readonly<Record<string, unknown>>;
  if (Array.isArray(choices)) return choices[0];
  if (type === 'array') return [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'object' || properties !== undefined) return sampleBody(shape as TObject);
  return 'x';
}
