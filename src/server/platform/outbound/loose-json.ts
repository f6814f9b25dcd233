/** An object from another service: its members are unknown. */
export type LooseObject = Readonly<Record<string, unknown>>;

/** The object in a JSON text of our own or of a standard; undefined for anything else. */
export function parseObject(text: string): LooseObject | undefined {
  try {
    const value: unknown = JSON.parse(text, exactNumbers);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The object in an answer of another service: JSON, JSONP or form text, distinguished by content, whatever its content
 * type says. A broken sign in one text of it, such as a raw control character or bytes that are no UTF-8, costs that
 * sign and nothing else. A quotation mark that the service did not escape is never mended, and what follows it may read as members
 * of the answer: so no text that a person writes stands in an answer that says who somebody is.
 */
export function readForeign(answer: Uint8Array | string): LooseObject | undefined {
  // The decoder takes a byte order mark away, and replaces broken bytes by U+FFFD.
  const text = (typeof answer === 'string' ? answer : new TextDecoder().decode(answer)).trim();
  const inner = /^(?:\/\*\*\/\s*)?[\w$.]+\s*\(([\s\S]*)\)\s*;?$/.exec(text)?.[1] ?? text;
  const object = parseObject(inner) ?? parseObject(mended(inner));
  if (object !== undefined || !/^[\w.-]+=/.test(text)) return object;
  return Object.fromEntries(new URLSearchParams(text));
}

/** JSON whose texts have each raw control character and each unknown escape (`\x14`, `\'`) in a spelling of JSON. */
function mended(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\[\s\S])*"/g, (quoted) =>
      quoted
        .replaceAll(
          /\\(?:x([\da-fA-F]{2})|(["\\/bfnrt]|u[\da-fA-F]{4})|([\s\S]))/g,
          (kept, byte?: string, known?: string, other?: string) => (known === undefined ? (other ?? `\\u00${byte ?? ''}`) : kept),
        )
        .replaceAll(control, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    )
    .replaceAll(control, ' ');
}

// oxlint-disable-next-line no-control-regex -- these are the signs that JSON forbids
const control = /[\u0000-\u001f]/g;

/** An integer beyond JavaScript's keeps its digits, as a text: two ids must never become one number. */
function exactNumbers(_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value;
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

/** A member as the id of a person or an app: printable ASCII as every service writes its ids, else undefined. */
export function idOf(object: LooseObject | undefined, name: string): string | undefined {
  const id = textOf(object, name);
  return id !== undefined && /^[!-~]{1,128}$/.test(id) ? id : undefined;
}

/** A member as a number, also if sent as text; undefined for all other values. */
export function numberOf(object: LooseObject | undefined, name: string): number | undefined {
  const text = textOf(object, name);
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
