/** Values of the placeholders of a text. */
export type Filling = Readonly<Record<string, string | number>>;

/**
 * Replaces `{name}` by values, in a single pass: inserted values are not searched for placeholders. A placeholder
 * without a value stays. Where Chinese meets a value that begins or ends in Latin letters, digits or their punctuation,
 * a space is added: a name or a date can be in either script (docs/style.md).
 */
export function fill(text: string, values: Filling): string {
  return text.replace(/(\p{sc=Han}?)\{(\w+)\}(?=(\p{sc=Han}?))/gu, (_whole, before: string, name: string, after: string) => {
    const value = String(values[name] ?? `{${name}}`);
    // From ! to z: all of ASCII without spaces, and without the braces of a placeholder that stays.
    return before + (before && /^[!-z]/.test(value) ? ' ' : '') + value + (after && /[!-z]$/.test(value) ? ' ' : '');
  });
}
