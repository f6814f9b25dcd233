import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** The tests that `npm run interop` chooses from: with software of others, once. `npm test` runs only what npm brings. */
export default defineConfig({
  ...config,
  retries: 0,
  projects: (config.projects ?? [])
    .filter(({ name }) => name === 'desktop-en')
    .map((project) => ({ ...project, testMatch: ['*.interop.ts', 'browser-app.spec.ts'] })),
});
