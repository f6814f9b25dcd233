import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/test/longest-first.ts';
import { testsInTurns, testsOfOneRun, testsOfOtherDay } from './tools/without-database.ts';

const otherDay = testsOfOtherDay(import.meta.dirname, process.env);

/**
 * The suites that run in Node.js; the browser tests are Playwright's (playwright.config.ts). Test files keep no state
 * in modules, so one worker runs many files without reloading the modules (`isolate: false`), which is most of the time
 * of a short test.
 */
const common = {
  environment: 'node',
  pool: 'forks' as const,
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  exclude: ['**/node_modules/**', ...otherDay],
};

const server = { ...common, include: ['src/server/**/*.test.ts'] };
const postgresAlone = 'src/server/**/*.postgres.test.ts';

export default defineConfig({
  test: {
    // For two cores: a worker that waits for PostgreSQL, for a program or for a clock leaves its core to another.
    maxWorkers: 4,
    // As in playwright.config.ts.
    retry: process.env['CI'] === 'true' ? 2 : 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...common, name: 'contract', include: ['src/contract/**/*.test.ts', 'src/messages/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server',
          env: { TEST_DATABASE: 'sqlite' },
          exclude: [...common.exclude, postgresAlone, ...testsInTurns(import.meta.dirname, 'sqlite', process.env)],
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          env: { TEST_DATABASE: 'postgres' },
          // `server` shows what they show today.
          exclude: [
            ...common.exclude,
            ...testsOfOneRun(import.meta.dirname),
            ...testsInTurns(import.meta.dirname, 'postgres', process.env),
          ],
          globalSetup: ['src/server/testing/server/postgres-global-setup.ts'],
        },
      },
      { test: { ...common, name: 'web', include: ['src/web/**/*.test.ts'] } },
      { test: { ...common, name: 'screens', environment: 'happy-dom', include: ['src/web/**/*.test.tsx'] } },
      { test: { ...common, name: 'tools', include: ['tools/**/*.test.ts', 'lab/**/*.test.ts'] } },
    ],
  },
});
