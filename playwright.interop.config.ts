import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm run interop -w lab`: the tests with other makers' software, `e2e/*.interop.ts`, once. No part of `npm test`: they need what npm cannot install. */
export default defineConfig({
  ...config,
  // What is missing is said when the tests run and not when this file is read: others read it too.
  globalSetup: ['./e2e/support/needs-apache.ts', './e2e/support/server.ts'],
  retries: 0,
  projects: (config.projects ?? [])
    .filter(({ name }) => name === 'desktop-en')
    .map((project) => ({ ...project, testMatch: '*.interop.ts' })),
});
