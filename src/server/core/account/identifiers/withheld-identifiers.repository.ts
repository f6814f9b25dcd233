import type { Identifier } from './identifier.ts';
import { isReserved } from './reserved-identifiers.repository.ts';
import { nameRests, type NamesDeps } from './resting-names.repository.ts';

/**
 * Whether an unused identifier is unavailable because it is reserved or resting. Call it after the insert: the insert
 * waits for the transaction that gives the identifier up, and reservation and rest start in that transaction.
 */
export async function isWithheld(deps: NamesDeps, identifier: Pick<Identifier, 'kind' | 'value'>): Promise<boolean> {
  return (await isReserved(deps.db, identifier)) || (await nameRests(deps, identifier));
}
