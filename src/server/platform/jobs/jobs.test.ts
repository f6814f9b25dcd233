import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobs, startJob } from './jobs.ts';

const lines: unknown[][] = [];
const log = { error: (...line: unknown[]) => void lines.push(line) };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  lines.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function counting() {
  const job = {
    everyMs: 1000,
    removes: 'nothing' as const,
    failure: 'the count failed',
    runs: 0,
    run: () => Promise.resolve((job.runs += 1)),
  };
  return job;
}

describe('a job', () => {
  it('runs only at its interval', async () => {
    const job = counting();
    const running = startJob(job, log);
    await vi.advanceTimersByTimeAsync(3500);
    expect(job.runs).toBe(3);
    await running.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(job.runs).toBe(3);
  });

  it('runs first after its own initial delay', async () => {
    const job = { ...counting(), firstAfterMs: 10 };
    let runs = 0;
    const running = startJob({ ...job, run: () => Promise.resolve((runs += 1)) }, log);
    await vi.advanceTimersByTimeAsync(10);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs).toBe(2);
    await running.close();
  });

  it('never runs when closed before its first run', async () => {
    const job = { ...counting(), firstAfterMs: 10 };
    await startJob(job, log).close();
    await vi.advanceTimersByTimeAsync(2000);
    expect(job.runs).toBe(0);
  });

  it('has one run at a time, which other callers join', async () => {
    const end = Promise.withResolvers<void>();
    let begun = 0;
    const run = async () => {
      begun += 1;
      await end.promise;
    };
    const running = startJob({ everyMs: 1000, removes: 'nothing' as const, failure: '', run }, log);
    const joined = [running.run(), running.run()];
    await vi.advanceTimersByTimeAsync(3000);
    expect(begun).toBe(1);
    end.resolve();
    await Promise.all(joined);
    void running.run();
    expect(begun).toBe(2);
    await running.close();
  });

  it('that removes files runs without a doubt, and tells each doubt once', async () => {
    const doubts = ['no mark', 'no mark', undefined, 'no mark'];
    const job = {
      ...counting(),
      removes: { files: 'because their rows are gone', held: 'stay', doubt: async () => doubts.shift() } as const,
    };
    let runs = 0;
    const running = startJob({ ...job, run: () => Promise.resolve((runs += 1)) }, log);
    for (let count = 0; count < 4; count += 1) await running.run();
    expect([runs, lines]).toEqual([1, [1, 2].map(() => [{ doubt: 'no mark' }, 'the count failed'])]);
    await running.close();
  });

  it('logs a failure, and runs again', async () => {
    const error = new Error('no disk');
    const running = startJob(
      { everyMs: 1000, removes: 'nothing' as const, failure: 'the count failed', run: () => Promise.reject(error) },
      log,
    );
    await running.run();
    await vi.advanceTimersByTimeAsync(1000);
    expect(lines).toEqual([
      [{ err: error }, 'the count failed'],
      [{ err: error }, 'the count failed'],
    ]);
    await running.close();
  });
});

describe('the jobs of a process', () => {
  it('end together, when the runs in progress have finished', async () => {
    const jobs = createJobs(log);
    const end = Promise.withResolvers<void>();
    const other = counting();
    void jobs.start({ everyMs: 1000, removes: 'nothing' as const, failure: '', run: () => end.promise }).run();
    jobs.start(other);
    let isClosed = false;
    const closing = jobs.close().then(() => (isClosed = true));
    await Promise.resolve();
    expect(isClosed).toBe(false);
    end.resolve();
    await closing;
    await vi.advanceTimersByTimeAsync(5000);
    expect(other.runs).toBe(0);
  });
});
