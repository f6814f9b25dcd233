import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { buildTestApp } from '#server/testing/test-app.ts';
import { signUp, type Person } from '#server/testing/people.ts';
import { day } from '#server/platform/clock.ts';
import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { findChromium } from './chromium.mjs';

const out = process.argv[2] ?? '/tmp/look';
const only = process.argv.slice(3);
mkdirSync(out, { recursive: true });
const app = await buildTestApp({ now: Date.now() - 9 * day, config: { rateFactor: 1000, ageGate: { CN: 14, DE: 16 } } });
const origin = await app.listen();
const ok = <T>(a: { code: number; data: T; text: string }): T => { if (a.code !== 200) throw new Error(a.text); return a.data; };
async function aged(year: number): Promise<Person> {
  const browser = app.newBrowser();
  ok(await browser.post('/register/age', { birthday: `${year}-05-06`, region: 'CN' }));
  return signUp(app, { browser });
}
const guardian = await aged(1985);
ok(await guardian.browser.post('/update/nickname', { nickname: '周明' }));
app.clock.advance(9 * day);
ok(await guardian.browser.post('/login/password', { account: guardian.contact, password: guardian.password }));
const child = await aged(2016);
const free = await aged(2015);
const other = await aged(2014);
const fresh = await aged(1990);
const invite = async (p: Person) => ok(await p.browser.post<{ url: string; code: string }>('/guardian/invite', {}));
const prove = async ({ browser, password }: Person, action: string) => ok(await browser.post('/account/auth', { method: 'password', password, action }));
async function consent(g: Person, c: Person) {
  const { code } = await invite(c);
  await prove(g, 'consentForChild');
  return ok(await g.browser.post<{ id: string }>('/guardian/consent', { invitation: code, relation: 'parent', version: guardianTextVersion }));
}
await consent(guardian, free);
ok(await free.browser.post('/update/nickname', { nickname: '林晓' }));
const second = await consent(guardian, other);
await prove(guardian, 'withdrawForChild');
ok(await guardian.browser.post('/guardian/children/withdraw', { id: second.id }));
await prove(guardian, 'requestExport');
ok(await guardian.browser.post('/account/exports', {}));
ok(await guardian.browser.post('/account/requests', { kind: 'correct', text: '我的昵称在列表中显示不正确，请更正。', key: 'k'.repeat(22) }).catch((e: Error) => { throw e; }));
await app.wiring.copies?.run?.();

