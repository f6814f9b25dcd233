import { hash } from 'node:crypto';
import { activityEvents } from '#contract/protection/activity/activity.words.ts';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';

/** Parts of a detail that name a member of staff. */
const staffNames = ['operator', 'second', 'member'] as const;

/** Whether an event of the trail is an act of staff. */
export function isByStaff(detail: string): boolean {
  return detailTexts(detail)['operator'] !== undefined;
}

const shown: ReadonlySet<unknown> = new Set(activityEvents());

const [hold, authority] = ['data.hold', 'authority'] as const;

/** Every row that its person may not have contains one of these in its detail. */
export const untoldTexts = [hold, authority];

/**
 * Whether its person may have a row of the trail. During a hold that the law hides they have no more acts for an authority than in their
 * list; requests of members for a hold they never have.
 */
export function toldToOwner({ event, detail }: Readonly<Record<string, unknown>>, isQuiet: boolean): boolean {
  const { act, reason } = typeof detail === 'string' ? detailTexts(detail) : {};
  return act !== hold && !(isQuiet && reason === authority && !shown.has(event));
}

/**
 * A row of the trail as its person may have it: members of staff by pseudonyms, and without the network of their desk. A
 * row that was copied before stays as it is.
 */
export function withoutStaff<Row extends Readonly<Record<string, unknown>>>(row: Row, accountId: string): Row {
  const { detail } = row;
  if (typeof detail !== 'string' || !isByStaff(detail)) return row;
  const parts: Readonly<Record<string, unknown>> = JSON.parse(detail);
  const hidden = staffNames.flatMap((part) => {
    const name = parts[part];
    return typeof name === 'string' && name !== '' && !isPseudonym(name) ? [[part, pseudonymOf(accountId, name)] as const] : [];
  });
  return { ...row, client_ip: '', detail: JSON.stringify({ ...parts, ...Object.fromEntries(hidden) }) };
}

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ';
const digits = '23456789';

/**
 * Stands for a member of staff towards one account, such as `K4`: it tells two of them apart in most cases, and with 176
 * values it reveals no name to somebody who guesses names.
 */
export function pseudonymOf(accountId: string, operator: string): string {
  const [first = 0, second = 0] = hash('sha256', `${accountId} ${operator}`, 'buffer');
  return `${letters.charAt(first % letters.length)}${digits.charAt(second % digits.length)}`;
}

/** Whether a name is a pseudonym already: a copy of a copy keeps it. A real name of this form reveals nobody. */
function isPseudonym(name: string): boolean {
  return name.length === 2 && letters.includes(name.charAt(0)) && digits.includes(name.charAt(1));
}
