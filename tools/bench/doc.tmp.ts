import { brotliCompressSync } from 'node:zlib';
import { connectHttp } from '#server/testing/http-client.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
const server = await startServerProcess();
const client = connectHttp(server.origin);
await client.register();
const cookie = [...client.cookies].map(([n, v]) => `${n}=${v}`).join('; ');
const html = await (await fetch(`${server.origin}/pc-account-home`, { headers: { cookie, 'accept-language': 'zh-CN' } })).text();
(await import('node:fs')).writeFileSync('/tmp/home.html', html);
const b = (s: string) => brotliCompressSync(s).length;
const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
const rest = html.replace(css, '');
const scripts = [...rest.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map((m) => m[1] ?? '');
console.log(
  'all',
  html.length,
  b(html),
  'css',
  css.length,
  b(css),
  'rest',
  rest.length,
  b(rest),
  scripts.map((s) => [s.length, b(s), s.slice(0, 60)]),
);
await server.stop();
process.exit(0);
