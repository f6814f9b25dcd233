import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';
import { countFailure, countFlaky, countResult, countTime, type Counts } from './count.ts';

/**
 * A Playwright reporter that writes the results of each project to the file named by TEST_COUNTS. Errors outside of
 * tests count as failures.
 */
export default class PlaywrightCounts implements Reporter {
  #root: Suite | undefined;
  #errors = 0;

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root;
  }

  onError(_error: TestError): void {
    this.#errors += 1;
  }

  onEnd(_result: FullResult): void {
    const counts: Counts = {};
    for (const test of this.#root?.allTests() ?? []) {
      const suite = `browser ${test.parent.project()?.name ?? ''}`;
      const time = test.results.reduce((sum, { duration }) => sum + duration, 0);
      countTime(counts, suite, { file: relative(process.cwd(), test.location.file), time });
      const name = test.titlePath().slice(2).join(' › ');
      const outcome = test.outcome();
      // A test that never started because the run ended early has no result; it must not count as skipped.
      if (outcome === 'skipped') countResult(counts, suite, test.results.length === 0 ? 'failed' : 'skipped');
      else if (outcome === 'flaky') countFlaky(counts, suite, { name, error: test.results[0]?.error });
      else if (outcome === 'unexpected') countFailure(counts, suite, { name, error: test.results.at(-1)?.error });
      else countResult(counts, suite, 'passed');
    }
    for (let n = 0; n < this.#errors; n += 1) countResult(counts, 'browser errors outside of tests', 'failed');
    const file = process.env['TEST_COUNTS'];
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}
