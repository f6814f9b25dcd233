/** An object from another service: its members are unknown. */
export type LooseObject = Readonly<Record<string, unknown>>;

/** The object in a JSON text; undefined for anything else. */
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

/** A member as text: texts, and numbers in their usual spelling; undefined for all other values and for ''. */
export function textOf(object: LooseObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A member as a number, also if sent as text; undefined for all other values. */
export function numberOf(object: LooseObject | undefined, name: string): number | undefined {
  const text = textOf(object, name);
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
