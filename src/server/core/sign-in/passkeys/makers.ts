import { readFileSync } from 'node:fs';

let names: ReadonlyMap<string, string> | undefined;

/**
 * The name of an authenticator or password manager by its model; '' when unknown. Only for display: nothing attests
 * the model. `tools/passkey-makers.ts` makes the list.
 */
export function makerOf(aaguid: string): string {
  if (names === undefined) {
    const list: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL('./makers.json', import.meta.url), 'utf8'));
    names = new Map(Object.entries(list));
  }
  return names.get(aaguid) ?? '';
}
