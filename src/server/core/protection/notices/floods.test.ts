import { describe, expect, it } from 'vitest';
import { noticeRows, type NoticeKind } from '#contract/protection/notices/notice-kinds.words.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { digestTime as digestTimeOf, roomTime, type NewNotice, type PastNotice } from './floods.ts';
import { countsIn } from '#server/testing/costs/flood-counts.ts';
import type { NoticeState } from './notices.table.ts';

const now = 1_000 * day;

function notice(kind: NoticeKind, { contact = 'anna', channel = 'email' }: Partial<NewNotice> = {}): NewNotice {
  return { kind, contact, channel, weight: noticeRows[kind].weight };
}

function past(kind: NoticeKind, agoMs: number, of: Partial<NewNotice> & { state?: NoticeState; dueAt?: number } = {}): PastNotice {
  const { state = 'sent', dueAt } = of;
  return { id: `${kind} ${agoMs}`, ...notice(kind, of), state, at: now - agoMs, dueAt: dueAt ?? null };
}

const digestTime = (before: readonly PastNotice[], next: NewNotice, at: number) => digestTimeOf(countsIn(before, next, at), next, at);

const many = (n: number, make: (index: number) => PastNotice) => Array.from({ length: n }, (_, index) => make(index));

describe('a notice', () => {
  it('leaves at once as the first of its kind, for its reader, in an hour', () => {
    const others = [
      past('appAllowed', minute),
      past('newBrowser', minute, { contact: 'other' }),
      past('newBrowser', hour),
      past('newBrowser', minute, { channel: 'sms', contact: 'phone' }),
    ];
    expect(digestTime(others, notice('newBrowser'), now)).toBeUndefined();
  });

  it('waits for the end of the hour that the first of its kind has begun', () => {
    const first = past('newBrowser', 59 * minute);
    expect(digestTime([first], notice('newBrowser'), now)).toBe(now + minute);
    expect(digestTime([past('newBrowser', minute)], notice('newBrowser'), now)).toBe(now + 59 * minute);
  });

  it('joins a digest that leaves earlier', () => {
    const open = past('passwordChanged', minute, { state: 'waiting', dueAt: now + 2 * minute });
    expect(digestTime([past('newBrowser', minute), open], notice('newBrowser'), now)).toBe(now + 2 * minute);
  });
});

describe('an alarm', () => {
  const alarms = (n: number) => many(n, (index) => past('passwordChanged', (index + 1) * minute));

  it('leaves at once five times in an hour, and then gathers for ten minutes', () => {
    expect(digestTime(alarms(4), notice('passwordChanged'), now)).toBeUndefined();
    expect(digestTime(alarms(5), notice('passwordChanged'), now)).toBe(now + 10 * minute);
    expect(digestTime(alarms(5), notice('phoneUnbound'), now)).toBeUndefined();
    expect(digestTime(alarms(5), notice('passwordChanged', { contact: 'other' }), now)).toBeUndefined();
  });

  it('does not wait with one that has no room until tomorrow', () => {
    const stuck = past('passwordChanged', minute, { state: 'waiting', dueAt: now + 20 * hour });
    expect(digestTime([...alarms(5), stuck], notice('passwordChanged'), now)).toBe(now + 10 * minute);
  });
});

describe('the messages of a day', () => {
  const kinds = Object.keys(noticeRows) as NoticeKind[];
  const full = (weight: 'alarm' | 'notice', channel: 'sms' | 'email', n: number) => {
    const kind = kinds.find((each) => noticeRows[each].weight === weight) ?? 'digest';
    return many(n, (index) => past(kind, 2 * hour + index * minute, { channel }));
  };

  it.each([
    ['notice', 'email', 12],
    ['notice', 'sms', 4],
    ['alarm', 'email', 20],
    ['alarm', 'sms', 6],
  ] as const)('are for each %s by %s at most %d, and the last one is a digest', (weight, channel, most) => {
    const kind = weight === 'alarm' ? 'passwordChanged' : 'appAllowed';
    const next = notice(kind, { channel });
    expect(digestTime(full(weight, channel, most - 2), next, now)).toBeUndefined();
    expect(digestTime(full(weight, channel, most - 1), next, now)).toBeGreaterThan(now);
    expect(roomTime(full(weight, channel, most - 1), next, now)).toBeUndefined();
    const oldest = Math.min(...full(weight, channel, most).map(({ at }) => at));
    expect(roomTime(full(weight, channel, most), next, now)).toBe(oldest + day + 1);
  });

  it('count neither those of yesterday, nor those of the other weight or channel, nor what waits', () => {
    const none = [
      ...many(30, () => past('passwordChanged', day)),
      ...many(30, () => past('newBrowser', 2 * hour)),
      ...many(30, () => past('phoneUnbound', 2 * hour, { channel: 'sms' })),
      ...many(30, () => past('phoneUnbound', 2 * hour, { state: 'gathered' })),
    ];
    expect(digestTime(none, notice('passwordChanged'), now)).toBeUndefined();
    expect(roomTime(none, notice('passwordChanged'), now)).toBeUndefined();
  });
});
