import { chromium } from '@playwright/test';
import { connectHttp } from '#server/testing/http-client.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { findChromium } from '#tools/chromium.mjs';
const hosts = [{ id: 'cedar-desktop', bridge: 'qwebchannel' }];
const server = await startServerProcess({ env: { RATE_FACTOR: '1000', NODE_ENV: 'development', EMBED_HOSTS: JSON.stringify(hosts) } });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
try {
  const client = connectHttp(server.origin);
  const person = await client.register();
  const app = new URLSearchParams({ client_id: 'cedar-demo', redirect_uri: 'http://127.0.0.1:8765/callback', response_type: 'code', scope: 'openid profile', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256', state: 's' });
  for (const [lang, theme, size] of [['zh-CN', 'light', [420, 640]], ['en', 'dark', [320, 480]], ['zh-CN', 'dark', [420, 640]], ['en', 'light', [1000, 700]]] as const) {
    const ctx = await browser.newContext({ viewport: { width: size[0], height: size[1] } });
    const page = await ctx.newPage();
    const errors: string[] = [];
    page.on('console', (m) => m.type() === 'error' && errors.push(m.text()));
    page.on('pageerror', (e) => errors.push(String(e)));
    await page.addInitScript(() => {
      const w = window as any;
      w.qt = { webChannelTransport: {} };
      const sent = JSON.parse(sessionStorage.getItem('trial') ?? '[]');
      w.QWebChannel = class { constructor(_t: unknown, ready: any) { setTimeout(() => ready({ objects: { client: { message: (t: string) => { sent.push(t); sessionStorage.setItem('trial', JSON.stringify(sent)); console.log('MSG ' + t); }, hostMessage: { connect: (f: any) => (w.toPage = f) } } } }), 5); } };
    });
    const msgs: string[] = [];
    page.on('console', (m) => m.text().startsWith('MSG') && msgs.push(m.text()));
    const q = new URLSearchParams({ display: 'embedded', host: 'cedar-desktop', theme, accent: '0F7B6C', ui_locales: lang, font: 'Noto Sans SC' }).toString();
    const name = `${lang}-${theme}-${size[0]}`;
    const shot = (s: string) => page.screenshot({ path: `/tmp/embshots/${name}-${s}.png`, fullPage: true });
    await page.goto(`${server.origin}/login?${q}`);
    await page.waitForSelector('[data-alive]');
    await shot('login');
    await page.getByRole('tab').nth(2).click(); await page.waitForTimeout(1500); await shot('scan');
    await page.goto(`${server.origin}/register?${q}`); await page.waitForSelector('[data-alive]'); await page.waitForTimeout(500); await shot('register');
    await page.goto(`${server.origin}/register/support?${q}`); await page.waitForSelector('[data-alive]'); await page.waitForTimeout(500); await shot('recovery');
    await page.goto(`${server.origin}/oidc/auth?${app.toString()}&${q}`);
    await page.waitForSelector('[data-alive]');
    console.log(name, 'login url', page.url());
    await page.fill('input[name=account]', person.phone); await page.fill('input[name=password]', person.password);
    await page.locator('main form button[type=submit]').click();
    await page.waitForURL(/consent/); await page.waitForSelector('[data-alive]'); await page.waitForTimeout(800); await shot('consent');
    console.log('consent url', page.url());
    await page.goto(`${server.origin}/login?${q}`).catch(() => undefined);
    await page.waitForTimeout(800); console.log('signed-in login →', page.url()); await shot('handed');
    await page.goto(`${server.origin}/link?${q}`); await page.waitForTimeout(1500); await shot('link');
    console.log(msgs.join('\n')); console.log('errors', errors);
    await ctx.clearCookies();
    await page.goto(`${server.origin}/login?${q}`); await page.waitForSelector('[data-alive]');
    msgs.length = 0;
    await page.fill('input[name=account]', person.phone); await page.fill('input[name=password]', person.password);
    await page.locator('main form button[type=submit]').click();
    await page.waitForTimeout(2500); console.log('after plain sign-in', page.url(), msgs.join('\n'));
    await shot('after');
    await ctx.close();
  }
} finally { await browser.close(); await server.stop(); }
