import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#server/core/database/db.ts';
import { second } from '#server/platform/clock.ts';
import { createDesktopWaits } from './desktop-waits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that answers when the test lets it: every query is the one of the desktops. */
function slowDatabase() {
  const asked: ((rows: readonly object[]) => void)[] = [];
  const query: object = new Proxy(
    {},
    { get: (_, name) => (name === 'execute' ? () => new Promise((resolve) => asked.push(resolve)) : () => query) },
  );
  return { db: { q: () => query } as unknown as Db, asked };
}

test('a slow database is not asked about all desktops again before it has answered', async () => {
  const { db, asked } = slowDatabase();
  const waits = createDesktopWaits({ db, log: { warn: () => undefined } });
  const ended = waits.wait({ deviceId: 'one', accountId: 'person', etag: 'known', ms: 50 * second });
  // What the caller knows may be old.
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(12 * second);
  expect(asked).toHaveLength(2);
  asked[1]?.([]);
  expect((await ended)?.state.signedIn).toBe(false);
  const next = waits.wait({ deviceId: 'two', accountId: 'person', etag: 'known', ms: 50 * second });
  await vi.advanceTimersByTimeAsync(3 * second);
  expect(asked).toHaveLength(4);
  asked[3]?.([]);
  expect(await next).toBeDefined();
});
