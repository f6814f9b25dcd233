/** An object as others send it: nothing is known of its members. */
export type LooseObject = Readonly<Record<string, unknown>>;

/** The object that a JSON text holds; undefined for anything else. */
export function parseObject(text: string): LooseObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member as text: texts and numbers, the latter as they would be written; undefined for all else and for ''. */
export function textOf(object: LooseObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A member as a number, also where it is sent as text; undefined for all else. */
export function numberOf(object: LooseObject | undefined, name: string): number | undefined {
  const text = textOf(object, name);
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
