import { sharedLocks } from '#web/lib/browser/browser.ts';

/** Pending ordinary calls. */
const running = new Set<Promise<unknown>>();

/** The newest call that runs alone; removed when settled. */
let alone: Promise<unknown> | undefined;

/** The lock of the browser's one session, which all of its tabs share. */
const lock = 'session';

/**
 * Runs calls side by side, except an `alone` call: it waits until the others have settled, and later calls wait for it, in
 * every tab of this browser. Passes on the call's result or failure.
 */
export function takeTurn<T>(isAlone: boolean, work: () => Promise<T>): Promise<T> {
  // Without them the turns are those of this tab.
  const locks = sharedLocks();
  return locks ? locks.request(lock, { mode: isAlone ? 'exclusive' : 'shared' }, work) : takeTurnHere(isAlone, work);
}

function takeTurnHere<T>(isAlone: boolean, work: () => Promise<T>): Promise<T> {
  if (!isAlone) return alone === undefined ? run(work) : settled([alone]).then(() => takeTurnHere(false, work));
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
