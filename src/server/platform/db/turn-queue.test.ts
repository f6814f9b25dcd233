import { describe, expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

describe('turns', () => {
  it('come in the order of the requests, one at a time', async () => {
    const turns = new TurnQueue(10_000);
    const order: string[] = [];
    const use = async (name: string): Promise<void> => {
      await turns.acquire();
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      turns.release();
    };
    await Promise.all([use('a'), use('b'), use('c')]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('are refused after too long a wait, and later ones still come', async () => {
    const turns = new TurnQueue(20);
    await turns.acquire();
    await expect(turns.acquire()).rejects.toMatchObject({ refusal: 'unavailable', detail: { retryAfter: 1 } });
    turns.release();
    await expect(turns.acquire()).resolves.toBeUndefined();
  });
});
