/**
 * Runs the tests and closes with `N passed, N failed`. The browser suite runs beside the others, whose workers wait for
 * databases and clocks; its lines follow theirs.
 *   npm test                              everything
 *   npm test -- server web                these suites: contract, server, server-postgres, web, screens, tools, browser
 *   npm test -- server src/server/core    further arguments go to the runner (Vitest, or Playwright for `browser`)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

// A run of everything has the judges of the day, and of another day by its seed (src/contract/fixtures/short-form.ts).
const isEverything = chosen.length === 0 && rest.length === 0;
if (isEverything) process.env['JUDGE_SEED'] ??= String(Math.floor(Date.now() / 86_400_000));

const folder = mkdtempSync(join(tmpdir(), 'test-counts-'));
const counts: Counts = {};
let broken = false;

try {
  const projects = vitestSuites.filter(wanted);
  const forBrowserOnly = chosen.length === 0 && rest.some((word) => word.startsWith('e2e/'));
  const forVitestOnly = chosen.length === 0 && rest.some((word) => /^(?:src|tools|lab)\//.test(word));
  const runs: Promise<string>[] = [];
  const hasNode = projects.length > 0 && !forBrowserOnly;
  const hasBrowser = wanted('browser') && !forVitestOnly;
  if (hasNode) {
    const selection = projects.flatMap((project) => ['--project', project]);
    const reporters = ['--reporter=default', '--reporter=./tools/test/vitest-counts.ts'];
    runs.push(runSuite('vitest/vitest.mjs', ['run', ...reporters, ...selection, ...rest]));
  }
  if (hasBrowser) {
    // Two beside the others: more workers on two cores only take each other's caches.
    const workers = hasNode ? ['--workers=2'] : [];
    const options = ['test', '--reporter=list,./tools/test/playwright-counts.ts', ...workers, ...rest];
    if (await findChromium()) runs.push(runSuite('@playwright/test/cli.js', options, { later: hasNode }));
    else noBrowser();
  }
  for (const output of await Promise.all(runs)) process.stdout.write(output);
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
if (isEverything && process.env['JUDGES'] !== 'whole') console.log(`long judges in short: JUDGE_SEED=${process.env['JUDGE_SEED']}`);
console.log(`\n${closingLine(counts)}`);
process.exitCode = broken || Object.values(counts).some(({ failed }) => failed > 0) ? 1 : 0;

/**
 * Runs one of the runners, and reads its counts from the file that its reporter wrote. Its output is live, or, if it is
 * for later, the answer.
 */
async function runSuite(script: string, args: readonly string[], { later = false } = {}): Promise<string> {
  const runner = script.split('/')[0] ?? script;
  const file = join(folder, `${runner.replace('@', '')}.json`);
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', later ? 'pipe' : 'inherit', later ? 'pipe' : 'inherit'],
    env: { ...process.env, TEST_COUNTS: file },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [status] = (await once(child, 'close')) as [number | null];
  const own = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Counts;
  // A runner that fails without a failed test (broken configuration, interrupted run) counts as one failure.
  const failures = Object.values(own).reduce((sum, { failed }) => sum + failed, 0);
  if (status !== 0 && failures === 0) own[runner] = { passed: 0, failed: 1, skipped: 0 };
  Object.assign(counts, own);
  if (status !== 0) broken = true;
  return output;
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
