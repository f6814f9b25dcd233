import type { MachineTime } from '#server/platform/clock.ts';

/** A machine on which time passes when a test lets it, and whose clock can be set. */
export interface StandingMachine extends MachineTime {
  /** Real time passes, which both clocks follow. */
  pass(ms: number): void;
  /** Somebody sets the clock. */
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
