import { failureOf, type Failure } from '#web/lib/api/failure.ts';
import { useAccount } from './account.ts';

/** The failure of the account's data, if there is no older data to show. */
export function useAccountFailure(): Failure | undefined {
  return failureOf(useAccount());
}
