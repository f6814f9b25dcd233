/** Deepest nesting of arrays and objects that any call of the contract needs, doubled. */
const maxDepth = 8;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a request's body; undefined for JSON that is not strict: ill-formed UTF-8, a byte order mark, nesting beyond
 * eight levels, a repeated key, a key that reaches a prototype, a lone surrogate or NUL in a text. Two parsers that
 * read such a body differently would turn one request into two.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return hasUniqueKeys(text) && isPlain(value, 0) ? value : undefined;
}

/** Whether a text may be stored and compared: well-formed UTF-16 without NUL, which the databases treat differently. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether no object of this valid JSON text repeats a key. `JSON.parse` silently keeps the last one. */
function hasUniqueKeys(text: string): boolean {
  const objects: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') objects.push(new Set());
    else if (character === '[') objects.push(undefined);
    else if (character === '}' || character === ']') objects.pop();
    if (objects.length > maxDepth) return false;
    if (character !== '"') continue;
    const end = endOfString(text, at);
    const keys = objects.at(-1);
    if (keys !== undefined && isKey(text, end)) {
      const key: unknown = JSON.parse(text.slice(at, end + 1));
      if (typeof key !== 'string' || keys.has(key)) return false;
      keys.add(key);
    }
    at = end;
  }
  return true;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= maxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  return Object.entries(value).every(
    ([key, item]) => key !== '__proto__' && key !== 'constructor' && key !== 'prototype' && isCleanText(key) && isPlain(item, depth + 1),
  );
}
