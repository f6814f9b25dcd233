/** The pages of development: small documents in English and Chinese, light and dark, for wide and narrow screens. */

export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/** Error pages for developers have only English. */
export type PageText = string | Bilingual;

interface HtmlPage {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The look that all pages of development share. */
export const pageStyle = `:root{color-scheme:light dark;--canvas:light-dark(#f6f7f9,#0b0e11);--card:light-dark(#fff,#15191d);--text:light-dark(#161c24,#edeff2);
--muted:light-dark(#4b535e,#b0b6be);--line:light-dark(#dfe3e8,#2a3038);--control:light-dark(#878e98,#6c747e);--tint:light-dark(#eef2f7,#222830);
--link:light-dark(#0f56ba,#92bbf9);--solid:light-dark(#1b67d6,#286ed9)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:720px;padding:32px 16px 64px;background:var(--canvas);color:var(--text);
font:15px/1.6 system-ui,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif}
h1{margin:0;font-size:24px;line-height:1.4;font-weight:600}
h2{margin:0 0 8px;font-size:17px;font-weight:600}
h1 span,.muted,header p{color:var(--muted)}
h1 span{font-weight:400}
header p{margin:4px 0 24px}
.card{margin:0 0 16px;padding:20px 24px;border:1px solid var(--line);border-radius:16px;background:var(--card)}
a{color:var(--link)}
.card>:first-child{margin-top:0}
button [lang],.kind [lang]{color:var(--muted)}
button,input,select{font:inherit;color:inherit}
button{min-height:36px;padding:4px 16px;border:1px solid var(--control);border-radius:10px;background:var(--card);cursor:pointer}
button:hover{background:var(--tint)}
input:not([type=checkbox]),select{min-height:36px;padding:4px 12px;border:1px solid var(--control);border-radius:10px;background:var(--canvas);max-width:100%}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
`;

/** Puts the Chinese text, marked as such, behind the English one. */
export function inBoth(text: PageText): string {
  return typeof text === 'string' ? escapeHtml(text) : `${escapeHtml(text.en)} <span lang="zh-CN">${escapeHtml(text.zh)}</span>`;
}

/** A page of the simulators. */
export function page(title: PageText, body: string, status = 200): HtmlPage {
  const plain = escapeHtml(typeof title === 'string' ? title : `${title.en} · ${title.zh}`);
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<link rel="icon" href="data:,"><title>${plain}</title><style>${pageStyle}${simulatorStyle}</style></head>` +
    `<body><header><h1>${inBoth(title)}</h1></header>${body}</body></html>\n`;
  return { status, type: 'text/html; charset=utf-8', body: html };
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const simulatorStyle = `header{margin-bottom:16px}
.people,.ways{display:grid;gap:8px}
.people form button{display:flex;align-items:center;gap:12px;width:100%;min-height:56px;text-align:start}
.people img{width:40px;height:40px;border-radius:50%}
.ways{grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));margin-top:16px}
.ways button{width:100%;text-align:start}
form{margin:0}
.faults{display:flex;flex-wrap:wrap;gap:12px 20px;margin:12px 0}
.faults label,.switch{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
ul{margin:0;padding-inline-start:20px;overflow-wrap:anywhere}
`;
