/** The one source of time, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The machine's clock as it stands, for commands that run once. A server has a `SteadyClock`. */
export const systemClock: Clock = { now: () => Date.now() };

/** What a machine knows of time. */
export interface MachineTime {
  /** Milliseconds since the epoch by a clock that somebody may set. */
  wall(): number;
  /** Milliseconds since any moment, by a clock that nobody can set. */
  elapsed(): number;
}

const thisMachine: MachineTime = { wall: () => Date.now(), elapsed: () => performance.now() };

/**
 * A clock that never goes back: what was made to live ten minutes lives no longer because the machine's clock was set back (ADR 37). It
 * follows steps forwards. While it is ahead of the machine's clock it goes one percent slower, until both agree again.
 */
export interface SteadyClock extends Clock {
  /** Goes on from this moment, unless it is past it. */
  reach(at: number): void;
  /** How far it is ahead of the machine's clock, milliseconds. */
  lead(): number;
  /** How often the machine's clock was seen to step back, by more than a second. */
  stepsBack(): number;
}

/** What is left of a clock's pace while it waits for the machine's clock. */
const waitingPace = 0.99;
/** Below this a step is not told from the resolution of two clocks. */
const stepMs = 1000;

export function createSteadyClock(machine: MachineTime = thisMachine): SteadyClock {
  let last = { wall: machine.wall(), elapsed: machine.elapsed() };
  let reading = last.wall;
  let stepsBack = 0;

  function now(): number {
    const next = { wall: machine.wall(), elapsed: machine.elapsed() };
    const passed = next.elapsed - last.elapsed;
    if (next.wall < last.wall + passed - stepMs) stepsBack += 1;
    reading = Math.max(next.wall, reading + passed * waitingPace);
    last = next;
    return Math.floor(reading);
  }

  return {
    now,
    reach(at) {
      reading = Math.max(reading, at);
    },
    lead: () => now() - last.wall,
    stepsBack: () => stepsBack,
  };
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
