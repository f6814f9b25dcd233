import { describe, expect, it } from 'vitest';
import { FairQueue, type Source } from './fair-queue.ts';

/**
 * Items are named by their source and a number: `n1-0` is the first of network n1, `n1.2-0` of n1.2 inside n1, `a1-0`
 * of account a1.
 */
function sourceOf(item: string): Source {
  const [source = ''] = item.split('-', 1);
  const [largest = ''] = source.split('.', 1);
  return { kind: item.startsWith('a') ? 'account' : 'network', ids: largest === source ? [source] : [largest, source] };
}

function filled(bound: number, items: readonly string[]) {
  const queue = new FairQueue<string>(bound);
  return { queue, gone: items.map((item) => queue.add(item, sourceOf(item))) };
}

function drained(queue: FairQueue<string>): string[] {
  return Array.from({ length: queue.length }, () => queue.next() ?? '');
}

describe('a fair queue', () => {
  it('gives sources alternating turns, and keeps the order within each source', () => {
    const { queue } = filled(9, ['n1-0', 'n1-1', 'n1-2', 'n2-0', 'n3-0', 'n3-1']);
    expect(drained(queue)).toEqual(['n1-0', 'n2-0', 'n3-0', 'n1-1', 'n3-1', 'n1-2']);
    expect([queue.length, queue.next()]).toEqual([0, undefined]);
  });

  it('alternates between accounts and networks, regardless of their numbers', () => {
    const { queue } = filled(9, ['n1-0', 'n2-0', 'n3-0', 'n4-0', 'a1-0', 'a1-1']);
    expect(drained(queue)).toEqual(['n1-0', 'a1-0', 'n2-0', 'a1-1', 'n3-0', 'n4-0']);
  });

  it('gives networks equal turns regardless of the networks inside, which share those turns', () => {
    const { queue } = filled(9, ['n1.1-0', 'n1.1-1', 'n1.2-0', 'n1.3-0', 'n2.1-0', 'n2.1-1']);
    expect(drained(queue)).toEqual(['n1.1-0', 'n2.1-0', 'n1.2-0', 'n2.1-1', 'n1.3-0', 'n1.1-1']);
  });

  it('displaces the largest network inside the largest network', () => {
    const { queue, gone } = filled(4, ['n1.1-0', 'n1.2-0', 'n1.2-1', 'n2.1-0', 'n3.1-0', 'n2.2-0', 'n4.1-0']);
    expect(gone.slice(4)).toEqual(['n1.2-1', 'n2.2-0', 'n1.2-0']);
    expect(queue.clear().toSorted()).toEqual(['n1.1-0', 'n2.1-0', 'n3.1-0', 'n4.1-0']);
  });

  it('does not let a returning source jump ahead', () => {
    const { queue } = filled(9, ['n1-0', 'n2-0', 'n3-0']);
    expect(queue.next()).toBe('n1-0');
    queue.add('n1-1', sourceOf('n1-1'));
    expect(drained(queue)).toEqual(['n2-0', 'n3-0', 'n1-1']);
  });

  it('refuses a newcomer whose own source has the most waiting', () => {
    const { queue, gone } = filled(3, ['n1-0', 'n1-1', 'n2-0', 'n1-2', 'n2-1']);
    // n2 with two would have as many as n1: it displaces nobody.
    expect(gone).toEqual([undefined, undefined, undefined, 'n1-2', 'n2-1']);
    expect(queue.length).toBe(3);
  });

  it('displaces the newest item of the largest source of the larger kind', () => {
    // Among equal sources, the newcomer's own first, then the source whose turn comes last.
    const { queue, gone } = filled(4, ['n1-0', 'n1-1', 'n2-0', 'n3-0', 'n4-0', 'a1-0', 'a1-1', 'a2-0', 'a1-2', 'n5-0']);
    expect(gone.slice(4)).toEqual(['n1-1', 'n4-0', 'n3-0', 'a1-1', 'a1-2', 'n5-0']);
    expect(queue.length).toBe(4);
  });

  it('forgets items that no longer wait', () => {
    const { queue } = filled(4, ['n1-0', 'n1-1', 'n2-0']);
    queue.remove('n1-0');
    queue.remove('n1-0');
    expect(queue.length).toBe(2);
    expect(queue.clear()).toEqual(['n1-1', 'n2-0']);
    expect([queue.length, queue.next()]).toEqual([0, undefined]);
  });

  it('counts correctly while items come and go in any order', () => {
    const queue = new FairQueue<number>(16);
    const waiting = new Set<number>();
    for (let item = 0; item < 2000; item += 1) {
      const mixed = (item * 7919) % 31;
      waiting.add(item);
      const gone = queue.add(item, { kind: mixed % 3 === 0 ? 'account' : 'network', ids: [String(mixed % 2), String(mixed % 5)] });
      if (gone !== undefined) waiting.delete(gone);
      const next = mixed % 4 === 0 ? queue.next() : undefined;
      if (next !== undefined) expect(waiting.delete(next)).toBe(true);
      const [oldest = -1] = waiting;
      if (mixed % 11 === 0 && waiting.delete(oldest)) queue.remove(oldest);
      expect(queue.length).toBe(waiting.size);
    }
    expect(new Set(queue.clear())).toEqual(waiting);
  });
});
