/** Leads batches of lives, for thief.ts. Guards are taken out before any source of the server is loaded. */
import { installSwitches, readGuardsOff, setGuardsOff } from '#server/testing/thief/guards-off.ts';

/** Lives by their seeds, on one server. */
export interface Batch {
  readonly first: number;
  readonly count: number;
  readonly maxSteps: number;
}

export interface BatchDone {
  readonly first: number;
  readonly count: number;
  readonly steps: number;
  readonly calls: number;
  readonly broken: readonly { readonly seed: number; readonly message: string }[];
  /** Acts of the table that this worker has sent so far, and acts that a whole run has to send. */
  readonly acts: { readonly sent: readonly string[]; readonly due: readonly string[] };
}

const off = readGuardsOff(process.env['GUARDS_OFF']);
if (off.length > 0) {
  installSwitches();
  setGuardsOff(off);
}
const { BrokenPromise } = await import('#server/testing/thief/broken-promise.ts');
const { actsOfTable } = await import('#server/testing/thief/further-acts.ts');
const { leadLife } = await import('#server/testing/thief/lead-life.ts');
const { openThiefRig } = await import('#server/testing/thief/rig.ts');

process.on('message', (batch: Batch) => {
  void answer(batch);
});
process.on('disconnect', () => {
  // A worker of the application may wait for its next minute.
  process.exit();
});

async function answer(batch: Batch): Promise<void> {
  process.send?.(await leadBatch(batch));
}

async function leadBatch({ first, count, maxSteps }: Batch): Promise<BatchDone> {
  const rig = await openThiefRig();
  let steps = 0;
  const broken: { seed: number; message: string }[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    try {
      steps += await leadLife(rig.app, { seed, maxSteps });
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw new Error(`seed ${seed}`, { cause: error });
      broken.push({ seed, message: error.message });
    }
  }
  const calls = rig.calls();
  await rig.close();
  return { first, count, steps, calls, broken, acts: actsOfTable() };
}
