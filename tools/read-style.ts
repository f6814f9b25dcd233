/** Receives the parts of a style sheet, in order. */
export interface StyleSink {
  /** `@media (x) {` gives `media` and its condition. */
  atRule(name: string, condition: string): void;
  selector(text: string): void;
  declaration(property: string, value: string): void;
}

/** Reads a style sheet of the build: without comments, valid, strings and brackets balanced. */
export function readStyle(css: string, sink: StyleSink): void {
  const inKeyframes: boolean[] = [];
  let start = 0;
  for (let at = 0; at < css.length; at += 1) {
    at = skipped(css, at);
    const char = css[at];
    if (char !== '{' && char !== '}' && char !== ';') continue;
    const text = css.slice(start, at).trim();
    start = at + 1;
    const rule = /^@(-?[\w-]+)\s*(.*)$/s.exec(text);
    if (rule !== null) sink.atRule(rule[1] ?? '', rule[2] ?? '');
    else if (char !== '{') declare(text, sink);
    else if (inKeyframes.at(-1) !== true) sink.selector(text);
    if (char === '{') inKeyframes.push(rule?.[1]?.endsWith('keyframes') === true);
    if (char === '}') inKeyframes.pop();
  }
}

/** The position after a string, an escape or brackets that begin at `at`, or `at`. */
function skipped(css: string, at: number): number {
  const char = css[at];
  if (char === '\\') return at + 1;
  if (char === '"' || char === "'") {
    let end = at + 1;
    while (end < css.length && css[end] !== char) end += css[end] === '\\' ? 2 : 1;
    return end;
  }
  if (char !== '(' && char !== '[') return at;
  let end = at + 1;
  while (end < css.length && css[end] !== (char === '(' ? ')' : ']')) end = skipped(css, end) + 1;
  return end;
}

function declare(text: string, sink: StyleSink): void {
  const colon = text.indexOf(':');
  if (colon > 0)
    sink.declaration(
      text.slice(0, colon).trim(),
      text
        .slice(colon + 1)
        .replace(/!important$/, '')
        .trim(),
    );
}
