/** Ordinary calls that are under way. */
const running = new Set<Promise<unknown>>();

/** The newest call that wants to be alone; settled ones are taken away. */
let alone: Promise<unknown> | undefined;

/**
 * Runs calls side by side, except one that is to be `alone`: it begins when the others have ended, and those that come meanwhile wait for it.
 * Answers and failures are those of the call.
 */
export function takeTurn<T>(isAlone: boolean, work: () => Promise<T>): Promise<T> {
  if (!isAlone) return alone === undefined ? run(work) : settled([alone]).then(() => takeTurn(false, work));
  const turn = settled([...running, alone]).then(work);
  alone = turn;
  void settled([turn]).then(() => {
    if (alone === turn) alone = undefined;
  });
  return turn;
}

function run<T>(work: () => Promise<T>): Promise<T> {
  const turn = work();
  running.add(turn);
  void settled([turn]).then(() => running.delete(turn));
  return turn;
}

function settled(turns: readonly (Promise<unknown> | undefined)[]): Promise<unknown> {
  return Promise.allSettled(turns.filter((turn) => turn !== undefined));
}
