import { day, hour } from '#server/platform/clock.ts';
import type { Region } from '#contract/vocabulary/regions.ts';

/** The zone in which a day begins: UTC+8 in Mainland China; elsewhere the last zone of all, which is never too early. */
const zoneHours: Readonly<Record<Region, number>> = { CN: 8, DE: -12 };

/**
 * The moment from which a person has an age: the beginning of the day after the birthday, as Mainland China counts;
 * elsewhere that is a day later than needed. A person born on February 29 has the birthday on the 28th in other years.
 * `birthday` is YYYY-MM-DD, a real day.
 */
export function hasAgeFrom(birthday: string, age: number, region: Region): number {
  const [year = 0, month = 1, date = 1] = birthday.split('-').map(Number);
  const last = new Date(Date.UTC(year + age, month, 0)).getUTCDate();
  return Date.UTC(year + age, month - 1, Math.min(date, last)) + day - zoneHours[region] * hour;
}

/** The last day of childhood in that zone, YYYY-MM-DD, for texts: the day on which the moment falls. */
export function dayOf(moment: number, region: Region): string {
  return new Date(moment + zoneHours[region] * hour).toISOString().slice(0, 10);
}
