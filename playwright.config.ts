import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.mjs';
import type { LanguageOption } from './e2e/support/fixtures.ts';

const executablePath = await findChromium();

const desktop = { viewport: { width: 1440, height: 900 } } as const;
const mobile = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } as const;
const zh = { locale: 'zh-CN', lang: 'zh' } as const;
const en = { locale: 'en-US', lang: 'en' } as const;

/** There is no graphics card to use; its emulation took a tenth of the processor time. */
const withoutGraphics = ['--disable-gpu', '--disable-gpu-compositing', '--disable-software-rasterizer'];

/** In a run of everything each day has its half of the tests in turns; the whole form and any other run have all of them. */
const { JUDGE_SEED: seed, JUDGES: form } = process.env;
const today = seed === undefined || form === 'whole' ? 'any' : Number(seed) % 2 === 0 ? 'even' : 'odd';

/** The tags of the tests in turns that a project leaves out today. */
const turns = {
  any: [/@phone/, /^(?!.*(?:@phone|@both-layouts))/],
  even: [/@phone|@odd-days/, /^(?!.*@phone)|@odd-days/],
  odd: [/@phone|@both-layouts|@even-days/, /^(?!.*(?:@phone|@both-layouts))|@even-days/],
} as const;
const [notOnDesktop, notOnPhone] = turns[today];

/**
 * Two projects: each layout once, each language once. A test names the project that runs it (e2e/support/projects.ts).
 * The server is the real one, started by the global set-up on a free port with an empty database.
 */
const config: PlaywrightTestConfig<LanguageOption> = {
  testDir: 'e2e',
  globalSetup: './e2e/support/server.ts',
  fullyParallel: true,
  forbidOnly: process.env['CI'] === 'true',
  // Retried only in CI, where a failure would block everyone; npm test names each retried test, because it is a bug.
  retries: process.env['CI'] === 'true' ? 2 : 0,
  // For two cores; fewer beside the other suites (tools/test.ts).
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
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', ...withoutGraphics] },
  },
  projects: [
    { name: 'desktop-zh', use: { ...desktop, ...zh }, grepInvert: notOnDesktop },
    { name: 'mobile-en', use: { ...mobile, ...en }, grepInvert: notOnPhone },
  ],
};

export default defineConfig(config);
