import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** The tests that `npm run interop` chooses from: with software of others, once. `npm test` runs only what npm brings. */
export default defineConfig({
  ...config,
  retries: 0,
  projects: (config.projects ?? [])
    .filter(({ name }) => name === 'desktop-zh')
    // Other software is set up in English.
    .map(({ use }) => ({
      name: 'interop',
      testMatch: ['*.interop.ts', 'browser-app.spec.ts'],
      use: { ...use, locale: 'en-US', lang: 'en' },
    })),
});
