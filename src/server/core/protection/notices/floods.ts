import type { NoticeKind, NoticeWeight } from '#contract/protection/notices/notice-kinds.words.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import type { NoticeState } from './notices.table.ts';

type Channel = 'sms' | 'email';

/** A notice of the last day. */
export interface PastNotice {
  readonly id: string;
  readonly contact: string;
  readonly channel: Channel;
  readonly kind: NoticeKind;
  readonly weight: NoticeWeight;
  readonly state: NoticeState;
  /** Milliseconds. */
  readonly at: number;
  readonly dueAt: number | null;
}

export type NewNotice = Pick<PastNotice, 'contact' | 'channel' | 'kind' | 'weight'>;

/** Numbers of an account's notices of the last day that decide about one more. Moments are milliseconds; null without one. */
export interface FloodCounts {
  /** Notices of its kind, to its reader, in the last hour, that left separately. */
  readonly alone: number;
  /** The first of these. */
  readonly firstAlone: number | null;
  /** Messages of its weight and channel. */
  readonly messages: number;
  /** The next digest of its reader. */
  readonly nextDigest: number | null;
  /** All that are kept. */
  readonly kept: number;
}

/** Messages of an account in a day: an account does not become a way to flood somebody. */
export const mostMessages: Readonly<Record<NoticeWeight, Readonly<Record<Channel, number>>>> = {
  notice: { email: 12, sms: 4 },
  alarm: { email: 20, sms: 6 },
};

/** Notices of an account in a day that are kept with their facts; further ones are counted. */
export const mostKept = 200;

/** Alarms of a kind in an hour that leave separately. */
const alarmsAlone = 5;

/** How long notices of one kind gather, from the first of them on. */
const noticePauseMs = hour;

/** How long others gather. */
const pauseMs: Readonly<Record<NoticeWeight, number>> = { alarm: 10 * minute, notice: noticePauseMs };

/**
 * When a notice leaves: undefined for at once, otherwise the moment of its digest. The first of a kind leaves at once, and
 * for an hour the further ones gather; alarms gather after five of a kind in an hour, for ten minutes. The last message of
 * a day is kept for a digest, so that what is over its number does not wait until tomorrow.
 */
export function digestTime(
  { alone, firstAlone, messages, nextDigest }: FloodCounts,
  { weight, channel }: Pick<NewNotice, 'weight' | 'channel'>,
  now: number,
): number | undefined {
  const gathers = weight === 'alarm' ? alone >= alarmsAlone : alone > 0;
  const isFull = messages >= mostMessages[weight][channel] - 1;
  if (!gathers && !isFull) return undefined;
  const end = weight === 'notice' && firstAlone !== null ? firstAlone + noticePauseMs : now + pauseMs[weight];
  // One that waits longer, because the day is full, must not hold this one up: its digest is tried again.
  return nextDigest === null ? end : Math.min(end, nextDigest);
}

/** When a digest of this weight has room in the day: undefined for now. */
export function roomTime(past: readonly PastNotice[], next: Pick<NewNotice, 'weight' | 'channel'>, now: number): number | undefined {
  const left = messagesOf(past, next, now).toSorted((one, other) => one - other);
  const most = mostMessages[next.weight][next.channel];
  const ends = left.at(-most);
  return ends === undefined ? undefined : ends + day + 1;
}

/** The moments of an account's messages in the last day. */
function messagesOf(past: readonly PastNotice[], { weight, channel }: Pick<NewNotice, 'weight' | 'channel'>, now: number): number[] {
  return past
    .filter((each) => each.weight === weight && each.channel === channel && each.at > now - day)
    .filter(({ state }) => state === 'sent' || state === 'digest')
    .map(({ at }) => at);
}
