import type { MachineTime } from '#server/platform/clock.ts';

/** A machine whose time passes only on command, and whose clock can be set. */
export interface StandingMachine extends MachineTime {
  /** Lets real time pass, which both clocks follow. */
  pass(ms: number): void;
  /** Sets the adjustable clock. */
  step(ms: number): void;
}

export function newStandingMachine(at: number): StandingMachine {
  let [wall, elapsed] = [at, 12.5];
  return {
    wall: () => wall,
    elapsed: () => elapsed,
    step(ms) {
      wall += ms;
    },
    pass(ms) {
      wall += ms;
      elapsed += ms;
    },
  };
}
