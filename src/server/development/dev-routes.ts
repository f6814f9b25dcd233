import type { FastifyInstance } from 'fastify';
import { isFromThisMachine } from '#server/platform/http/loopback.ts';
import type { DevOutbox, DevOutboxEntry } from './dev-outbox.ts';

/** The maximum number of messages on the page. */
const pageSize = 50;

/**
 * `/dev/outbox` and `/dev/outbox.json?to=` (contract 8): the messages that a development server "sends". The page
 * reloads its data every two seconds. Visitors from other machines find nothing there.
 */
export async function registerDevRoutes(app: FastifyInstance, devOutbox: DevOutbox): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('onRequest', (request, reply, done) => {
      if (isFromThisMachine(request.raw)) done();
      else reply.callNotFound();
    });
    serveOutbox(pages, devOutbox);
  });
}

function serveOutbox(app: FastifyInstance, devOutbox: DevOutbox): void {
  app.get('/dev/outbox.json', async (request, reply) => {
    const { query } = request;
    const to = typeof query === 'object' && query !== null && 'to' in query ? query.to : undefined;
    return reply.header('cache-control', 'no-store').send(await devOutbox.read(typeof to === 'string' ? target(to) : undefined));
  });
  app.get('/dev/outbox', async (_request, reply) => {
    const entries = await devOutbox.read();
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(entries.slice(0, pageSize)));
  });
  app.get('/dev/outbox.css', (_request, reply) => {
    reply.type('text/css; charset=utf-8').send(style);
  });
  app.get('/dev/outbox.js', (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').send(script);
  });
}

/** A phone with or without the country's prefix; a query may have turned its + into a space. */
function target(to: string): string {
  return to.trim().replace(/^\+?86(?=1\d{10}$)/, '');
}

function page(entries: readonly DevOutboxEntry[]): string {
  const list = entries.length === 0 ? empty : entries.map(card).join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>Development outbox · 开发发件箱</title><link rel="stylesheet" href="/dev/outbox.css"><script src="/dev/outbox.js" defer></script></head>` +
    `<body><header><h1>Development outbox <span lang="zh-CN">开发发件箱</span></h1>` +
    `<p>Messages that this server would have sent, newest first. <span lang="zh-CN">本服务器本应发送的消息，最新的在前。</span></p></header>` +
    `<main id="messages">${list}</main></body></html>\n`
  );
}

const empty =
  '<p class="empty">No messages yet. Ask for a code and it appears here. <span lang="zh-CN">暂无消息。获取验证码后会显示在这里。</span></p>';

function card({ at, channel, to, scene, subject, text, code, link }: DevOutboxEntry): string {
  const time = new Date(at).toISOString();
  const kind = channel === 'sms' ? 'SMS · <span lang="zh-CN">短信</span>' : 'Email · <span lang="zh-CN">邮件</span>';
  const parts = [
    `<p class="meta"><span class="kind">${kind}</span><strong>${escapeHtml(to)}</strong><span>${escapeHtml(scene)}</span>`,
    `<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 19)} UTC</time></p>`,
    subject === null ? '' : `<h2>${escapeHtml(subject)}</h2>`,
    code === null
      ? ''
      : `<p class="code"><span class="label">Code · <span lang="zh-CN">验证码</span></span> <code>${escapeHtml(code)}</code></p>`,
    link === null ? '' : `<p class="link"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    `<pre>${escapeHtml(text)}</pre>`,
  ];
  return `<article>${parts.join('')}</article>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const style = `:root{color-scheme:light dark;--canvas:light-dark(#f4f6f9,#101418);--card:light-dark(#fff,#1a2027);--text:light-dark(#1b222a,#e8ecf1);
--muted:light-dark(#5b6472,#9aa5b1);--line:light-dark(#dfe4ea,#303944);--tint:light-dark(#eef2f7,#27303a);--blue:light-dark(#1559c7,#7fb0ff)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:720px;padding:32px 16px 64px;background:var(--canvas);color:var(--text);
font:15px/1.6 system-ui,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif}
h1{margin:0;font-size:24px;line-height:1.4;font-weight:600}
h1 span,header p{color:var(--muted)}
h1 span{font-weight:400}
header p{margin:4px 0 24px}
article{margin:0 0 16px;padding:20px 24px;border:1px solid var(--line);border-radius:16px;background:var(--card)}
h2{margin:8px 0 0;font-size:17px;font-weight:600}
.meta{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;margin:0;color:var(--muted);font-size:13px}
.meta strong{color:var(--text);font-size:15px;overflow-wrap:anywhere}
.meta time{margin-inline-start:auto;font-variant-numeric:tabular-nums}
.kind{padding:0 8px;border-radius:6px;background:var(--tint)}
.code{display:flex;align-items:baseline;gap:12px;margin:12px 0}
.code code{font:600 28px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:4px;user-select:all}
.label{color:var(--muted);font-size:13px}
.link{margin:12px 0;overflow-wrap:anywhere}
a{color:var(--blue)}
pre{margin:12px 0 0;padding:12px 16px;border-radius:10px;background:var(--tint);font:13px/1.6 inherit;font-family:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
.empty{padding:48px 16px;text-align:center;color:var(--muted)}
`;

const script = `const every = 2000;
async function refresh() {
  try {
    const response = await fetch('/dev/outbox');
    const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('messages');
    const shown = document.getElementById('messages');
    if (next && next.innerHTML !== shown.innerHTML) shown.replaceWith(next);
  } catch {
    // The server is restarting: the next round finds it.
  }
  setTimeout(refresh, every);
}
setTimeout(refresh, every);
`;
