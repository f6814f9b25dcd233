import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.mjs';
import type { LanguageOption } from './e2e/support/fixtures.ts';

const executablePath = await findChromium();

const desktop = { viewport: { width: 1440, height: 900 } } as const;
const mobile = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } as const;
const zh = { locale: 'zh-CN', lang: 'zh' } as const;
const en = { locale: 'en-US', lang: 'en' } as const;

/**
 * Results that depend on both layout and language: whether texts fit, are read out and can be changed. Two projects
 * cover the rest.
 */
const combinations = /\/(accessibility|language|passkeys)\.spec\.ts$/;

/** What other tests see in Chinese. */
const englishOnly = /\/visitor-pages\.spec\.ts$/;

/**
 * Tests that set their own screen size or scrollbars, the work of server and worker beside the page, what a frame of one
 * layout alone weighs, and what the next person's tests show in each layout: run in one project only.
 */
const onceAltogether =
  /\/(browser-app|data|developer-weight|mail-to-freeze|offline|same-person|tablet|captcha-work|scrollbars|every-page|old-browser)\.spec\.ts$/;

/**
 * Four projects, Chinese first. Two run every test, so that each layout and each language is seen once. The other two
 * complete the combinations. The server is the real one, started by the global set-up on a free port with an empty
 * database.
 */
const config: PlaywrightTestConfig<LanguageOption> = {
  testDir: 'e2e',
  globalSetup: './e2e/support/server.ts',
  fullyParallel: true,
  forbidOnly: process.env['CI'] === 'true',
  // Retried only in CI, where a failure would block everyone; npm test names each retried test, because it is a bug.
  retries: process.env['CI'] === 'true' ? 2 : 0,
  // For two cores: pages wait more than they compute, so that fewer workers leave the cores idle.
  workers: 4,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    // A trace adds a tenth to the time of every test.
    trace: { mode: process.env['CI'] === 'true' ? 'on-first-retry' : 'retain-on-failure', screenshots: false, sources: false },
    timezoneId: 'Asia/Shanghai',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'desktop-zh', use: { ...desktop, ...zh }, testIgnore: englishOnly },
    { name: 'desktop-en', use: { ...desktop, ...en }, testMatch: [combinations, englishOnly] },
    { name: 'mobile-zh', use: { ...mobile, ...zh }, testMatch: combinations },
    { name: 'mobile-en', use: { ...mobile, ...en }, testIgnore: onceAltogether },
  ],
};

export default defineConfig(config);
