import type { Identifier } from './identifier.ts';
import { isReserved } from './reserved-identifiers.repository.ts';
import { nameRests, type NamesDeps } from './resting-names.repository.ts';

/**
 * Whether an identifier that no account has cannot be taken all the same: it is kept for one that may get it back, or rests. Ask after the
 * insert: it has waited for the transaction that gave the identifier up, in which both begin.
 */
export async function isWithheld(deps: NamesDeps, identifier: Pick<Identifier, 'kind' | 'value'>): Promise<boolean> {
  return (await isReserved(deps.db, identifier)) || (await nameRests(deps, identifier));
}
