import { describe, expect, it } from 'vitest';
import type { ActivityEvent } from '#contract/protection/activity/activity.words.ts';
import type { Entry } from './activity.ts';
import { fold } from './fold.ts';

const start = Date.UTC(2026, 10, 28, 9);
const minute = 60_000;

type Told = readonly [at: number, event: ActivityEvent, more?: Partial<Entry>];

/** Events at these minutes, given from the oldest on, as the server lists them. */
function told(...events: readonly Told[]): readonly Entry[] {
  return events
    .map(([at, event, more], index) => ({
      id: `${index}`,
      at: new Date(start + at * minute).toISOString(),
      event,
      count: 1,
      platform: '',
      app: '',
      clientID: '',
      by: 'one',
      browser: 'Firefox',
      os: 'Linux',
      location: { country: '', region: '', city: '' },
      address: '',
      because: [],
      current: false,
      asks: false,
      isOwn: false,
      device: '',
      ...more,
    }))
    .toReversed();
}

const shown = (entries: readonly Entry[]) =>
  fold(entries).map(({ entry, steps, alike }) => [
    entry.event,
    ...steps.map(({ event }) => `< ${event}`),
    ...alike.map(({ event }) => `= ${event}`),
  ]);

describe('what happened, as rows', () => {
  it.each<[string, readonly Told[], readonly (readonly string[])[]]>([
    [
      'a proof goes into the act that it served, within ten minutes',
      [
        [0, 'proof.issued'],
        [9, 'phone.changed'],
      ],
      [['phone.changed', '< proof.issued']],
    ],
    [
      'and not into one after that',
      [
        [0, 'proof.issued'],
        [11, 'phone.changed'],
      ],
      [['phone.changed'], ['proof.issued']],
    ],
    [
      'a sign-in goes into the first act of its browser, within two minutes',
      [
        [0, 'sign-in.password'],
        [1, 'app.allowed'],
        [1.5, 'avatar.changed'],
      ],
      [['avatar.changed'], ['app.allowed', '< sign-in.password']],
    ],
    [
      'a sign-in stands for itself after two minutes, for another browser, and as an alarm',
      [
        [0, 'sign-in.password'],
        [0, 'sign-in.code', { by: 'two' }],
        [0, 'sign-in.passkey', { by: 'three', asks: true }],
        [1, 'avatar.changed', { by: 'three' }],
        [3, 'app.allowed'],
      ],
      [['app.allowed'], ['avatar.changed'], ['sign-in.passkey'], ['sign-in.password'], ['sign-in.code']],
    ],
    [
      'equal acts of one browser within ten minutes are one row',
      [
        [0, 'social.bound', { platform: 'wechat' }],
        [8, 'social.bound', { platform: 'weibo' }],
        [30, 'social.bound', { platform: 'qq' }],
      ],
      [['social.bound'], ['social.bound', '= social.bound']],
    ],
    [
      'events without a browser stay apart',
      [
        [0, 'operator.looked', { by: '' }],
        [1, 'operator.looked', { by: '' }],
      ],
      [['operator.looked'], ['operator.looked']],
    ],
  ])('%s', (_, events, rows) => {
    const lines = (found: readonly (readonly string[])[]) => found.map((row) => row.join(' ')).toSorted((a, b) => a.localeCompare(b));
    expect(lines(shown(told(...events)))).toEqual(lines(rows));
  });

  it('loses no event', () => {
    const names: readonly ActivityEvent[] = ['proof.issued', 'sign-in.password', 'social.bound', 'sign-in.second-step', 'app.allowed'];
    const entries = told(
      ...Array.from({ length: 60 }, (_, index) => [index * 1.3, names[(index * 7) % 5] ?? 'sign-out', { by: `${index % 3}` }] as const),
    );
    const kept = fold(entries).flatMap(({ entry, steps, alike }) => [entry, ...steps, ...alike]);
    expect(kept.map(({ id }) => id).toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
  });
});
