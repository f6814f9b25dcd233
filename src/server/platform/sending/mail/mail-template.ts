import { languageFacts } from '#contract/vocabulary/languages.ts';
import type { MailMessage } from './mail.ts';

/** A mail ready to send, as text and as HTML with the same words. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Renders a mail. The HTML is one table with inline styles (mail programs drop the rest), without images and remote
 * URLs. Dark colors come from a media query; programs that ignore it and invert colors keep it legible, because there
 * are only text, lines and one tinted box.
 */
export function renderMail({ content, language }: Pick<MailMessage, 'content' | 'language'>): RenderedMail {
  const { subject, brand, heading, paragraphs, code, action, footer, reference } = content;
  const text = [
    heading,
    ...paragraphs,
    code,
    action && `${action.sentence}\n\n${action.label}\n${action.href}`,
    `-- \n${footer}`,
    reference,
    brand,
  ]
    .filter((part): part is string => part !== undefined && part !== '')
    .join('\n\n');
  return { subject: oneLine(subject), text: `${text}\n`, html: html({ lang: languageFacts[language].tag, content }) };
}

/** A header is one line, even with line breaks in a brand name or a nickname. */
function oneLine(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function html({ lang, content }: { lang: string; content: MailMessage['content'] }): string {
  const { brand, heading, paragraphs, code, action, footer, reference } = content;
  const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',Roboto,Arial,sans-serif";
  const rows = [
    `<p class="muted" style="margin:0 0 24px;font-size:14px;color:#5b6472">${escape(brand)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4;font-weight:600">${escape(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escape(paragraph)}</p>`),
    code === undefined
      ? ''
      : `<p class="code" style="margin:8px 0 24px;padding:16px;border-radius:12px;background:#eef2f7;text-align:center;font-size:32px;` +
        `line-height:1.2;font-weight:600;letter-spacing:6px;text-indent:6px;font-variant-numeric:tabular-nums">${escape(code)}</p>`,
    action === undefined
      ? ''
      : `<p style="margin:0 0 16px">${escape(action.sentence)}</p><p style="margin:8px 0 24px"><a class="action" href="${escape(action.href)}" style="display:inline-block;padding:12px 24px;` +
        `border-radius:10px;background:#1f6feb;color:#ffffff;text-decoration:none;font-weight:600">${escape(action.label)}</a></p>` +
        `<p class="muted" style="margin:0 0 16px;font-size:13px;color:#5b6472;word-break:break-all">${escape(action.href)}</p>`,
    `<p class="muted foot" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dfe4ea;font-size:13px;color:#5b6472">${escape(footer)}</p>`,
    reference === undefined ? '' : `<p class="muted" style="margin:8px 0 0;font-size:13px;color:#5b6472">${escape(reference)}</p>`,
  ].join('');
  return (
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(heading)}</title>` +
    `<style>@media (prefers-color-scheme:dark){.page{background:#101418!important}.card{background:#1a2027!important;color:#e8ecf1!important}` +
    `.muted{color:#9aa5b1!important}.foot{border-color:#303944!important}.code{background:#27303a!important}` +
    `.action{background:#4c8df6!important;color:#0b1016!important}}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background:#f4f6f9"><table role="presentation" class="page" width="100%" cellpadding="0" ` +
    `cellspacing="0" style="background:#f4f6f9"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" ` +
    `cellpadding="0" cellspacing="0" style="max-width:480px;table-layout:fixed"><tr><td class="card" style="padding:32px;border-radius:16px;background:#ffffff;` +
    `color:#1b222a;font:16px/1.6 ${fonts};text-align:left;word-break:break-word;overflow-wrap:anywhere">${rows}</td></tr></table></td></tr></table></body></html>\n`
  );
}

function escape(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
