/** Values of the placeholders of a text. */
export type Filling = Readonly<Record<string, string | number>>;

/**
 * Replaces `{name}` by values, in a single pass: inserted values are not searched for placeholders. A placeholder
 * without a value stays. Where Chinese meets Latin letters or digits at an inserted value, a space is added: a name or a
 * date can be in either script (docs/style.md).
 */
export function fill(text: string, values: Filling): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string, at: number) => {
    const given = values[name];
    if (given === undefined) return placeholder;
    const value = String(given);
    return space(text[at - 1], value[0]) + value + space(text[at + placeholder.length], value.at(-1));
  });
}

const han = /\p{Script=Han}/u;

/** A space for two neighbors of different scripts. Punctuation counts at an end of a value, as in `9:00 (UTC)`. */
function space(own = '', inserted = ''): '' | ' ' {
  const differ = han.test(own) ? /[!-~•\p{Script=Latin}]/u.test(inserted) : /[\d\p{Script=Latin}]/u.test(own) && han.test(inserted);
  return differ ? ' ' : '';
}
