/**
 * `node tools/desk-pictures.ts <folder> [--origin <address>] [--only <part of a name>]`: every page of the desk, of a
 * running demo or of a fresh one, in both languages, both themes and three widths, for looking at. Each role signs in as
 * its member does, with the code of an authenticator app.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { findChromium } from './chromium.mjs';
import { lockedPhone } from './demo/demo-desk.ts';
import { startDemo } from './demo/demo-process.ts';
import { demoStaff, fromBase32, office, readStaffKeys, type DemoMember } from './demo/demo-staff.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** A demo that runs, and its folder. */
    origin: { type: 'string' },
    demo: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    roles: { type: 'string', default: '' },
    langs: { type: 'string', default: 'zh_CN,en_US' },
    looks: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '1440,820,390' },
  },
});
const folder = resolve(positionals[0] ?? 'desk-pictures');
mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'cedar-id-desk-'));
const own = values.origin === undefined ? await startDemo({ folder: join(scratch, 'demo') }) : undefined;
const origin = values.origin ?? own?.origin ?? '';
const keys = readStaffKeys(values.demo === '' ? join(scratch, 'demo') : values.demo);

/** The pages of a role, by the name of the picture, and what is done there first. */
interface View {
  readonly path: string;
  readonly before?: (page: Page) => Promise<void>;
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);

const views: Readonly<Record<string, View>> = {
  overview: { path: '/desk/overview' },
  find: { path: '/desk/find' },
  'find-filled': { path: '/desk/find', before: (page) => page.keyboard.type('138 0013 8000') },
  approvals: { path: '/desk/approvals' },
  exceptions: { path: '/desk/exceptions' },
  publications: { path: '/desk/publications' },
  draft: { path: '/desk/publications', before: (page) => page.locator('tbody a').first().click() },
  reviews: { path: '/desk/queues/reviews' },
  'reviews-open': { path: '/desk/queues/reviews', before: press('j') },
  requests: { path: '/desk/queues/requests', before: press('j') },
  undelivered: { path: '/desk/queues/undelivered', before: press('j') },
  apps: { path: '/desk/apps' },
  app: { path: '/desk/apps', before: (page) => page.locator('tbody a').first().click() },
  audit: { path: '/desk/audit' },
  'audit-rows': { path: '/desk/audit', before: (page) => page.locator('main form button[type=submit]').click() },
  staff: { path: '/desk/staff' },
  keys: { path: '/desk/overview', before: press('?') },
  palette: { path: '/desk/overview', before: press('Control+k') },
  unknown: { path: '/desk/elsewhere' },
  refused: { path: '/desk/refused/stranger' },
  person: { path: '/desk/find', before: (page) => openPerson(page, '13800138000') },
  locked: { path: '/desk/find', before: (page) => openPerson(page, lockedPhone) },
  'person-show': {
    path: '/desk/find',
    before: async (page) => {
      await openPerson(page, '13800138000');
      await rested(page);
      await page.keyboard.press('u');
    },
  },
  'person-freeze': {
    path: '/desk/find',
    before: async (page) => {
      await openPerson(page, '13800138000');
      await page.getByRole('button', { name: /^(冻结|Freeze)/ }).click();
    },
  },
};

async function openPerson(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.getByLabel(/^(工单号|Case number)$/).fill('CS-20251122-077');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/desk\/p\//);
}

const executablePath = await findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
try {
  for (const member of demoStaff.filter(({ name }) => name !== 'L2' && (values.roles === '' || values.roles.split(',').includes(name)))) {
    const context = await browser.newContext({
      baseURL: origin,
      timezoneId: 'Asia/Shanghai',
      viewport: { width: 1440, height: 900 },
      extraHTTPHeaders: { 'x-forwarded-for': office.clientIp },
    });
    await portray(context, member);
    await context.close();
  }
} finally {
  await browser.close();
  await own?.stop();
  rmSync(scratch, { recursive: true });
}

async function portray(context: BrowserContext, member: DemoMember): Promise<void> {
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && console.error(member.name, page.url(), message.text()));
  page.on('pageerror', (error) => console.error(member.name, page.url(), error.message));
  await signIn(page, member);
  for (const lang of values.langs.split(',')) {
    await context.addCookies([{ name: 'lang', value: lang, url: origin }]);
    for (const [name, { path, before }] of Object.entries(views)) {
      if (values.only !== '' && !values.only.split(',').includes(name)) continue;
      await page.setViewportSize({ width: 1440, height: 900 });
      // A review begins in the theme of its page.
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      try {
        await rested(page);
        await before?.(page);
        await rested(page);
      } catch {
        // Not every role has every page. A page that never rests is pictured as it is.
        const isBusy = (await page.locator('[aria-busy=true]').count()) > 0;
        console.log(`${member.name} ${isBusy ? 'waits for' : 'cannot do'} ${name}`);
        if (!isBusy) continue;
      }
      for (const width of values.widths.split(',')) {
        await page.setViewportSize({ width: Number(width), height: 900 });
        for (const colorScheme of ['light', 'dark'] as const) {
          if (!values.looks.includes(colorScheme)) continue;
          await page.emulateMedia({ colorScheme });
          const file = [member.role, name, width, lang.slice(0, 2), colorScheme].join('.');
          await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true, animations: 'disabled' });
        }
      }
    }
  }
}

/** Everything has arrived. */
async function rested(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await delay(250);
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

async function signIn(page: Page, { name, phone, password }: DemoMember): Promise<void> {
  page.setDefaultTimeout(10_000);
  await page.goto('/desk');
  await rested(page);
  await page.screenshot({ path: join(folder, `${name}.gate.png`) });
  await page.locator('main a').click();
  await page.waitForURL(/\/login/);
  await rested(page);
  await page.getByRole('combobox').fill(phone);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('input[type=password]').waitFor({ state: 'detached', timeout: 30_000 });
  await rested(page);
  await page.screenshot({ path: join(folder, `${name}.step.png`) });
  const other = page.getByRole('button', { name: /^(其他方式|使用其他方式|Use another method)$/ });
  if (await other.isVisible()) {
    await other.click();
    await page.getByRole('button', { name: /^(身份验证器|Authenticator)/ }).click();
  }
  const code = totpCode(fromBase32(keys[name] ?? ''), totpStep(Date.now()));
  await page.getByRole('main').getByRole('textbox').first().fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/desk\/(?!enter)/);
}
