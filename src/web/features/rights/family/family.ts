import { useQuery } from '@tanstack/react-query';
import { familyEndpoints } from '#contract/rights/family/family.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { accountKey, useIsAccountSettled } from '#web/widgets/account/account.ts';

export type Child = CallData<typeof familyEndpoints.listChildren>['children'][number];
export type Invitation = CallData<typeof familyEndpoints.openInvitation>;

const childrenKey = ['family', 'children'] as const;

export function useChildren() {
  return useQuery({
    queryKey: childrenKey,
    queryFn: ({ signal }) => call(familyEndpoints.listChildren, { signal }),
    enabled: useIsAccountSettled(),
  });
}

export function useGuardians() {
  return useQuery({
    queryKey: ['family', 'guardians'],
    queryFn: ({ signal }) => call(familyEndpoints.showGuardians, { signal }),
    enabled: useIsAccountSettled(),
  });
}

export async function refreshFamily(): Promise<void> {
  await accountCache.invalidateQueries({ queryKey: ['family'] });
  await accountCache.invalidateQueries({ queryKey: accountKey });
}
