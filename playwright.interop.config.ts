import { defineConfig } from '@playwright/test';
import { missingApache } from './e2e/support/apache.ts';
import config from './playwright.config.ts';

/** `npm run interop`: the tests with other makers' software, `e2e/*.interop.ts`, once. No part of `npm test`: they need what npm cannot install. */
const missing = missingApache();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}

export default defineConfig({
  ...config,
  testMatch: '*.interop.ts',
  retries: 0,
  projects: (config.projects ?? []).filter(({ name }) => name === 'desktop-en'),
});
