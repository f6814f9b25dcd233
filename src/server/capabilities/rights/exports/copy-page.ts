import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import { fill } from '#messages/fill.ts';
import type { copiedTopics, CopiedColumn, CopiedTable, CopiedValue } from '#server/core/rights/kept-data/copied-rows.ts';
import type { CopiedRow } from '#server/core/rights/kept-data/copied-rows.repository.ts';
import type { WebTexts } from '#messages/catalogue.ts';

export interface CopyPage {
  readonly texts: WebTexts;
  readonly language: Language;
  readonly brand: string;
  readonly number: string;
  readonly at: number;
  readonly avatar: boolean;
  readonly topics: ReturnType<typeof copiedTopics>;
  readonly pagesOf: (table: CopiedTable) => AsyncIterable<readonly CopiedRow[]>;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#161c24;background:#fff}
h1,h2{line-height:1.2}h3{margin:1.5rem 0 .25rem;font-size:1rem}.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem}th,td{border:1px solid #ccd1d8;padding:.375rem .625rem;text-align:left;vertical-align:top}
th{background:#f6f7f9}th span{display:block;font-weight:400;color:#636b76;font-family:monospace}
@media(prefers-color-scheme:dark){body{background:#15191d;color:#edeff2}th{background:#1d2126}th,td{border-color:#3a414a}th span{color:#959ca5}}`;

/** Only its own styles and the avatar beside it: the page runs nothing and asks nobody. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:";

/** The page of a copy that people read in their browser, piece by piece. Everything in it is escaped. */
export async function* copyPage({ texts, language, brand, number, at, avatar, topics, pagesOf }: CopyPage): AsyncGenerator<string> {
  const { tag } = languageFacts[language];
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  const title = fill(texts['dt.copyOf'], { brand, number });
  yield `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head><body>
<h1>${escaped(title)}</h1><p>${escaped(fill(texts['dt.copyAt'], { time: `${moment.format(at)} UTC` }))}</p><p>${escaped(texts['ex.keepSafe'])}</p>`;
  if (avatar) yield `<p><img src="avatar.webp" width="128" height="128" alt="${escaped(texts['dt.i.avatar'])}"></p>`;
  for (const { topic, tables } of topics) {
    yield `<h2>${escaped(texts[`dt.t.${topic}`])}</h2>`;
    for (const table of tables) yield* tableOf(table, pagesOf(table), { texts, moment });
  }
  yield `<h2>${escaped(texts['dt.check'])}</h2><p>${escaped(texts['dt.checkBody'])}</p><pre>openssl dgst -sha256 -verify public-key.pem -signature manifest.sig manifest.json
openssl dgst -sha256 data/*.json index.html</pre></body></html>`;
}

interface Reading {
  readonly texts: WebTexts;
  readonly moment: Intl.DateTimeFormat;
}

async function* tableOf(
  { table, columns }: CopiedTable,
  pages: AsyncIterable<readonly CopiedRow[]>,
  { texts, moment }: Reading,
): AsyncGenerator<string> {
  yield `<h3>${escaped(table.name)}</h3>`;
  const line = (row: CopiedRow) =>
    `<tr>${columns.map(([name, { as }]) => `<td>${shown(row[name] ?? null, as, moment)}</td>`).join('')}</tr>`;
  let isEmpty = true;
  for await (const rows of pages) {
    if (isEmpty) {
      const heads = columns.map(([name, { thing }]) => `<th>${escaped(texts[`dt.i.${thing}`])}<span>${escaped(name)}</span></th>`);
      yield `<div class="scroll"><table><thead><tr>${heads.join('')}</tr></thead><tbody>`;
    }
    isEmpty = false;
    yield rows.map(line).join('');
  }
  yield isEmpty ? `<p>${escaped(texts['dt.empty'])}</p>` : '</tbody></table></div>';
}

/** A value as HTML. */
function shown(value: CopiedValue, as: CopiedColumn['as'], moment: Intl.DateTimeFormat): string {
  if (value === null) return '';
  if (as === 'a time' && typeof value === 'string') return moment.format(new Date(value));
  return typeof value === 'boolean' ? (value ? '✓' : '–') : escaped(String(value));
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
