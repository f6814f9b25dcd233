/**
 * `npm run model -w lab -- --thief`: lives of an owner and of a thief who has one thing for thirty days, over HTTP, on
 * both databases (spec of ways, A to D). It continues where an earlier run has ended, and adds up the steps:
 *   npm run model -w lab -- --thief                        50 lives of each kind on each database
 *   npm run model -w lab -- --thief 500 sqlite             500 lives on one of them: sqlite or postgres
 *   npm run model -w lab -- --thief 1 sqlite 1234          one life, from the seed that a failure has printed
 * `THIEF_WORKERS` is the number of processes, one by default: a step is work of only the processor. `THIEF_STATE` names
 * the file of the state (thief-state.json in the folder for temporary files); without one a run continues from what earlier
 * ones have reached, which thief-totals.json keeps. `GUARDS_OFF=<name>` takes a guard out, and then the lives have to fail.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setup, teardown } from '#server/testing/server/postgres-global-setup.ts';
import { readGuardsOff } from '#server/testing/thief/guards-off.ts';
import type { Batch, BatchDone } from './thief-worker.ts';

const kinds = 210;
const maxSteps = 60;
/** Lives after which each act of the table was sent. */
const wholeRun = kinds;
/** Lives on one server: a fresh database from time to time, so that earlier lives do not slow later ones. */
const livesPerServer = 50;

interface Done {
  readonly lives: number;
  /** What the thief has tried. */
  readonly steps: number;
  /** Requests to the server, those of the owner too. */
  readonly calls: number;
  readonly broken: readonly number[];
}

type State = Readonly<Record<string, Done>>;

const file = process.env['THIEF_STATE'] ?? join(tmpdir(), 'thief-state.json');
const totals = join(import.meta.dirname, 'thief-totals.json');

function readState(): State {
  return JSON.parse(readFileSync(existsSync(file) ? file : totals, 'utf8')) as State;
}

function writeState(state: State): void {
  writeFileSync(`${file}.new`, JSON.stringify(state, undefined, 2));
  renameSync(`${file}.new`, file);
}

/** Leads lives and prints how far they have come. @throws {Error} for wrong arguments */
export async function leadThieves([lives = String(50 * kinds), only, from]: readonly string[]): Promise<void> {
  const wanted = Number(lives);
  const workers = Number(process.env['THIEF_WORKERS'] ?? '1');
  const engines = ['sqlite', 'postgres'].filter((engine) => engine === (only ?? engine));
  if (!(wanted >= 1) || !(workers >= 1) || engines.length === 0) throw new Error('--thief [lives] [sqlite | postgres] [seed]');
  const off = readGuardsOff(process.env['GUARDS_OFF']);
  if (off.length > 0) console.log(`without ${off.join(', ')}: a promise has to break`);
  // Survival of a crash has its own tests: here the disk would only cost time.
  if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
  for (const engine of engines) {
    process.env['TEST_DATABASE'] = engine;
    if (engine === 'postgres') await setup();
    try {
      await lead(engine, { wanted, workers, from: from === undefined ? undefined : Number(from), counts: off.length === 0 });
    } finally {
      if (engine === 'postgres') await teardown();
    }
  }
}

interface Order {
  readonly wanted: number;
  readonly workers: number;
  readonly from: number | undefined;
  readonly counts: boolean;
}

/** Hands batches to the workers, and counts them in the order of their seeds: a run that is cut off repeats the last ones. */
async function lead(engine: string, { wanted, workers, from, counts }: Order): Promise<void> {
  const isCounted = counts && from === undefined;
  let done: Done = { lives: 0, steps: 0, calls: 0, broken: [], ...(isCounted ? readState()[engine] : undefined) };
  const before = done.steps;
  const first = from ?? done.lives;
  const started = performance.now();
  const finished = new Map<number, BatchDone>();
  const sent = new Set<string>();
  let due: readonly string[] = [];
  let next = first;
  let counted = first;

  function count(batch: BatchDone): void {
    for (const { seed, message } of batch.broken) console.error(`${engine}, seed ${seed}: ${message}\n`);
    if (batch.broken.length > 0) process.exitCode = 1;
    finished.set(batch.first, batch);
    for (const act of batch.acts.sent) sent.add(act);
    due = batch.acts.due;
    for (let ready = finished.get(counted); ready !== undefined; ready = finished.get(counted)) {
      finished.delete(counted);
      counted += ready.count;
      const broken = [...done.broken, ...ready.broken.map(({ seed }) => seed)];
      done = { lives: done.lives + ready.count, steps: done.steps + ready.steps, calls: done.calls + ready.calls, broken };
    }
    if (isCounted) writeState({ ...readState(), [engine]: done });
    const seconds = (performance.now() - started) / 1000;
    const speed = `${Math.round((done.steps - before) / seconds)} steps a second`;
    console.log(
      `${engine}: ${done.lives} lives in all, ${done.steps} steps, ${done.calls} calls, ${done.broken.length} broken, ${speed}; ${sent.size} acts of the table`,
    );
  }

  async function work(): Promise<void> {
    const worker = fork(new URL('thief-worker.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const died = once(worker, 'exit').then(() => {
      throw new Error('a worker has died');
    });
    // A worker that has nothing left to do ends too.
    died.catch(() => undefined);
    while (next < first + wanted) {
      const batch: Batch = { first: next, count: Math.min(livesPerServer, first + wanted - next), maxSteps };
      next += batch.count;
      count(await Promise.race([answerOf(worker, batch), died]));
    }
    worker.disconnect();
  }

  await Promise.all(Array.from({ length: workers }, work));
  const missing = due.filter((act) => !sent.has(act));
  if (wanted < wholeRun || missing.length === 0) return;
  console.error(`${engine}: no life has sent ${missing.join(', ')}: give them something to act on, or a reason in further-acts.ts`);
  process.exitCode = 1;
}

async function answerOf(worker: ChildProcess, batch: Batch): Promise<BatchDone> {
  worker.send(batch);
  const [answer] = (await once(worker, 'message')) as [BatchDone];
  return answer;
}
