import { describe, expect, it } from 'vitest';
import { newStandingMachine } from '#server/testing/apps/standing-machine.ts';
import { createSteadyClock, hour, minute, second } from './clock.ts';

function start() {
  const machine = newStandingMachine(Date.UTC(2026, 0, 15, 8));
  return { machine, clock: createSteadyClock(machine) };
}

describe('a steady clock', () => {
  it('follows the machine while its clock is not set, including steps forwards', () => {
    const { clock, machine } = start();
    expect(clock.now()).toBe(machine.wall());
    machine.pass(minute);
    expect(clock.now()).toBe(machine.wall());
    machine.step(hour);
    expect(clock.now()).toBe(machine.wall());
    expect(clock.lead()).toBe(0);
    expect(clock.stepsBack()).toBe(0);
  });

  it('never goes back, and slows by one percent until the machine has caught up', () => {
    const { clock, machine } = start();
    const before = clock.now();
    machine.step(-hour);
    expect(clock.now()).toBe(before);
    expect(clock.lead()).toBe(hour);
    machine.pass(10 * minute);
    expect(clock.now()).toBe(before + 9.9 * minute);
    machine.pass(90 * hour);
    // Of the hour, 54 minutes and 6 seconds.
    expect(clock.lead()).toBe(5 * minute + 54 * second);
    machine.pass(10 * hour);
    expect(clock.now()).toBe(machine.wall());
    expect(clock.lead()).toBe(0);
    expect(clock.stepsBack()).toBe(1);
  });

  it('continues from a moment reached elsewhere, never from an earlier one', () => {
    const { clock, machine } = start();
    clock.reach(machine.wall() - hour);
    expect(clock.lead()).toBe(0);
    clock.reach(machine.wall() + 30 * second);
    expect(clock.lead()).toBe(30 * second);
    machine.pass(10 * second);
    expect(clock.now()).toBe(machine.wall() + 30 * second - 100);
    expect(clock.stepsBack()).toBe(0);
  });
});
