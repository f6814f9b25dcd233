import { useQuery } from '@tanstack/react-query';
import { desktopEndpoints } from '#contract/apps/desktop/desktop.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

/** A computer on which a program uses the account. */
export type Computer = CallData<typeof desktopEndpoints.listPrograms>[number]['devices'][number];

export const programsKey = ['programs'] as const;

/** Programs of the person's computers that use the account. No page waits for them. */
export function usePrograms() {
  return useQuery({
    queryKey: programsKey,
    queryFn: ({ signal }) => call(desktopEndpoints.listPrograms, { signal }),
    enabled: useIsAccountSettled(),
  });
}
