import { redisPrefix, type Redis } from '#server/platform/redis/redis.ts';
import type { RateWindow, RateWindows } from './rate-windows.repository.ts';

/**
 * The windows of the rate limiter in Redis, one counter per key and window, and in the database while Redis does not
 * answer: every limit then restarts there. A place is counted first and given back if it is too many, so that a limit
 * is never exceeded; a burst may refuse a place that becomes free at the same moment.
 */
export function redisWindows(redis: Redis, database: RateWindows): RateWindows {
  const nameOf = (key: string, start: number): string => `${redisPrefix}rate:${key}:${start}`;

  return {
    async take(list) {
      const [wanted] = list;
      if (wanted === undefined || list.length > 1) throw new Error('measured elsewhere');
      const { key, start, elapsed, window, places, allowed } = wanted;
      const taken = await redis.ask(async (client) => {
        const name = nameOf(key, start);
        const [count, , before] = await client
          .multi()
          .incrBy(name, places)
          .pExpire(name, 2 * window - elapsed)
          .get(nameOf(key, start - window))
          .exec();
        const [current, previous] = [whole(count), whole(before ?? 0)];
        if (previous * (window - elapsed) + current * window <= allowed) return [{ window_start: start }];
        // Ordered on this connection: no need to await it.
        client.decrBy(name, places).catch(() => undefined);
        return [];
      });
      return taken ?? database.take([wanted]);
    },

    async read(asked) {
      const { key, start, window } = asked;
      const rows = await redis.ask(async (client): Promise<RateWindow[]> => {
        const [current, previous] = await client
          .multi()
          .get(nameOf(key, start))
          .get(nameOf(key, start - window))
          .exec();
        return [{ window_start: start, current: whole(current ?? 0), previous: whole(previous ?? 0) }];
      });
      return rows ?? database.read(asked);
    },

    async giveBack(given) {
      const left = await redis.ask(async (client) => whole(await client.decrBy(nameOf(given.key, given.start), 1)));
      return left === undefined ? database.giveBack(given) : [];
    },

    sweep: (expired) => database.sweep(expired),
  };
}

/** @throws {Error} for an answer that is no number: the server is no Redis */
function whole(value: unknown): number {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new Error('redis answered without a number');
  return number;
}
