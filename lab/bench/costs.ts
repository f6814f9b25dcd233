import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { cpuMilliseconds } from './process.ts';
import { median, percentile } from './report.ts';

/** The thread that answers, and the threads that compute for it. The others collect garbage, compile, or copy the database log. */
const answering = ['node-MainThread', 'libuv-worker'] as const;

/** Costs of each call, in milliseconds. */
export interface Costs {
  /** From the request to the answer. */
  readonly latencies: readonly number[];
  /** Processor time; work after an answer counts for the next call. */
  readonly cpu: readonly { readonly answering: number; readonly all: number }[];
}

/** The costs of calls that are sent one after the other. */
export async function costsOf(server: ServerProcess, sends: readonly (() => Promise<void>)[]): Promise<Costs> {
  const latencies: number[] = [];
  const cpu: Costs['cpu'][number][] = [];
  let used = cpuNow(server.pid);
  for (const send of sends) {
    const started = performance.now();
    await send();
    latencies.push(performance.now() - started);
    const now = cpuNow(server.pid);
    cpu.push({ answering: now.answering - used.answering, all: now.all - used.all });
    used = now;
  }
  return { latencies, cpu };
}

/** Processor milliseconds that this share of the calls did not exceed: the median of the rounds. */
export function answeringMs(rounds: readonly Costs[], share: number, of: keyof Costs['cpu'][number] = 'answering'): number {
  return median(
    rounds.map(({ cpu }) =>
      percentile(
        cpu.map((cost) => cost[of]),
        share,
      ),
    ),
  );
}

function cpuNow(pid: number): Costs['cpu'][number] {
  const used = cpuMilliseconds(pid);
  return { answering: sum(answering.map((name) => used.get(name) ?? 0)), all: sum([...used.values()]) };
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
