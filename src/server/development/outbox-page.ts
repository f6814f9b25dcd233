import { escapeHtml, inBoth, pageStyle } from '#simulators/simulated-page.ts';
import type { DevOutboxMessage } from './dev-outbox.ts';

/** The maximum number of messages on the page. */
const pageSize = 50;

/** The page of the development outbox; `to` is the filter as typed, '' for all. */
export function outboxPage(messages: readonly DevOutboxMessage[], to: string): string {
  const list = messages.length === 0 ? empty(to) : messages.slice(0, pageSize).map(card).join('');
  const meaning = {
    en: 'Messages that this server would have sent, newest first. New ones appear automatically.',
    zh: '本服务器本应发送的消息，最新的在前；新消息会自动显示。',
  };
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>Development outbox · 开发发件箱</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/dev/outbox.css">` +
    `<script src="/dev/outbox.js" defer></script></head>` +
    `<body><header><h1>${inBoth({ en: 'Development outbox', zh: '开发发件箱' })}</h1><p>${inBoth(meaning)}</p></header>` +
    `<form class="filter" action="/dev/outbox"><input type="search" name="to" value="${escapeHtml(to)}" aria-label="Phone or email · 手机号或邮箱" ` +
    `placeholder="Phone or email · 手机号或邮箱"><button>${inBoth({ en: 'Show', zh: '查看' })}</button>` +
    `<button type="button" id="refresh">${inBoth({ en: 'Refresh', zh: '刷新' })}</button>` +
    `${to === '' ? '' : `<a href="/dev/outbox">${inBoth({ en: 'All messages', zh: '全部消息' })}</a>`}</form>` +
    `<main id="messages">${list}</main></body></html>\n`
  );
}

function empty(to: string): string {
  const text =
    to === ''
      ? { en: 'No messages yet. Ask for a code and it appears here.', zh: '暂无消息。获取验证码后会显示在这里。' }
      : { en: `No messages to ${to}.`, zh: `没有发往 ${to} 的消息。` };
  return `<p class="empty">${inBoth(text)}</p>`;
}

function card({ number, entry, html }: DevOutboxMessage): string {
  const { at, channel, to, scene, subject, text, code, link } = entry;
  const time = new Date(at).toISOString();
  const parts = [
    `<p class="meta"><span class="kind">${inBoth(channel === 'sms' ? { en: 'SMS', zh: '短信' } : { en: 'Email', zh: '邮件' })}</span>`,
    `<a href="/dev/outbox?to=${encodeURIComponent(to)}">${escapeHtml(to)}</a><span>${escapeHtml(scene)}</span>`,
    // The script shows it in the time zone of the browser.
    `<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 19)} UTC</time></p>`,
    subject === null ? '' : `<h2>${escapeHtml(subject)}</h2>`,
    code === null
      ? ''
      : `<p class="code"><span class="muted">${inBoth({ en: 'Code', zh: '验证码' })}</span> <code>${escapeHtml(code)}</code>${copyButton(code)}</p>`,
    link === null ? '' : `<p class="link"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a>${copyButton(link)}</p>`,
    html === undefined ? '' : mailView(number),
    `<pre>${escapeHtml(text)}</pre>`,
  ];
  return `<article class="card" id="message-${number}">${parts.join('')}</article>`;
}

function copyButton(text: string): string {
  return `<button type="button" data-copy="${escapeHtml(text)}">${inBoth({ en: 'Copy', zh: '复制' })}</button>`;
}

/** The mail as a mail program shows it. Its document is sandboxed; links in it open in new tabs. */
function mailView(number: number): string {
  return (
    `<details><summary>${inBoth({ en: 'As a mail program shows it', zh: '查看邮件样式' })}</summary>` +
    `<iframe title="Mail · 邮件" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/outbox/mail/${number}"></iframe></details>`
  );
}

/** Lets the page frame its own mails, and nothing else in addition to the policy of all pages. */
export const outboxPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** A mail's document may bring its inline styles, and do nothing but open links. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

export const outboxStyle = `${pageStyle}
.filter{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:0 0 16px}
.filter input{flex:1 1 240px;min-width:0}
.meta{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;margin:0 0 8px;color:var(--muted);font-size:13px}
.meta a{color:var(--text);font-weight:600;font-size:15px;text-decoration:none;overflow-wrap:anywhere}
.meta a:hover{text-decoration:underline}
.meta time{margin-inline-start:auto;font-variant-numeric:tabular-nums}
.kind{padding:0 8px;border-radius:6px;background:var(--tint)}
.code{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;margin:12px 0}
.code code{font:600 28px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:4px;user-select:all}
.link{display:flex;gap:12px;align-items:start;justify-content:space-between;margin:12px 0;overflow-wrap:anywhere}
.link button{flex:none}
summary{cursor:pointer;color:var(--link)}
iframe{display:block;width:100%;height:520px;margin:12px 0 0;border:1px solid var(--line);border-radius:10px}
pre{margin:12px 0 0;padding:12px 16px;border-radius:10px;background:var(--tint);font-family:inherit;font-size:13px;line-height:1.6;white-space:pre-wrap;overflow-wrap:anywhere}
.empty{padding:48px 16px;text-align:center;color:var(--muted)}
`;

export const outboxScript = `const every = 2000;
const shown = document.getElementById('messages');

function localize(root) {
  for (const time of root.querySelectorAll('time')) {
    const format = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' };
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { ...format, hourCycle: 'h23' });
  }
}

async function refresh() {
  try {
    const response = await fetch(location.href);
    const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('messages');
    const fresh = [...next.querySelectorAll('article')].filter(({ id }) => document.getElementById(id) === null);
    if (fresh.length === 0) return;
    localize(next);
    shown.querySelector('.empty')?.remove();
    shown.prepend(...fresh);
  } catch {
    // The server is restarting: the next round finds it.
  }
}

async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy);
  const before = button.innerHTML;
  button.textContent = 'Copied · 已复制';
  setTimeout(() => (button.innerHTML = before), 1500);
}

localize(shown);
setInterval(refresh, every);
document.getElementById('refresh').addEventListener('click', refresh);
shown.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-copy]');
  if (button !== null) void copy(button);
});
`;
