import { describe, expect, it } from 'vitest';
import { createSteadyClock, hour, minute, second } from './clock.ts';

/** A machine whose clock is set by `step` while real time goes on with `pass`. */
function newMachine() {
  const machine = { wall: Date.UTC(2026, 0, 15, 8), elapsed: 12.5 };
  const clock = createSteadyClock({ wall: () => machine.wall, elapsed: () => machine.elapsed });
  return {
    clock,
    machine,
    step: (ms: number) => (machine.wall += ms),
    pass(ms: number) {
      machine.wall += ms;
      machine.elapsed += ms;
    },
  };
}

describe('a steady clock', () => {
  it('is the clock of the machine while nobody sets it, and follows steps forwards', () => {
    const { clock, machine, step, pass } = newMachine();
    expect(clock.now()).toBe(machine.wall);
    pass(minute);
    expect(clock.now()).toBe(machine.wall);
    step(hour);
    expect(clock.now()).toBe(machine.wall);
    expect(clock.lead()).toBe(0);
    expect(clock.stepsBack()).toBe(0);
  });

  it('never goes back, and loses one percent until the machine has caught up', () => {
    const { clock, machine, step, pass } = newMachine();
    const before = clock.now();
    step(-hour);
    expect(clock.now()).toBe(before);
    expect(clock.lead()).toBe(hour);
    pass(10 * minute);
    expect(clock.now()).toBe(before + 9.9 * minute);
    pass(90 * hour);
    // Of the hour, 54 minutes and 6 seconds.
    expect(clock.lead()).toBe(5 * minute + 54 * second);
    pass(10 * hour);
    expect(clock.now()).toBe(machine.wall);
    expect(clock.lead()).toBe(0);
    expect(clock.stepsBack()).toBe(1);
  });

  it('goes on from a moment that was reached elsewhere, never from an earlier one', () => {
    const { clock, machine, pass } = newMachine();
    clock.reach(machine.wall - hour);
    expect(clock.lead()).toBe(0);
    clock.reach(machine.wall + 30 * second);
    expect(clock.lead()).toBe(30 * second);
    pass(10 * second);
    expect(clock.now()).toBe(machine.wall + 30 * second - 100);
    expect(clock.stepsBack()).toBe(0);
  });
});
