/**
 * `npm run screenshots`: the pictures of README.md and README.zh.md in docs/screenshots, taken from a fresh demo in
 * Chromium. Pictures that are no longer taken are removed.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import { expectOk } from '#server/testing/server/http-client.ts';
import { findChromium } from './chromium.mjs';
import { demoBrowser } from './demo/demo-browser.ts';
import { demoPeople, type DemoPerson } from './demo/demo-people.ts';
import { startDemo } from './demo/demo-process.ts';

type Layout = 'desktop' | 'phone';

interface Picture {
  readonly view: View;
  readonly layout: Layout;
  readonly theme: 'light' | 'dark';
}

interface View {
  readonly name: string;
  readonly isSignedIn: boolean;
  readonly paths: Readonly<Record<Layout, string>>;
}

const samePath = (path: string) => ({ desktop: path, phone: path });

/** An app's request, which the account center answers with the consent page. The challenge is that of RFC 7636. */
const request = new URLSearchParams({
  client_id: 'cedar-demo',
  redirect_uri: 'http://127.0.0.1:8765/callback',
  response_type: 'code',
  scope: 'openid profile email',
  prompt: 'consent',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'state',
});

const signIn: View = { name: 'sign-in', isSignedIn: false, paths: samePath('/login') };
const home: View = { name: 'account-home', isSignedIn: true, paths: { desktop: '/pc-account-home', phone: '/mobile-account-home' } };
const security: View = { name: 'security', isSignedIn: true, paths: samePath('/pc-security') };
const consent: View = { name: 'consent', isSignedIn: true, paths: samePath(`/oidc/auth?${request.toString()}`) };

const pictures: readonly Picture[] = [
  ...[signIn, home, security, consent].map((view) => ({ view, layout: 'desktop', theme: 'light' }) as const),
  { view: home, layout: 'phone', theme: 'dark' },
];

const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const;

const folder = join(import.meta.dirname, '../docs/screenshots');
const scratch = mkdtempSync(join(tmpdir(), 'cedar-id-pictures-'));
const demo = await startDemo({ folder: join(scratch, 'demo') });
try {
  if (!demo.output().includes('is ready')) throw new Error(demo.output());
  const browser = await openBrowser();
  const taken: string[] = [];
  for (const person of demoPeople) taken.push(...(await portray(browser, person)));
  await browser.close();
  for (const file of readdirSync(folder)) if (!taken.includes(file)) rmSync(join(folder, file));
  console.log(`${taken.length} pictures in docs/screenshots.`);
} finally {
  await demo.stop();
  rmSync(scratch, { recursive: true });
}

/** All pictures in the language of a person, who is signed in once. Returns the file names. */
async function portray(browser: Browser, person: DemoPerson): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const cookies = await sessionOf(person);
  const files: string[] = [];
  for (const { view, layout, theme } of pictures) {
    const context = await browser.newContext({
      ...screens[layout],
      locale: person.language,
      colorScheme: theme,
      timezoneId: morningZone(),
      baseURL: demo.origin,
      extraHTTPHeaders: { 'x-forwarded-for': person.laptop.clientIp },
    });
    if (view.isSignedIn) await context.addCookies(cookies);
    const file = [person.language.slice(0, 2), view.name, ...(layout === 'phone' ? [layout] : []), ...(theme === 'dark' ? [theme] : [])];
    files.push(`${file.join('-')}.png`);
    await writePicture(join(folder, `${file.join('-')}.png`), await take(context, view.paths[layout]));
    await context.close();
  }
  return files;
}

/** A time zone in which it is about ten in the morning, so that the greeting is the same in every run. */
function morningZone(): string {
  const ahead = ((10 - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

async function take(context: BrowserContext, path: string): Promise<Buffer> {
  const page = await context.newPage();
  const answer = await page.goto(path);
  if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}`);
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  // Late answers change the page: it is finished when it stands still for a second.
  let before: Buffer | undefined;
  for (let tries = 0; tries < 20; tries += 1) {
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (before?.equals(picture)) return picture;
    before = picture;
    await delay(1000);
  }
  throw new Error(`${path} does not stand still`);
}

/** With a palette: a third of the size, and the difference cannot be seen. */
async function writePicture(file: string, picture: Buffer): Promise<void> {
  writeFileSync(file, await sharp(picture).png({ palette: true, quality: 95, effort: 10 }).toBuffer());
}

/** The cookies of a browser that the person has not used before. */
async function sessionOf(person: DemoPerson) {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';
  const client = demoBrowser(demo.origin, person, { ...person.laptop, userAgent });
  expectOk(await client.signIn(person));
  return [...client.cookies].map(([name, value]) => ({ name, value, url: demo.origin }));
}

/** A browser whose interface font for Latin is Inter, where the machine has it. */
async function openBrowser(): Promise<Browser> {
  const fonts = join(scratch, 'fonts.conf');
  const aliases = ['system-ui', 'sans-serif'].map(
    (family) => `<alias binding="strong"><family>${family}</family><prefer><family>Inter</family></prefer></alias>`,
  );
  const include = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${include}${aliases.join('')}</fontconfig>`,
  );
  const executablePath = await findChromium();
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox'],
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  });
}
