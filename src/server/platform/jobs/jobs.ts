import type { Log } from '#server/platform/observation/log.ts';

/** Why a removal waits, as a sentence; undefined when it may continue. */
export type Doubt = () => Promise<string | undefined>;

type Because = `because ${string} ${string}`;

/** Outcome for the rows and files of an account whose data an authority wants kept. */
type OfHeld = 'stay' | `go, ${Because}`;

/**
 * Things that a job removes for good, and the reason why that is safe. Rows of its own database are removed by their content;
 * files only while it is certain that they belong to this database (`belonging.ts`).
 */
export type Removes =
  | 'nothing'
  | { readonly rows: Because; readonly held: OfHeld }
  | { readonly files: Because; readonly doubt: Doubt; readonly held: OfHeld };

/** Periodic background work of every server. Work that only one server may do is leased row by row. */
export interface Job {
  /** Between the starts of two runs. */
  readonly everyMs: number;
  /** Before the first run, if different from `everyMs`. */
  readonly firstAfterMs?: number;
  /** The log message for a failed run. */
  readonly failure: string;
  readonly removes: Removes;
  /** Does the work that is due. */
  run(): Promise<unknown>;
}

export interface RunningJob {
  /**
   * Does the work that is due, or joins the run in progress. Never rejects: a failure is logged, and the next run
   * retries.
   */
  run(): Promise<void>;
  /** Starts no further run, and resolves when the one in progress has finished. */
  close(): Promise<void>;
}

/** Starts a job: one run at a time. Jobs do not keep the process alive. */
export function startJob(job: Job, log: Pick<Log, 'error'>): RunningJob {
  let running: Promise<void> | undefined;
  let interval: NodeJS.Timeout | undefined;
  let told: string | undefined;

  /** Runs without a doubt. Tells each doubt once. */
  async function runIfSure({ doubt: doubtOf }: { readonly doubt: Doubt }): Promise<void> {
    const doubt = await doubtOf();
    if (doubt !== undefined && doubt !== told) log.error({ doubt }, job.failure);
    told = doubt;
    if (doubt === undefined) await job.run();
  }

  async function work(): Promise<void> {
    try {
      await (typeof job.removes === 'object' && 'doubt' in job.removes ? runIfSure(job.removes) : job.run());
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
  /** Starts a job, or returns the running one. */
  start(job: Job): RunningJob;
  /** In the order of their starts. */
  all(): readonly RunningJob[];
  /** Closes them in the order of their starts. */
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
    all: () => [...started.values()],
    async close() {
      for (const each of started.values()) await each.close();
    },
  };
}
