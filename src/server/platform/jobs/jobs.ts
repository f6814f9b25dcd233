import type { Log } from '#server/platform/log.ts';

/** Work that every server does in the background, from time to time. What several servers may do once only, they lease row by row. */
export interface Job {
  /** Between the beginnings of two runs. */
  readonly everyMs: number;
  /** Before the first run, where that is not `everyMs`. */
  readonly firstAfterMs?: number;
  /** What the log says of a run that fails. */
  readonly failure: string;
  /** Does what is due now. */
  run(): Promise<unknown>;
}

export interface RunningJob {
  /** Does what is due now, or joins the run under way. A failure is logged, and made up for by the next run: this never rejects. */
  run(): Promise<void>;
  /** Starts no further run, and resolves when the one under way has finished. */
  close(): Promise<void>;
}

/** Starts a job: one run at a time, and none keeps the process alive. */
export function startJob(job: Job, log: Pick<Log, 'error'>): RunningJob {
  let running: Promise<void> | undefined;
  let interval: NodeJS.Timeout | undefined;

  async function work(): Promise<void> {
    try {
      await job.run();
    } catch (error) {
      log.error({ err: error }, job.failure);
    } finally {
      running = undefined;
    }
  }

  function run(): Promise<void> {
    running ??= work();
    return running;
  }

  function repeat(): void {
    interval = setInterval(() => void run(), job.everyMs).unref();
  }

  function begin(): void {
    repeat();
    void run();
  }

  const first = job.firstAfterMs === undefined ? undefined : setTimeout(begin, job.firstAfterMs).unref();
  if (first === undefined) repeat();
  return {
    run,
    async close() {
      clearTimeout(first);
      clearInterval(interval);
      await running;
    },
  };
}

/** All jobs of a process. */
export interface Jobs {
  /** Starts a job, or gives the one that runs. */
  start(job: Job): RunningJob;
  /** Closes them in the order in which they were started. */
  close(): Promise<void>;
}

export function createJobs(log: Pick<Log, 'error'>): Jobs {
  const started = new Map<Job, RunningJob>();
  return {
    start(job) {
      const running = started.get(job) ?? startJob(job, log);
      started.set(job, running);
      return running;
    },
    async close() {
      for (const each of started.values()) await each.close();
    },
  };
}
