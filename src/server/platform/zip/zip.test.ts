import { describe, expect, it } from 'vitest';
import { zip, type ZipEntry } from './zip.ts';

const at = Date.UTC(2026, 10, 22, 8);

async function* entries(...all: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* all;
}

async function* chunks(count: number, taken: { count: number }): AsyncGenerator<Buffer> {
  for (; taken.count < count; taken.count += 1) yield Buffer.alloc(64 * 1024, taken.count % 251);
}

const archive = async (...all: readonly ZipEntry[]) => Buffer.concat(await Array.fromAsync(zip(entries(...all), at)));

describe('an archive', () => {
  it('is the same bytes whatever the zone of its server', async () => {
    const before = process.env['TZ'];
    const found = new Set<string>();
    for (const zone of ['UTC', 'Asia/Shanghai', 'America/Los_Angeles']) {
      process.env['TZ'] = zone;
      found.add((await archive({ path: 'a', bytes: chunks(2, { count: 0 }) })).toString('hex'));
    }
    process.env['TZ'] = before;
    expect(found.size).toBe(1);
  });

  it('ends with the error of an entry', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(100_000);
      throw new Error('the source broke');
    }
    await expect(archive({ path: 'a', bytes: broken() })).rejects.toThrow('the source broke');
  });

  it('is read as fast as it is taken, and stops with its taker', async () => {
    const taken = { count: 0 };
    for await (const piece of zip(entries({ path: 'a', bytes: chunks(10_000, taken) }), at)) if (piece.length > 1000) break;
    const then = taken.count;
    await new Promise((resolve) => setImmediate(resolve));
    expect(then).toBeLessThan(2000);
    expect(taken.count - then).toBeLessThan(2);
  });
});
