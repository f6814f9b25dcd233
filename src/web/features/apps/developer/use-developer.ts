import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import type { Opened } from '#web/ui/feedback/dialog.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

/** The person's place in the Developer Center, with the list of their apps. */
export type Developer = CallData<typeof developerEndpoints.showDeveloper>;

/** An app as its owner sees it. */
export type OwnApp = CallData<typeof developerEndpoints.showOwnApp>;

/** A dialog about an app. */
export interface AppDialogProps extends Opened {
  readonly app: OwnApp;
}

const developerKey = ['developer'] as const;
const appKey = (id: string): readonly string[] => ['developer-app', id];

/** Waits for the account, which every page shows first. */
export function useDeveloper(): UseQueryResult<Developer> {
  const enabled = useIsAccountSettled();
  return useQuery({ queryKey: developerKey, queryFn: ({ signal }) => call(developerEndpoints.showDeveloper, { signal }), enabled });
}

/** One own app. */
export function useApp(id: string): UseQueryResult<OwnApp> {
  const enabled = useIsAccountSettled() && id !== '';
  return useQuery({
    queryKey: appKey(id),
    queryFn: ({ signal }) => call(developerEndpoints.showOwnApp, { params: { id }, signal }),
    enabled,
  });
}

/** Shows an app as the server has just described it; the list is asked for again when it is shown. */
export function showApp(app: OwnApp): void {
  accountCache.setQueryData(appKey(app.clientID), app);
  forgetList();
}

/** The app has changed in a way that the answer did not describe. */
export async function reloadApp(id: string): Promise<void> {
  forgetList();
  await accountCache.invalidateQueries({ queryKey: appKey(id) });
}

/** The list is out of date. */
export function forgetList(): void {
  void accountCache.invalidateQueries({ queryKey: developerKey });
}

/**
 * The app that another window has changed meanwhile, from the refusal of a write (3043). Undefined for another
 * failure.
 */
export function otherVersion(error: unknown): OwnApp | undefined {
  // The contract's refusal carries the app as the call that shows it does.
  return isRefusal(error, 'changedElsewhere') ? (error.data['app'] as OwnApp | undefined) : undefined;
}
