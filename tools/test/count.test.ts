import { expect, test } from 'vitest';
import { closingLine, countFlaky, countResult, type Counts } from './count.ts';

test('sums all suites in one line, and names skipped tests only if there are some', () => {
  const counts: Counts = {};
  countResult(counts, 'server', 'passed');
  countResult(counts, 'server', 'failed');
  countResult(counts, 'web', 'passed');
  expect(closingLine(counts)).toBe('2 passed, 1 failed');
  countResult(counts, 'web', 'skipped');
  expect(closingLine(counts)).toBe('2 passed, 1 failed, 1 skipped');
});

test('counts a test that passed on a retry, and names it', () => {
  const counts: Counts = {};
  countFlaky(counts, 'web', 'a test');
  expect(counts['web']).toEqual({ passed: 1, failed: 0, skipped: 0, flaky: ['a test'] });
});
