import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/**
 * `npm run interop`: the tests with third-party software, `e2e/*.interop.ts`, once. Not part of `npm test`: they
 * need software that npm cannot install.
 */
export default defineConfig({
  ...config,
  // Missing software is reported when the tests run, not when this file is read: other tools read it too.
  globalSetup: ['./e2e/support/needs-apache.ts', './e2e/support/server.ts'],
  retries: 0,
  projects: (config.projects ?? [])
    .filter(({ name }) => name === 'desktop-zh')
    // Other software is set up in English.
    .map(({ use }) => ({ name: 'interop', testMatch: '*.interop.ts', use: { ...use, locale: 'en-US', lang: 'en' } })),
});
