import { chromium } from '@playwright/test';
import { connectHttp } from '#server/testing/http-client.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { startHttp2Front } from './http2-front.ts';
import { findChromium } from '../chromium.mjs';
await using front = await startHttp2Front();
const server = await startServerProcess({ env: { PUBLIC_URL: front.origin } });
front.target = server.origin.replace('localhost', '127.0.0.1');
const executablePath = await findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
const client = connectHttp(front.target, { publicOrigin: front.origin });
await client.register();
const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: front.origin, secure: true }));
for (const path of ['/login', '/pc-account-home']) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
  if (path !== '/login') await context.addCookies(cookies);
  const page = await context.newPage();
  const s = await context.newCDPSession(page);
  const urls = new Map<string, string>();
  s.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  s.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    console.log(path, encodedDataLength, urls.get(requestId)?.replace(front.origin, '')),
  );
  await s.send('Network.enable');
  await page.goto(`${front.origin}${path}`);
  await new Promise((r) => setTimeout(r, 4000));
  await context.close();
}
await browser.close();
await server.stop();
process.exit(0);
