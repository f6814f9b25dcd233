import { regions, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Db } from '#server/core/database/db.ts';
import { sumRightsCounts, type CountedRight } from '#server/core/protection/rights-counters/rights-counters.repository.ts';

/** Groups of one to four people are too small to be named by their number. */
const smallest = 5;

export type ReportedNumber = number | '<5';

/** Report about one region, or about people without one. The names of the counters have the same parts. */
export interface RegionReport {
  readonly copies: Reported<'asked' | 'ready' | 'downloaded' | 'failed'> & { readonly medianMinutes: ReportedNumber | null };
  readonly deletions: { readonly asked: Counts; readonly withdrawn: ReportedNumber; readonly done: Counts };
  readonly receipts: Reported<'signed'>;
  readonly terms: Reported<'accepted' | 'later' | 'held' | 'left'>;
  readonly choices: { readonly given: Counts; readonly withdrawn: Counts };
  readonly children: Reported<'begun' | 'agreed' | 'refused' | 'withdrawn' | 'deletedWithoutConsent' | 'grown'>;
  readonly requests: {
    readonly opened: Counts;
    /** By kind and outcome. */
    readonly answered: Counts;
    readonly medianDays: ReportedNumber | null;
    readonly worstDays: ReportedNumber | null;
  } & Reported<'withdrawn' | 'late' | 'extended'>;
  readonly staff: Reported<'looks' | 'locks' | 'authorities'>;
}

type Reported<Name extends string> = { readonly [N in Name]: ReportedNumber };
type Counts = Readonly<Record<string, ReportedNumber>>;

/** Reads only the counters: what is purged changes no number of a report. The days are of UTC: from one on and before another. */
export async function readTransparency(
  db: Db,
  days: { readonly from: number; readonly to: number },
): Promise<Readonly<Record<'CN' | 'DE' | 'none', RegionReport>>> {
  const rows = await sumRightsCounts(db, days);
  const of = (wanted: RegionOrNone) => reportOf(rows.filter(({ region }) => region === wanted));
  const [cn, de] = regions.map(of);
  if (cn === undefined || de === undefined) throw new Error('a region without a report');
  return { CN: cn, DE: de, none: of('') };
}

function reportOf(rows: readonly CountedRight[]): RegionReport {
  const one = (name: CountedRight['name']) => shown(rows.find((row) => row.name === name)?.count ?? 0);
  const under = (prefix: string) =>
    rows.flatMap(({ name, count }) => (name.startsWith(prefix) ? [[name.slice(prefix.length), count] as const] : []));
  const all = (prefix: string): Counts => Object.fromEntries(under(prefix).map(([rest, count]) => [rest, shown(count)]));
  const steps = (prefix: string) => under(prefix).map(([rest, count]) => ({ value: Number(rest), count }));
  return {
    copies: {
      asked: one('copies.asked'),
      ready: one('copies.ready'),
      downloaded: one('copies.downloaded'),
      failed: one('copies.failed'),
      medianMinutes: valueAt(steps('copies.minutes.'), 1 / 2),
    },
    deletions: { asked: all('deletions.asked.'), withdrawn: one('deletions.withdrawn'), done: all('deletions.done.') },
    receipts: { signed: one('receipts.signed') },
    terms: { accepted: one('terms.accepted'), later: one('terms.later'), held: one('terms.held'), left: one('terms.left') },
    choices: { given: all('choices.given.'), withdrawn: all('choices.withdrawn.') },
    children: {
      begun: one('children.begun'),
      agreed: one('children.agreed'),
      refused: one('children.refused'),
      withdrawn: one('children.withdrawn'),
      deletedWithoutConsent: one('deletions.done.noConsent'),
      grown: one('children.grown'),
    },
    requests: {
      opened: all('requests.opened.'),
      answered: all('requests.answered.'),
      withdrawn: one('requests.withdrawn'),
      medianDays: valueAt(steps('requests.days.'), 1 / 2),
      worstDays: valueAt(steps('requests.days.'), 1),
      late: one('requests.late'),
      extended: one('requests.extended'),
    },
    staff: { looks: one('staff.looks'), locks: one('staff.locks'), authorities: one('staff.authorities') },
  };
}

function shown(count: number): ReportedNumber {
  return count > 0 && count < smallest ? '<5' : count;
}

/** The value below or at which this part of a group lies; null without a group, hidden for a small one. */
function valueAt(steps: readonly { readonly value: number; readonly count: number }[], part: number): ReportedNumber | null {
  const total = steps.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  if (total < smallest) return '<5';
  let reached = 0;
  for (const { value, count } of steps.toSorted((a, b) => a.value - b.value)) {
    reached += count;
    if (reached >= total * part) return value;
  }
  return null;
}
