import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { countFailure, countFlaky, countResult, countTime, type Counts } from './count.ts';

/**
 * A Vitest reporter that writes the results of each project to the file named by TEST_COUNTS. A file that does not load
 * and an error outside of any test each count as one failure.
 */
export default class VitestCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts: Counts = {};
    for (const module of modules) {
      const suite = module.project.name;
      const { collectDuration, duration } = module.diagnostic();
      countTime(counts, suite, { file: relative(process.cwd(), module.moduleId), time: collectDuration + duration });
      const [unloaded] = module.errors();
      if (unloaded) countFailure(counts, suite, { name: relative(process.cwd(), module.moduleId), error: unloaded });
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (test.diagnostic()?.flaky === true) countFlaky(counts, suite, { name: test.fullName, error: errors?.[0] });
        else if (state === 'failed') {
          countFailure(counts, suite, {
            name: `${relative(process.cwd(), module.moduleId)} ${test.fullName}`,
            error: errors?.at(-1),
          });
        } else countResult(counts, suite, state === 'pending' ? 'skipped' : state);
      }
    }
    for (const _ of unhandledErrors) countResult(counts, 'errors outside of tests', 'failed');
    const file = process.env['TEST_COUNTS'];
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}
