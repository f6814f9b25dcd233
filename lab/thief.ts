/**
 * `npm run model -w lab -- --thief`: lives of an owner and of a thief who has one thing for thirty days, over HTTP, on
 * both databases (spec of ways, A to D). It goes on where an earlier run has ended, and adds up the steps:
 *   npm run model -w lab -- --thief                        50 lives of each kind on each database
 *   npm run model -w lab -- --thief 500 sqlite             500 lives on one of them: sqlite or postgres
 *   npm run model -w lab -- --thief 1 sqlite 1234          one life, from the seed that a failure has printed
 * `THIEF_STATE` names the file of the state (thief-state.json in the folder for temporary files); `GUARDS_OFF=<name>`
 * takes a guard out, and then the lives have to fail.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setup, teardown } from '#server/testing/postgres-global-setup.ts';
import { installSwitches, readGuardsOff, setGuardsOff } from '#server/testing/thief/guards-off.ts';

const kinds = 210;
const maxSteps = 60;
const livesPerServer = 50;

interface Done {
  readonly lives: number;
  readonly steps: number;
  readonly broken: readonly number[];
}

type State = Readonly<Record<string, Done>>;

const file = process.env['THIEF_STATE'] ?? join(tmpdir(), 'thief-state.json');

function readState(): State {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : {};
}

function writeState(state: State): void {
  writeFileSync(`${file}.new`, JSON.stringify(state, undefined, 2));
  renameSync(`${file}.new`, file);
}

/** Leads lives and prints how far they have come. @throws {Error} for wrong arguments */
export async function leadThieves([lives = String(50 * kinds), only, from]: readonly string[]): Promise<void> {
  const wanted = Number(lives);
  const engines = ['sqlite', 'postgres'].filter((engine) => engine === (only ?? engine));
  if (!Number.isInteger(wanted) || wanted < 1 || engines.length === 0) throw new Error('--thief [lives] [sqlite | postgres] [seed]');
  const off = readGuardsOff(process.env['GUARDS_OFF']);
  if (off.length > 0) {
    installSwitches();
    setGuardsOff(off);
    console.log(`without ${off.join(', ')}: a promise has to break`);
  }
  // Survival of a crash has its own tests: here the disk would only cost time.
  if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
  for (const engine of engines) {
    process.env['TEST_DATABASE'] = engine;
    if (engine === 'postgres') await setup();
    try {
      await lead(engine, { wanted, from: from === undefined ? undefined : Number(from), counts: off.length === 0 });
    } finally {
      if (engine === 'postgres') await teardown();
    }
  }
}

async function lead(
  engine: string,
  { wanted, from, counts }: { readonly wanted: number; readonly from: number | undefined; readonly counts: boolean },
): Promise<void> {
  const { leadLife, BrokenPromise } = await import('#server/testing/thief/lead-life.ts');
  const { openThiefRig } = await import('#server/testing/thief/rig.ts');
  const isCounted = counts && from === undefined;
  let done = (isCounted ? readState()[engine] : undefined) ?? { lives: 0, steps: 0, broken: [] };
  const first = from ?? done.lives;
  const started = performance.now();
  for (let life = 0; life < wanted; life += livesPerServer) {
    // A fresh database from time to time, so that earlier lives do not slow later ones.
    const rig = await openThiefRig();
    for (let seed = first + life; seed < first + Math.min(life + livesPerServer, wanted); seed += 1) {
      try {
        const steps = await leadLife(rig.app, { seed, maxSteps });
        done = { ...done, lives: done.lives + 1, steps: done.steps + steps };
      } catch (error) {
        if (!(error instanceof BrokenPromise)) throw new Error(`seed ${seed}`, { cause: error });
        console.error(`${engine}, seed ${seed}: ${error.message}\n`);
        process.exitCode = 1;
        done = { ...done, lives: done.lives + 1, broken: [...done.broken, seed] };
      }
    }
    await rig.close();
    if (isCounted) writeState({ ...readState(), [engine]: done });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${engine}: ${done.lives} lives in all, ${done.steps} steps, ${done.broken.length} broken, after ${seconds} s`);
  }
}
