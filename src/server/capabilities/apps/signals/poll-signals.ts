import { setTimeout as wait } from 'node:timers/promises';
import type { Signal, Stream } from '#server/core/apps/signals/stream.ts';
import { second } from '#server/platform/clock.ts';
import { eventClaims } from './signal-forms.ts';
import { acknowledge, ownStream, StreamRefusal, type ManageStreamsDeps } from './manage-streams.ts';

export interface PollDeps extends ManageStreamsDeps {
  readonly sign: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** A long poll waits so long for an event, and looks so often. */
const longPollMs = 25 * second;
const lookMs = 500;
/** Long polls of an instance; beyond them, and for a second one of a stream, an answer comes at once. */
const mostPolls = 200;
const mostEvents = 100;

export interface Polling {
  /**
   * Takes acknowledgments and returns the events that wait, as tokens by their ids (RFC 8936). An event stays until it
   * is acknowledged.
   * @throws {StreamRefusal}
   */
  poll(clientId: string, id: string, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<PollAnswer>;
}

export interface PollAnswer {
  readonly sets: Readonly<Record<string, string>>;
  readonly moreAvailable: boolean;
}

export function createPolling(deps: PollDeps): Polling {
  const waiting = new Set<string>();

  async function eventsOf(stream: Stream, most: number): Promise<readonly Signal[]> {
    if (stream.status === 'disabled') return [];
    const onlyThis = stream.status === 'paused' ? { event: 'stream-updated' } : {};
    return deps.rows.waiting({ streamId: stream.id, at: deps.store.clock.now(), limit: most + 1, ...onlyThis });
  }

  async function waitFor(stream: Stream, most: number, signal: AbortSignal): Promise<readonly Signal[]> {
    if (waiting.size >= mostPolls || waiting.has(stream.id)) return [];
    waiting.add(stream.id);
    try {
      const end = performance.now() + longPollMs;
      while (performance.now() < end && !signal.aborted) {
        await wait(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
        const found = await eventsOf(stream, most);
        if (found.length > 0) return found;
      }
      return [];
    } finally {
      waiting.delete(stream.id);
    }
  }

  return {
    async poll(clientId, id, body, signal) {
      const stream = await ownStream(deps, clientId, id);
      if (stream.kind !== 'poll') throw new StreamRefusal(404, 'no such stream');
      await acknowledge(deps, stream, body);
      const { maxEvents = mostEvents, returnImmediately = false } = body;
      if (typeof maxEvents !== 'number' || !Number.isInteger(maxEvents) || maxEvents < 0 || typeof returnImmediately !== 'boolean') {
        throw new StreamRefusal(400, 'maxEvents or returnImmediately is wrong');
      }
      // With 0 the receiver only acknowledges.
      if (maxEvents === 0) return { sets: {}, moreAvailable: (await eventsOf(stream, 1)).length > 0 };
      const most = Math.min(maxEvents, mostEvents);
      let found = await eventsOf(stream, most);
      if (found.length === 0 && !returnImmediately) found = await waitFor(stream, most, signal);
      const sets: Record<string, string> = {};
      for (const one of found.slice(0, most)) sets[one.id] = await deps.sign(eventClaims(one, stream, deps.issuer));
      return { sets, moreAvailable: found.length > most };
    },
  };
}
