import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { twoStepEndpoints } from '#contract/sign-in/two-step/two-step.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { TwoStepView } from '#contract/sign-in/two-step/two-step.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { accountKey, useIsAccountSettled } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';

/** The key of the second steps in the cache. */
const twoStepKey = ['two-step'] as const;

/** The second steps of the account, and the browsers that skip them. */
export function useTwoStep(): UseQueryResult<TwoStepView> {
  const enabled = useIsAccountSettled();
  return useQuery({ queryKey: twoStepKey, queryFn: ({ signal }) => call(twoStepEndpoints.twoStep, { signal }), enabled });
}

/** After a change here; without the new account it is read again. */
export async function refreshTwoStep(account?: AccountView): Promise<void> {
  if (account === undefined) await accountCache.invalidateQueries({ queryKey: accountKey });
  else accountCache.setQueryData<AccountView>(accountKey, account);
  await accountCache.invalidateQueries({ queryKey: twoStepKey });
}

export function keepTwoStep(view: TwoStepView): void {
  accountCache.setQueryData<TwoStepView>(twoStepKey, view);
}
