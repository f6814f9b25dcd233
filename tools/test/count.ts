/** The results of a suite. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** The names of the tests that passed only on a retry: they count as passed, and are bugs. */
  flaky?: string[];
}

export type Counts = Record<string, Count>;

type Result = 'passed' | 'failed' | 'skipped';

/** Adds one result to a suite's count. */
export function countResult(counts: Counts, suite: string, result: Result): void {
  const count = (counts[suite] ??= { passed: 0, failed: 0, skipped: 0 });
  count[result] += 1;
}

/** Counts a test that passed on a retry. */
export function countFlaky(counts: Counts, suite: string, name: string): void {
  countResult(counts, suite, 'passed');
  const count = counts[suite];
  if (count) count.flaky = [...(count.flaky ?? []), name];
}

/** The closing line, read by people and machines. */
export function closingLine(counts: Counts): string {
  const sum = (result: Result): number => Object.values(counts).reduce((total, count) => total + count[result], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
