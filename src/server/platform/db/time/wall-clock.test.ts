// @one-database
import { expect, it } from 'vitest';
import { minute, second } from '#server/platform/clock.ts';
import { newStandingMachine } from '#server/testing/apps/standing-machine.ts';
import { startWallClock } from './wall-clock.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const quiet = { info: () => undefined, error: () => undefined, warn: () => undefined } as never;

async function start(offMs: number) {
  const [world, machine] = [newStandingMachine(noon), newStandingMachine(noon + offMs)];
  let wrongMs = 0;
  const wall = await startWallClock({ machine, read: async () => world.wall() + wrongMs, log: quiet });
  const pass = (ms: number) => [world, machine].forEach((each) => each.pass(ms));
  return { wall, world, machine, pass, setWrong: (ms: number) => (wrongMs = ms) };
}

it.each([5 * minute, -5 * minute])('a machine that is off by %d ms has the time of its database, and is off', async (offMs) => {
  const { wall, world, pass } = await start(offMs);
  expect([wall.wall(), wall.isOff()]).toEqual([world.wall(), true]);
  pass(9 * second);
  expect(wall.wall()).toBe(world.wall());
});

it('a step of the machine moves nothing', async () => {
  const { wall, world, machine } = await start(0);
  machine.step(5 * minute);
  expect([wall.wall(), wall.isOff()]).toEqual([world.wall(), true]);
  machine.step(-5 * minute);
  expect(wall.isOff()).toBe(false);
});

it('a wrong reading of the database is outvoted, and a wrong clock of it is forgotten within a minute', async () => {
  const { wall, world, pass, setWrong } = await start(0);
  const read = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      pass(10 * second);
      await wall.keep();
    }
  };
  await read(4);
  setWrong(5 * minute);
  await read(2);
  expect(wall.wall()).toBe(world.wall());
  await read(3);
  setWrong(0);
  await read(5);
  expect(wall.wall()).toBe(world.wall());
});

it('without a clock of a database it is the machine, step for step', async () => {
  const machine = newStandingMachine(noon);
  const wall = await startWallClock({ machine, read: undefined, log: quiet });
  machine.step(-5 * minute);
  expect([wall.wall(), wall.isOff()]).toEqual([noon - 5 * minute, false]);
});
