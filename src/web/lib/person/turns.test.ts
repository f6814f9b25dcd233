import { describe, expect, it, vi } from 'vitest';
import { takeTurn } from './turns.ts';

function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const start = () => {
    log.push(`${name} begins`);
    return promise;
  };
  return { start, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

describe('a call that gives the session a new id', () => {
  it('waits for pending calls and holds later ones', async () => {
    const log: string[] = [];
    const [before, alone, after] = [work(log, 'before'), work(log, 'alone'), work(log, 'after')];
    const first = takeTurn(false, before.start);
    const second = takeTurn(true, alone.start);
    const third = takeTurn(false, after.start);
    await expect.poll(() => log).toEqual(['before begins']);
    before.end();
    await first;
    await expect.poll(() => log).toEqual(['before begins', 'alone begins']);
    alone.end();
    await expect(second).resolves.toBe('alone');
    await expect.poll(() => log).toEqual(['before begins', 'alone begins', 'after begins']);
    after.end();
    await expect(third).resolves.toBe('after');
  });

  it('releases the others after a failure; two such calls run one after the other', async () => {
    const log: string[] = [];
    const [one, two, after] = [work(log, 'one'), work(log, 'two'), work(log, 'after')];
    const first = takeTurn(true, one.start);
    const second = takeTurn(true, two.start);
    const third = takeTurn(false, after.start);
    await expect.poll(() => log).toEqual(['one begins']);
    one.fail();
    await expect(first).rejects.toThrow('one');
    await expect.poll(() => log).toEqual(['one begins', 'two begins']);
    two.end();
    await second;
    after.end();
    await third;
    expect(log).toEqual(['one begins', 'two begins', 'after begins']);
  });
});

it('is waited for by the calls of another tab, and waits for theirs', async () => {
  const log: string[] = [];
  const [before, alone, after] = [work(log, 'before'), work(log, 'alone'), work(log, 'after')];
  vi.resetModules();
  const { takeTurn: takeTurnElsewhere } = await import('./turns.ts');
  const first = takeTurnElsewhere(false, before.start);
  const second = takeTurn(true, alone.start);
  const third = takeTurnElsewhere(false, after.start);
  await expect.poll(() => log).toEqual(['before begins']);
  before.end();
  await expect.poll(() => log).toEqual(['before begins', 'alone begins']);
  alone.end();
  await expect.poll(() => log).toEqual(['before begins', 'alone begins', 'after begins']);
  after.end();
  expect(await Promise.all([first, second, third])).toEqual(['before', 'alone', 'after']);
});
