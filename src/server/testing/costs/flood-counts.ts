import type { FloodCounts, NewNotice, PastNotice } from '#server/core/protection/notices/floods.ts';
import { day, hour } from '#server/platform/clock.ts';

/** Counts of the database, in plain words. */
export function countsIn(past: readonly PastNotice[], next: NewNotice, now: number): FloodCounts {
  const all = past.filter(({ at, state }) => at > now - day || state === 'waiting');
  const own = all.filter(({ contact }) => contact === next.contact);
  const alone = own.filter(({ kind, state, at }) => kind === next.kind && state === 'sent' && at > now - hour);
  const messages = all.filter(
    ({ weight, channel, state, at }) =>
      weight === next.weight && channel === next.channel && (state === 'sent' || state === 'digest') && at > now - day,
  );
  const digests = own.flatMap(({ state, dueAt }) => (state === 'waiting' && dueAt !== null && dueAt > now ? [dueAt] : []));
  return {
    alone: alone.length,
    firstAlone: alone.length === 0 ? null : Math.min(...alone.map(({ at }) => at)),
    messages: messages.length,
    nextDigest: digests.length === 0 ? null : Math.min(...digests),
    kept: all.filter(({ state }) => state !== 'digest').length,
  };
}
