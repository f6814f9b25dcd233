import { languageFacts, serverLanguageFacts, type Language } from '#contract/vocabulary/languages.ts';
import type { MailAction, MailContent, MailMessage } from './mail.ts';

/** A mail ready to send, as text and as HTML with the same words. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Colors of the dark scheme, by class. Programs that ignore them and invert colors keep the mail legible. */
const darkColors =
  '.page{background:#0b0e11!important}.card{background:#15191d!important;color:#edeff2!important}.soft{color:#b0b6be!important}' +
  '.fill{background:#1d2126!important}.line{border-color:#2a3037!important}.link{color:#7fb0ff!important}' +
  '.plain{background:#23272d!important;border-color:#23272d!important;color:#edeff2!important}' +
  '.warns{background:#23272d!important;border-color:#23272d!important;color:#f79f9c!important}';

/**
 * Renders a mail. The HTML is tables with inline styles (mail programs drop the rest), without images and remote URLs; an
 * address stands there as a button or a link, and as text on its own line below its answer.
 */
export function renderMail({ content, language }: Pick<MailMessage, 'content' | 'language'>): RenderedMail {
  return { subject: oneLine(content.subject), text: `${textOf(content, language)}\n`, html: htmlOf(content, language) };
}

/** A header is one line, even with line breaks in a brand name or a nickname. */
function oneLine(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function textOf(
  { brand, heading, paragraphs, code, facts = [], action, line, footer, reference }: MailContent,
  language: Language,
): string {
  const answers = action === undefined ? [] : [action.calm, action];
  return [
    brand,
    heading,
    code,
    ...paragraphs,
    facts.map(([name, value]) => `${name}${looksOf(language).colon}${value}`).join('\n'),
    action?.sentence,
    ...answers.map((answer) => answer && `${answer.label}\n${answer.href}`),
    action?.note,
    line && `${line.before}${line.label}${line.after}${line.href.startsWith('mailto:') ? '' : `\n${line.href}`}`,
    '-- ',
    reference,
    footer,
  ]
    .filter((part): part is string => part !== undefined && part !== '')
    .join('\n\n')
    .replace('\n\n-- \n\n', '\n\n-- \n');
}

function htmlOf(content: MailContent, language: Language): string {
  const { brand, heading, paragraphs, code, facts = [], action, line, footer, reference } = content;
  const rows = [
    letterhead(brand),
    `<h1 style="margin:24px 0 6px;font-size:22px;line-height:30px;font-weight:600">${escape(heading)}</h1>`,
    code === undefined
      ? ''
      : `<p class="fill" style="margin:14px 0 16px;padding:16px;border-radius:12px;background:#f4f6f9;text-align:center;font-size:32px;` +
        `line-height:38px;font-weight:600;letter-spacing:6px;text-indent:6px;font-variant-numeric:tabular-nums">${escape(code)}</p>`,
    ...paragraphs.map((paragraph) => `<p class="soft" style="margin:0 0 8px;color:#5b6472">${escape(paragraph)}</p>`),
    facts.length === 0 ? '' : factTable(facts),
    action === undefined ? '' : buttons(action),
    line === undefined
      ? ''
      : `<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:22px;color:#5b6472">${escape(line.before)}<a class="link" href="${escape(line.href)}" ` +
        `style="color:#1558bf">${escape(line.label)}</a>${escape(line.after)}</p>`,
    `<p class="soft line" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e7ec;font-size:12px;line-height:18px;color:#5b6472">` +
      `${reference === undefined ? '' : `${escape(reference)}<br>`}${escape(footer)}</p>`,
  ].join('');
  return (
    `<!doctype html><html lang="${languageFacts[language].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(heading)}</title>` +
    `<style>@media (max-width:400px){.card{padding:24px 16px!important}.half{display:block!important;width:auto!important;padding:0 0 8px!important}}@media (prefers-color-scheme:dark){${darkColors}}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background:#f4f6f9"><div style="display:none;max-height:0;overflow:hidden">${escape(preview(content))}</div>` +
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f9"><tr>` +
    `<td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" ` +
    `style="max-width:480px;table-layout:fixed"><tr><td class="card" style="padding:32px;border-radius:16px;background:#ffffff;color:#161c24;` +
    `font:15px/24px ${looksOf(language).fonts};text-align:left;word-break:break-word;overflow-wrap:anywhere">${rows}</td></tr></table></td></tr></table></body></html>\n`
  );
}

/** The line that a list of mails shows after the subject: never a code. */
function preview({ facts = [], paragraphs, action }: MailContent): string {
  const said = facts.length > 0 ? facts.map(([, value]) => value) : paragraphs.slice(0, 1);
  return [...said, action?.sentence ?? ''].filter((part) => part !== '').join(' · ');
}

const table = '<table role="presentation" cellpadding="0" cellspacing="0"';

function letterhead(brand: string): string {
  return (
    `${table}><tr><td style="padding-right:10px"><p aria-hidden="true" style="margin:0;width:24px;height:24px;border-radius:12px;background:#1b67d6;` +
    `color:#ffffff;text-align:center;font:600 14px/24px Arial,sans-serif">◎</p></td><td style="font-weight:600">${escape(brand)}</td></tr></table>`
  );
}

function factTable(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="soft" style="padding:6px 16px 6px 0;color:#5b6472;font-size:14px;white-space:nowrap;vertical-align:top">${escape(name)}</td>` +
      `<td style="padding:6px 0;font-size:14px;font-weight:500">${escape(value)}</td></tr>`,
  );
  return (
    `${table} class="fill" width="100%" style="margin:20px 0;background:#f4f6f9;border-radius:12px"><tr>` +
    `<td style="padding:8px 16px">${table}>${rows.join('')}</table></td></tr></table>`
  );
}

/** Equal answers stand side by side; one has the whole width. */
function buttons({ sentence, label, href, calm, warns = false, note }: MailAction): string {
  const button = (answer: { readonly label: string; readonly href: string }, color: string, name: string) =>
    `<a class="${name}" href="${escape(answer.href)}" style="display:block;padding:11px 8px;border:1px solid #cfd5dd;border-radius:10px;text-align:center;` +
    `color:${color};text-decoration:none;font-weight:600">${escape(answer.label)}</a>`;
  const main = button({ label, href }, warns ? '#b42124' : '#161c24', warns ? 'warns' : 'plain');
  const half = (side: string, of: string) => `<td class="half" width="50%" style="padding-${side}:6px">${of}</td>`;
  return (
    (sentence === '' ? '' : `<p style="margin:16px 0 12px;font-weight:600">${escape(sentence)}</p>`) +
    `${table} width="100%" style="${sentence === '' ? 'margin-top:16px;' : ''}table-layout:fixed"><tr>${calm === undefined ? `<td>${main}</td>` : half('right', button(calm, '#161c24', 'plain')) + half('left', main)}</tr></table>` +
    (note === undefined ? '' : `<p class="soft" style="margin:12px 0 0;font-size:13px;line-height:20px;color:#5b6472">${escape(note)}</p>`)
  );
}

/** A language that says nothing has what mails of any have. */
function looksOf(language: Language): { readonly fonts: string; readonly colon: string } {
  return serverLanguageFacts[language].mail ?? { fonts: 'system-ui,sans-serif', colon: ': ' };
}

function escape(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
