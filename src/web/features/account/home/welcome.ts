import { useQuery } from '@tanstack/react-query';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import { sharedStore } from '#web/lib/browser/browser.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useAccount } from '#web/widgets/account/account.ts';

const storageKey = 'name-later';
const queryKey = [storageKey] as const;
const askedMs = 7 * 86_400_000;

interface Asking {
  /** When the account was made that is not asked. */
  readonly later: string;
  /** Accounts from before are not new. */
  readonly since: number;
}

/** Whether the account is new and its person has yet to say what people should call them. */
export function useIsWelcomed(): boolean {
  const { data: account } = useAccount();
  const queryFn = (): Asking => ({ later: sharedStore.getItem(storageKey) ?? '', since: Date.now() - askedMs });
  const { data } = useQuery({ queryKey, queryFn, staleTime: Infinity });
  if (account === undefined || data === undefined || !isMadeUpNickname(account.nickname)) return false;
  return data.later !== account.createdAt && Date.parse(account.createdAt) > data.since;
}

/** This browser does not ask this account again. */
export function askNoMore(createdAt: string): void {
  sharedStore.setItem(storageKey, createdAt);
  accountCache.setQueryData<Asking>(queryKey, (before) => before && { ...before, later: createdAt });
}
