import { useQuery } from '@tanstack/react-query';
import { hasChoice, noticeGroups, type NoticeChoice, type NoticeGroup } from '#contract/protection/notices/notice-kinds.words.ts';
import { noticesEndpoints } from '#contract/protection/notices/notices.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type Chosen = CallData<typeof noticesEndpoints.showNotices>;

export const noticesKey = ['notices'] as const;

/** How the account is told. The choice waits for the account, which every page shows first. */
export function useNotices() {
  return useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(noticesEndpoints.showNotices, { signal }),
    enabled: useIsAccountSettled(),
  });
}

/** By which channels notices come. */
export const choices = {
  mail: { mail: true, sms: false },
  sms: { mail: false, sms: true },
  both: { mail: true, sms: true },
} as const satisfies Readonly<Record<string, NoticeChoice[NoticeGroup]>>;

export type Choice = keyof typeof choices;

/** The groups with a choice; the notices of the others always come by both. */
export const chosenGroups: readonly NoticeGroup[] = noticeGroups.filter(hasChoice);

/** The choice of a group. */
export function choiceOf({ mail, sms }: NoticeChoice[NoticeGroup]): Choice {
  return mail && sms ? 'both' : sms ? 'sms' : 'mail';
}

/** The choice of all groups, or that each has its own. */
export function choiceOfAll(groups: NoticeChoice): Choice | 'byType' {
  const [first = 'mail', ...others] = new Set(chosenGroups.map((group) => choiceOf(groups[group])));
  return others.length > 0 ? 'byType' : first;
}

/** All groups by the same channels; those without a choice stay as they are. */
export function withAll(groups: NoticeChoice, choice: Choice): NoticeChoice {
  return { ...groups, ...Object.fromEntries(chosenGroups.map((group) => [group, choices[choice]])) };
}
