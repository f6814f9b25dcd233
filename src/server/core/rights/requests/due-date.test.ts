/** Dates of answers, against a second implementation: never later than the law's, in any time zone. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import { workdays as calendarOf } from '#server/platform/settings/parsers.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import { deskStep, dueDate, extendedDate } from './due-date.ts';

/** The end of the last day by law, for somebody whose clock is ahead of UTC by so many hours. */
const judge = `
import calendar, datetime as d, json
def months(day, n):
    year, month = divmod(day.month - 1 + n, 12)
    year, month = day.year + year, month + 1
    return d.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
out = []
for n in range(50 * 366):
    at = d.datetime(2024, 1, 1, 23, 30) + d.timedelta(days=n)
    row = []
    for ahead in (-12, 0, 14):
        day = (at + d.timedelta(hours=ahead)).date()
        end = lambda last: int((d.datetime.combine(last, d.time()) + d.timedelta(hours=24 - ahead)).replace(tzinfo=d.timezone.utc).timestamp() * 1000)
        row.append([end(months(day, 1)), end(day + d.timedelta(days=30)), end(months(day, 3)), end(day + d.timedelta(days=15))])
    out.append([min(column) for column in zip(*row)])
print(json.dumps(out))
`;

it('is never later than the law asks for, on any day of 50 years and in any time zone', () => {
  const { stdout, status } = spawnSync('python3', ['-c', judge], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  expect(status).toBe(0);
  const law = JSON.parse(stdout) as [month: number, days: number, months: number, china: number][];
  expect(law).toHaveLength(50 * 366);
  const begin = Date.UTC(2024, 0, 1, 23, 30);
  const late = law.filter(([month, days, months, china], index) => {
    const at = begin + index * day;
    const extended = extendedDate(at, 'DE') ?? Number.POSITIVE_INFINITY;
    return dueDate(at, 'DE') > Math.min(month, days) || extended > months || dueDate(at, 'CN') > china;
  });
  expect(late).toEqual([]);
});

it.each([
  ['2026-01-31T12:00:00Z', 'DE', '2026-02-28'],
  ['2028-01-31T12:00:00Z', 'DE', '2028-02-29'],
  ['2026-11-22T09:12:00Z', 'DE', '2026-12-22'],
  ['2026-12-31T23:59:59Z', 'DE', '2027-01-30'],
  ['2026-11-22T09:12:00Z', 'CN', '2026-12-07'],
  ['2026-11-22T09:12:00Z', '', '2026-12-07'],
] as const)('%s in %s is answered by %s', (received, region, date) => {
  expect(new Date(dueDate(Date.parse(received), region)).toISOString()).toBe(`${date}T00:00:00.000Z`);
});

it('is extended to three months in all, and in Mainland China not at all', () => {
  const at = Date.parse('2026-11-30T12:00:00Z');
  expect(new Date(extendedDate(at, 'DE') ?? 0).toISOString()).toBe('2027-02-28T00:00:00.000Z');
  expect([extendedDate(at, 'CN'), extendedDate(at, '')]).toEqual([undefined, undefined]);
});

it('has a reminder at each step, and one each day after its date', () => {
  const row = { received_at: 0, due_at: 30 * day };
  const steps = [0, 15 * day - 1, 15 * day, 27 * day, 30 * day - 1, 30 * day, 31 * day - hour, 31 * day, 40 * day].map((at) =>
    deskStep(row, at),
  );
  expect(steps).toEqual([1, 1, 2, 3, 3, 4, 4, 5, 14]);
});

/** Holidays and worked weekends of 2026 in Mainland China, as published, and those of a made-up year after it. */
const holidays =
  '2026-01-01..2026-01-03 +2026-01-04 2026-02-15..2026-02-23 +2026-02-14 +2026-02-28 2026-04-04..2026-04-06 2026-05-01..2026-05-05 ' +
  '+2026-05-09 2026-06-19..2026-06-21 2026-09-25..2026-09-27 +2026-09-20 2026-10-01..2026-10-07 +2026-10-10 2027-01-01..2027-01-03';

const parsing = { production: false, refusal: (problem: string) => new ConfigError('WORKDAYS_CN', problem) };

/** The same days by Python's calendar, from the same words. */
const workingJudge = `
import datetime as d, json, sys
off, worked = set(), set()
for word in sys.argv[1].split():
    into = worked if word.startswith('+') else off
    first, _, last = word.lstrip('+').partition('..')
    first = d.date.fromisoformat(first); last = d.date.fromisoformat(last) if last else first
    while first <= last:
        into.add(first); first += d.timedelta(days=1)
def works(day): return day in worked or (day.weekday() < 5 and day not in off)
out = []
for n in range(365):
    day = d.date(2026, 1, 1) + d.timedelta(days=n)
    left, last = 15, day
    while left:
        last += d.timedelta(days=1)
        left -= works(last)
    out.append(last.isoformat())
print(json.dumps(out))
`;

it('counts fifteen working days in Mainland China as a second program does, on every day of a year', () => {
  const workdays = calendarOf.parse(holidays, parsing);
  const { stdout, status } = spawnSync('python3', ['-c', workingJudge, holidays], { encoding: 'utf8' });
  expect(status).toBe(0);
  const own = Array.from({ length: 365 }, (_, n) => new Date(dueDate(Date.UTC(2026, 0, 1, 23) + n * day, 'CN', workdays)).toISOString());
  expect(own.map((date) => date.slice(0, 10))).toEqual(JSON.parse(stdout));
});

it('counts days of the calendar where a year on the way has no list, and in other regions', () => {
  const workdays = calendarOf.parse('2026-10-01..2026-10-07 +2026-10-10', parsing);
  const at = Date.parse('2026-12-20T12:00:00Z');
  expect([dueDate(at, 'CN', workdays), dueDate(at, '', workdays)]).toEqual([dueDate(at, 'CN'), dueDate(at, '')]);
  expect(dueDate(Date.parse('2026-09-25T12:00:00Z'), 'CN', workdays)).toBe(Date.parse('2026-10-22T00:00:00Z'));
});

it.each(['2026-02-30', '2026-10-07..2026-10-01', 'October', '+2026-10-01..2027-10-01'])('refuses %s as a calendar', (word) => {
  expect(() => calendarOf.parse(word, parsing)).toThrow('WORKDAYS_CN');
});
