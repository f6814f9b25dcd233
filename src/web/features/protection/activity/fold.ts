import type { ActivityEvent } from '#contract/protection/activity/activity.words.ts';
import type { Entry } from './activity.ts';

/** One act of a person as one row: the event that counts, equal events beside it, and the events that led to it. */
export interface Intention {
  readonly entry: Entry;
  /** Other events of the same kind in the same browser within ten minutes, the newest first. */
  readonly alike: readonly Entry[];
  /** Events that led to it, the oldest first. */
  readonly steps: readonly Entry[];
}

const minute = 60_000;

/** Proofs serve an act. */
const proofs: ReadonlySet<ActivityEvent> = new Set<ActivityEvent>(['proof.issued', 'recovery.proven', 'sign-in.second-step']);

const signIns: ReadonlySet<ActivityEvent> = new Set<ActivityEvent>([
  'sign-in.password',
  'sign-in.code',
  'sign-in.social',
  'sign-in.passkey',
  'sign-in.qr',
]);

/** How long before the act it served an event may lie, in milliseconds; undefined for one that stands for itself. */
function reachOf({ event, asks, isOwn }: Entry): number | undefined {
  if (proofs.has(event)) return 10 * minute;
  return signIns.has(event) && !asks && !isOwn ? 2 * minute : undefined;
}

/**
 * Events, newest first, as rows. A proof goes into the act that it served, a sign-in into the first act after it, equal
 * acts into one row; an alarm stays a separate row. No event is lost.
 */
export function fold(entries: readonly Entry[]): readonly Intention[] {
  const rows: { entry: Entry; alike: Entry[]; steps: Entry[] }[] = [];
  // From the oldest on, so that each finds the act that follows it.
  const waiting: Entry[] = [];
  for (const entry of entries.toReversed()) {
    if (reachOf(entry) !== undefined && entry.by !== '') {
      waiting.push(entry);
      continue;
    }
    const steps = waiting.filter((step) => serves(step, entry));
    for (const step of steps) waiting.splice(waiting.indexOf(step), 1);
    const same = rows.toReversed().find((row) => isAlike(row.entry, entry));
    if (same === undefined) rows.push({ entry, alike: [], steps });
    else {
      same.alike.unshift(same.entry);
      same.entry = entry;
      same.steps.push(...steps);
    }
  }
  for (const entry of waiting) rows.push({ entry, alike: [], steps: [] });
  return rows.toSorted((one, other) => Date.parse(other.entry.at) - Date.parse(one.entry.at));
}

function serves(step: Entry, act: Entry): boolean {
  const reach = reachOf(step) ?? 0;
  return step.by === act.by && Date.parse(act.at) - Date.parse(step.at) <= reach;
}

function isAlike(one: Entry, other: Entry): boolean {
  const apart = Math.abs(Date.parse(other.at) - Date.parse(one.at));
  return one.event === other.event && one.by === other.by && one.by !== '' && !one.asks && !other.asks && apart <= 10 * minute;
}
