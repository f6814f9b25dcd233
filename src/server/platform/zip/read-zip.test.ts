import { expect, it } from 'vitest';
import { readZip, ZipUnreadable } from './read-zip.ts';
import { zip } from './zip.ts';

async function archive(): Promise<Buffer> {
  const entry = (path: string, text: string) => ({
    path,
    bytes: (async function* bytes() {
      yield Buffer.from(text);
    })(),
  });
  const entries = (async function* all() {
    yield entry('one.json', '{"a":1}');
    yield entry('data/两.txt', 'x'.repeat(10_000));
  })();
  return Buffer.concat(await Array.fromAsync(zip(entries, Date.UTC(2026, 0, 1))));
}

it('reads what was written', async () => {
  const files = readZip(await archive(), 10_000);
  expect([...files].map(([path, bytes]) => [path, bytes.length])).toEqual([
    ['one.json', 7],
    ['data/两.txt', 10_000],
  ]);
});

it('refuses what it cannot read, and more than was allowed, and never fails otherwise', async () => {
  const whole = await archive();
  expect(() => readZip(whole, 9999)).toThrow(ZipUnreadable);
  for (const bad of [Buffer.alloc(0), Buffer.alloc(22), Buffer.from('nonsense'), whole.subarray(0, -1), whole.subarray(20)]) {
    expect(() => readZip(bad, 10_000)).toThrow(ZipUnreadable);
  }
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    try {
      readZip(changed, 10_000);
    } catch (error) {
      expect(error).toBeInstanceOf(ZipUnreadable);
    }
  }
});
