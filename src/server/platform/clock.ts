/** Our own time, for lives that we set: it never goes back. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Time as the rest of the world has it, for times that others bring (authenticator codes, proofs, assertions) or read
 * (signatures, dates in mails). It follows a corrected clock at once, so it measures no life of ours.
 */
export interface WallClock {
  /** Milliseconds since the epoch. */
  wall(): number;
}

/** The machine's clock, for commands that run once. A server has a `SteadyClock`. */
export const systemClock: Clock & WallClock = { now: () => Date.now(), wall: () => Date.now() };

/** The clocks of a machine. */
export interface MachineTime extends WallClock {
  /** Milliseconds since an arbitrary moment, by a clock that cannot be set. */
  elapsed(): number;
}

export const thisMachine: MachineTime = { wall: () => Date.now(), elapsed: () => performance.now() };

/**
 * A clock that never goes back, so that setting back the machine's clock extends no lifetime (ADR 29). It follows steps
 * forwards. While it is ahead of the machine's clock, it runs one percent slower until both agree.
 */
export interface SteadyClock extends Clock {
  /** Continues from this moment, unless it is past it. */
  reach(at: number): void;
  /** Its lead over the machine's clock, milliseconds. */
  lead(): number;
  /** The number of observed backward steps of the machine's clock by more than a second. */
  stepsBack(): number;
}

/** The pace of the clock while it waits for the machine's clock. */
const waitingPace = 0.99;
/** Smaller steps cannot be distinguished from the resolution of the two clocks. */
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