const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: ['--no-sandbox'] });
interface Variant { name: string; lang: string; dark: boolean; phone: boolean }
const variants: Variant[] = [
  { name: 'dz', lang: 'zh-CN', dark: false, phone: false },
  { name: 'de', lang: 'en-US', dark: true, phone: false },
  { name: 'mz', lang: 'zh-CN', dark: true, phone: true },
  { name: 'me', lang: 'en-US', dark: false, phone: true },
];
const cookiesOf = (b: TestBrowser) => [...b.cookies].map(([name, value]) => ({ name, value, url: origin }));
async function look(name: string, who: Person | undefined, path: { d: string; m: string }, act?: (page: Page, v: Variant) => Promise<void>) {
  if (only.length && !only.some((o) => name.startsWith(o))) return;
  const shots: Buffer[] = [];
  for (const v of variants) {
    const context = await browser.newContext({ viewport: v.phone ? { width: 390, height: 844 } : { width: 1280, height: 860 }, isMobile: v.phone, hasTouch: v.phone, locale: v.lang, colorScheme: v.dark ? 'dark' : 'light', timezoneId: 'Asia/Shanghai', baseURL: origin, extraHTTPHeaders: { 'x-forwarded-for': '10.1.1.1' } });
    if (who) await context.addCookies(cookiesOf(who.browser).filter((c) => c.name !== 'lang'));
    await context.addCookies([{ name: 'lang', value: v.lang.replace('-', '_'), url: origin }]);
    const page = await context.newPage();
    page.on('console', (m) => { if (m.type() === 'error') console.log(name, v.name, m.text()); });
    page.on('pageerror', (e) => console.log(name, v.name, String(e)));
    try {
      await page.goto(v.phone ? path.m : path.d);
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, { timeout: 8000 });
      await page.waitForTimeout(700);
      if (act) await act(page, v);
      await page.waitForTimeout(500);
    } catch (e) { console.log(name, v.name, String(e).slice(0, 300)); }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) console.log(name, v.name, 'SCROLLS SIDEWAYS');
    shots.push(await page.screenshot({ fullPage: true, animations: 'disabled' }));
    await context.close();
  }
  const sized = await Promise.all(shots.map(async (s, i) => { const w = variants[i]!.phone ? 390 : 860; const b = await sharp(s).resize({ width: w }).png().toBuffer(); const m = await sharp(b).metadata(); return { b, w, h: Math.min(m.height ?? 0, 1500) }; }));
  const cut = await Promise.all(sized.map(async ({ b, w, h }) => ({ b: await sharp(b).extract({ left: 0, top: 0, width: w, height: h }).png().toBuffer(), w, h })));
  const height = Math.max(...cut.map(({ h }) => h));
  let x = 0;
  const parts = cut.map(({ b, w }) => { const p = { input: b, left: x, top: 0 }; x += w + 8; return p; });
  await sharp({ create: { width: x, height, channels: 3, background: '#f0f' } }).composite(parts).png().toFile(`${out}/${name}.png`);
}
const both = (path: string) => ({ d: path, m: path });
const lay = (path: string) => ({ d: `/pc-${path}`, m: `/mobile-${path}` });
const born = async (page: Page, year: string) => {
  const selects = page.locator('select');
  await selects.nth(0).selectOption(year); await selects.nth(1).selectOption('05'); await selects.nth(2).selectOption('06');
  await page.locator('button[type=submit]').first().click();
};
await look('age', undefined, both('/register'));
await look('age-empty', undefined, both('/register'), async (page) => { await page.locator('button[type=submit]').first().click(); });
await look('age-child', undefined, both('/register'), (page) => born(page, '2016'));
await look('age-adult', undefined, both('/register'), (page) => born(page, '1990'));
await look('family-child', child, lay('family'));
await look('family-code', child, lay('family'), async (page) => { await page.locator('main button').first().click(); await page.waitForTimeout(800); });
const made = await invite(child);
const token = new URL(made.url).hash;
await look('guardian-visitor', undefined, both(`/guardian${token}`));
await look('guardian-type', guardian, both('/guardian'));
await look('guardian-question', guardian, both(`/guardian${token}`));
await look('guardian-norelation', guardian, both(`/guardian${token}`), async (page) => { await page.locator('button[type=submit]').last().click(); });
await look('guardian-prove', guardian, both(`/guardian${token}`), async (page) => { await page.locator('label').filter({ has: page.locator('input[type=radio]') }).first().click(); await page.locator('button[type=submit]').last().click(); await page.waitForTimeout(1200); });
await look('guardian-unfit', fresh, both(`/guardian${token}`));
await look('guardian-gone', guardian, both(`/guardian#nothing`));
await look('guardian-child', child, both(`/guardian${token}`));
await look('family-guardian', guardian, lay('family'));
await look('family-seen', guardian, lay('family'), async (page) => { await page.locator('main button').first().click(); await page.waitForTimeout(1000); });
await look('family-withdraw', guardian, lay('family'), async (page) => { await page.locator('main button').nth(1).click(); await page.waitForTimeout(600); });
await look('family-free', free, lay('family'));
await look('family-none', fresh, lay('family'));
await look('data', guardian, lay('data'));
await look('data-open', guardian, lay('data'), async (page) => { for (const s of await page.locator('summary').all()) await s.click(); });
await look('data-child', free, lay('data'));
await look('copy', guardian, lay('data-copy'));
await look('agreements', guardian, lay('data-agreements'));
await look('requests', guardian, lay('data-requests'));
await look('request', guardian, lay('data-requests'), async (page) => { await page.locator('main a[href*="data-requests/"]').first().click(); await page.waitForTimeout(1000); });
await look('request-new', guardian, lay('data-requests'), async (page) => { await page.locator('main button').first().click(); await page.waitForTimeout(800); });
await look('receipt-none', undefined, both('/receipt#nothing'));
await look('terms-none', guardian, both('/terms'));
await browser.close();
await app.close();
process.exit(0);
