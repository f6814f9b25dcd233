import { isCleanText } from './strict-json.ts';

/** The parsed query; a repeated name has a list, which no scalar schema accepts. `malformed` if it does not decode. */
export const malformed: unique symbol = Symbol('malformed query');

export type Query = Record<string, string | string[]> & { [malformed]?: true };

/** Parses a query string. Never throws: the caller refuses malformed ones. */
export function parseQueryString(text: string): Query {
  const query: Query = Object.create(null);
  if (text === '') return query;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined || name === '__proto__') {
      query[malformed] = true;
      return query;
    }
    const before = query[name];
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return query;
}

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return isCleanText(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}
