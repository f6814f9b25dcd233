/**
 * Runs the tests and closes with `N passed, N failed`.
 *   npm test                              everything
 *   npm test -- server web                these suites: contract, server, server-postgres, web, screens, tools, browser
 *   npm test -- server src/server/core    further arguments go to the runner (Vitest, or Playwright for `browser`)
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';
import { closingLine, costLines, secondsOf, type Count, type Counts } from './test/count.ts';

const vitestSuites = ['contract', 'server', 'server-postgres', 'web', 'screens', 'tools'] as const;
const suites: readonly string[] = [...vitestSuites, 'browser'];
const root = fileURLToPath(new URL('../', import.meta.url));

const chosen = process.argv.slice(2).filter((word) => suites.includes(word));
const rest = process.argv.slice(2).filter((word) => !suites.includes(word));
const wanted = (suite: string): boolean => chosen.length === 0 || chosen.includes(suite);

const folder = mkdtempSync(join(tmpdir(), 'test-counts-'));
const counts: Counts = {};
let broken = false;

try {
  const projects = vitestSuites.filter(wanted);
  const forBrowserOnly = chosen.length === 0 && rest.some((word) => word.startsWith('e2e/'));
  const forVitestOnly = chosen.length === 0 && rest.some((word) => /^(?:src|tools|lab)\//.test(word));
  if (projects.length > 0 && !forBrowserOnly) {
    const selection = projects.flatMap((project) => ['--project', project]);
    runSuite('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=./tools/test/vitest-counts.ts', ...selection, ...rest]);
  }
  if (wanted('browser') && !forVitestOnly) {
    if (await findChromium()) runSuite('@playwright/test/cli.js', ['test', '--reporter=list,./tools/test/playwright-counts.ts', ...rest]);
    else noBrowser();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log();
for (const [suite, count] of Object.entries(counts)) console.log(`${suite.padEnd(24)} ${resultsOf(count)}`);
for (const [suite, { flaky = [], failures = [] }] of Object.entries(counts)) {
  for (const failure of failures) console.log(`FAILED: ${suite}: ${failure}`);
  for (const name of flaky) console.log(`FLAKY, passed at a later try: ${suite}: ${name}`);
}
for (const line of costLines(counts, 12)) console.log(line);
console.log(`\n${closingLine(counts)}`);
process.exitCode = broken || Object.values(counts).some(({ failed }) => failed > 0) ? 1 : 0;

/** Runs one of the runners with live output, and reads its counts from the file that its reporter wrote. */
function runSuite(script: string, args: readonly string[]): void {
  const file = join(folder, 'counts.json');
  rmSync(file, { force: true });
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TEST_COUNTS: file },
  });
  if (existsSync(file)) Object.assign(counts, JSON.parse(readFileSync(file, 'utf8')));
  if (status !== 0) broken = true;
  // A runner that fails without a failed test (broken configuration, interrupted run) counts as one failure.
  const failures = Object.values(counts).reduce((sum, { failed }) => sum + failed, 0);
  if (status !== 0 && failures === 0) counts[script.split('/')[0] ?? script] = { passed: 0, failed: 1, skipped: 0 };
}

function resultsOf(count: Count): string {
  const { passed, failed, skipped } = count;
  const results = `${passed} passed${failed > 0 ? `, ${failed} FAILED` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return `${results}, ${secondsOf(count)} s of tests`;
}

function noBrowser(): void {
  const notice = 'THE BROWSER TESTS DID NOT RUN: there is no Chromium (npm test looks for one; see docs/development.md).';
  console.error(`\n${'!'.repeat(notice.length)}\n${notice}\n${'!'.repeat(notice.length)}`);
  if (process.env['CI'] === 'true') counts['browser'] = { passed: 0, failed: 1, skipped: 0 };
}
