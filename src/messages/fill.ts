/** Values of the placeholders of a text. */
export type Filling = Readonly<Record<string, string | number>>;

/**
 * Replaces `{name}` by values, in a single pass: inserted values are not searched for placeholders. A placeholder
 * without a value stays. Where Chinese meets Latin letters or digits at an inserted value, a space is added: a name or a
 * date can be in either script (docs/style.md).
 */
export function fill(text: string, values: Filling): string {
  return text.replace(/(.?)\{(\w+)\}(?=(.?))/gs, (whole, before: string, name: string, after: string) => {
    if (values[name] === undefined) return whole;
    const value = String(values[name]);
    return before + space(before + value.slice(0, 1)) + value + space(after + value.slice(-1));
  });
}

/** Between a character of the text and one of the value. A value can begin and end with punctuation: `9:00 (UTC)`. */
function space(neighbors: string): '' | ' ' {
  return /^(?:\p{Script=Han}[!-~]|\w\p{Script=Han})/u.test(neighbors) ? ' ' : '';
}
