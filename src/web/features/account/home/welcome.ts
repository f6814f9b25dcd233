import { useQuery } from '@tanstack/react-query';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import { sharedStore } from '#web/lib/browser/browser.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useAccount } from '#web/widgets/account/account.ts';

const storageKey = 'name-later';
const queryKey = [storageKey] as const;
const askedMs = 7 * 86_400_000;

/** Whether the account is new and its person has yet to say what people should call them. */
export function useIsWelcomed(): boolean {
  const { data: account } = useAccount();
  const { data: later } = useQuery({ queryKey, queryFn: () => sharedStore.getItem(storageKey) ?? '', staleTime: Infinity });
  if (account === undefined || later === undefined || !isMadeUpNickname(account.nickname)) return false;
  return later !== account.createdAt && Date.now() - Date.parse(account.createdAt) < askedMs;
}

/** This browser does not ask this account again. */
export function askNoMore(createdAt: string): void {
  sharedStore.setItem(storageKey, createdAt);
  accountCache.setQueryData(queryKey, createdAt);
}
