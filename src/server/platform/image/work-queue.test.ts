// @one-database
import { describe, expect, it } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** Work that the test ends. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

describe('a work queue', () => {
  it('limits running and waiting work, and refuses the rest', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 2 });
    const order: string[] = [];
    const first = held();
    const noting = (name: string) => async () => {
      order.push(name);
      return name;
    };
    const running = queue.run(first.work);
    const waiting = [queue.run(noting('second')), queue.run(noting('third'))];
    await expect(queue.run(noting('fourth'))).rejects.toMatchObject({ refusal: 'unavailable' });
    expect(order).toEqual([]);
    first.resolve('first');
    expect(await Promise.all([running, ...waiting])).toEqual(['first', 'second', 'third']);
    expect(order).toEqual(['second', 'third']);
  });

  it('continues after work that failed', async () => {
    const queue = createWorkQueue({ running: 1, waiting: 1 });
    const first = held();
    const running = queue.run(first.work);
    const next = queue.run(async () => 'next');
    first.reject(new Error('broken'));
    await expect(running).rejects.toThrow('broken');
    expect(await next).toBe('next');
    expect(await queue.run(async () => 'free again')).toBe('free again');
  });

  it('never exceeds its limit, in any order of events', async () => {
    const queue = createWorkQueue({ running: 2, waiting: 100 });
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      for (let turns = 0; turns < 3; turns += 1) await Promise.resolve();
      running -= 1;
    };
    const started = Array.from({ length: 60 }, async (_, index) => {
      for (let turns = 0; turns < index % 7; turns += 1) await Promise.resolve();
      await queue.run(work);
    });
    await Promise.all(started);
    expect([most, running]).toEqual([2, 0]);
  });
});
