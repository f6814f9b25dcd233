import { failureOf, type Failure } from '#web/lib/failure.ts';
import { useAccount } from './account.ts';

/** The failure of the account's data, if there is nothing older to show. */
export function useAccountFailure(): Failure | undefined {
  return failureOf(useAccount());
}
