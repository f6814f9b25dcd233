import { expect, test } from 'vitest';
import { closingLine, costLines, countFailure, countFlaky, countResult, countTime, secondsOf, type Counts } from './count.ts';

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
  countFlaky(counts, 'web', {
    name: 'a test',
    error: { message: 'not equal', diff: '- Expected\n+ Received\n\n    [\n-     1,\n+     2,\n    ]' },
  });
  expect(counts['web']).toEqual({ passed: 1, failed: 0, skipped: 0, flaky: ['a test: not equal | - 1, | + 2,'] });
});

test('counts a test that failed, and names it with the first line of its error', () => {
  const counts: Counts = {};
  countFailure(counts, 'web', { name: 'a test', error: { message: 'expected 1 to be 2\n  at line 3' } });
  expect(counts['web']).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ['a test: expected 1 to be 2'] });
});

test('sums the time of each suite, and names the longest parts and files', () => {
  const counts: Counts = {};
  countTime(counts, 'server', { file: 'src/server/capabilities/account/deletion/purge.test.ts', time: 4000 });
  countTime(counts, 'browser desktop-zh', { file: 'e2e/deletion.spec.ts', time: 2500 });
  countTime(counts, 'browser desktop-zh', { file: 'e2e/deletion.spec.ts', time: 2500 });
  countTime(counts, 'browser desktop-zh', { file: 'e2e/keyboard.spec.ts', time: 1000 });
  countTime(counts, 'tools', { file: 'tools/audit.test.ts', time: 400 });
  expect(Object.values(counts).map(secondsOf)).toEqual([4, 6, 0]);
  expect(costLines(counts, 2)).toEqual([
    'the longest parts: deletion 9 s, keyboard 1 s',
    'browser desktop-zh e2e/deletion.spec.ts 5 s',
    'server src/server/capabilities/account/deletion/purge.test.ts 4 s',
  ]);
});
