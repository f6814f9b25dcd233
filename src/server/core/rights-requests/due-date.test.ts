/** Dates of answers, against a second implementation: never later than the law's, in any time zone. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
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
