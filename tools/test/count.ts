import { stripVTControlCharacters } from 'node:util';

/** The results of a suite. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** The tests that passed only on a retry, with their first error: they count as passed, and are bugs. */
  flaky?: string[];
  /** The tests that failed at each try, with the last error. */
  failures?: string[];
  /** How long the tests of each file ran, in milliseconds: the sum over tests that ran beside each other. */
  files?: Record<string, number>;
}

export type Counts = Record<string, Count>;

type Result = 'passed' | 'failed' | 'skipped';

/** Adds one result to a suite's count. */
export function countResult(counts: Counts, suite: string, result: Result): void {
  const count = (counts[suite] ??= { passed: 0, failed: 0, skipped: 0 });
  count[result] += 1;
}

/** A test that did not pass at once. The difference is between an expected and an actual value, a line each. */
interface Fault {
  readonly name: string;
  readonly error?: { readonly message?: string | undefined; readonly diff?: string | undefined } | undefined;
}

/** Counts a test that failed at each try. */
export function countFailure(counts: Counts, suite: string, fault: Fault): void {
  countResult(counts, suite, 'failed');
  const count = counts[suite];
  if (count) count.failures = [...(count.failures ?? []), lineOf(fault)];
}

/** Counts a test that passed on a retry. */
export function countFlaky(counts: Counts, suite: string, fault: Fault): void {
  countResult(counts, suite, 'passed');
  const count = counts[suite];
  if (count) count.flaky = [...(count.flaky ?? []), lineOf(fault)];
}

/** The name, the first line of the message, and the first lines that differ. */
function lineOf({ name, error: { message = '', diff = '' } = {} }: Fault): string {
  const plain = (text: string) => stripVTControlCharacters(text).trim().split('\n');
  const changed = plain(diff).filter((line) => /^\s*[+-] {2}/.test(line));
  const [said = ''] = plain(message);
  return [`${name}: ${said}`, ...changed.slice(0, 6).map((line) => line.trim().replace(/ +/g, ' '))].join(' | ');
}

/** Adds the time of a test, or of a file of tests (milliseconds). */
export function countTime(counts: Counts, suite: string, { file, time }: { readonly file: string; readonly time: number }): void {
  const files = ((counts[suite] ??= { passed: 0, failed: 0, skipped: 0 }).files ??= {});
  files[file] = (files[file] ?? 0) + time;
}

/** Seconds of a suite's tests, one after the other. */
export function secondsOf({ files = {} }: Count): number {
  return Math.round(Object.values(files).reduce((sum, time) => sum + time, 0) / 1000);
}

/**
 * The costs that a reader of CI's output looks for: the longest files, and the parts of the product whose tests take
 * longest. A part has the same name in every tree.
 */
export function costLines(counts: Counts, most: number): readonly string[] {
  const times = Object.entries(counts).flatMap(([suite, { files = {} }]) =>
    Object.entries(files).map(([file, time]) => ({ place: `${suite} ${file}`, part: partOf(file), time })),
  );
  return [
    `the longest parts: ${longest(times.map(({ part, time }) => [part, time]))
      .slice(0, most)
      .join(', ')}`,
    ...longest(times.map(({ place, time }) => [place, time])).slice(0, most),
  ];
}

/** `deletion` of `src/server/capabilities/account/deletion/purge-accounts.test.ts` and of `e2e/deletion.spec.ts`; else the folder. */
function partOf(file: string): string {
  const named = /\/(?:(?:capabilities|features|core)\/[\w-]+|platform|widgets)\/([\w-]+)\//.exec(file) ?? /^e2e\/([\w-]+)\./.exec(file);
  return named?.[1] ?? file.split('/').slice(0, -1).join('/');
}

function longest(times: readonly (readonly [name: string, time: number])[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const [name, time] of times) sums.set(name, (sums.get(name) ?? 0) + time);
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([name, time]) => `${name} ${Math.round(time / 1000)} s`);
}

/** The closing line, read by people and machines. */
export function closingLine(counts: Counts): string {
  const sum = (result: Result): number => Object.values(counts).reduce((total, count) => total + count[result], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
