import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { activityEndpoints } from '#contract/protection/activity/activity.ts';
import { isQuestion } from '#contract/protection/checkup/advice.words.ts';
import { checkupEndpoints } from '#contract/protection/checkup/checkup.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useLanguage } from '#web/lib/texts/i18n.tsx';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';
import { useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';

export type Checkup = CallData<typeof checkupEndpoints.showCheckup>;

/** A question or a suggestion. */
export type Point = Checkup['items'][number];

const checkupKey = ['checkup'] as const;

/** Questions that this page has answered: each stays as a line until the person goes. */
const answeredKey = ['answered'] as const;

/** The one answer to whether the account is safe: for the home, the Security page and the menu. */
export function useCheckup(): UseQueryResult<Checkup> {
  const language = useLanguage();
  return useQuery({
    queryKey: [...checkupKey, language],
    queryFn: ({ signal }) => call(checkupEndpoints.showCheckup, { signal }),
    enabled: useIsAccountSettled(),
    refetchOnWindowFocus: 'always',
  });
}

/** The number of questions that wait for an answer. */
export function useOpenQuestions(): number {
  return questionsOf(useCheckup().data).length;
}

export function questionsOf(checkup: Checkup | undefined): readonly Point[] {
  return checkup?.items.filter(({ advice }) => isQuestion(advice)) ?? [];
}

/** The suggestions that this browser can follow. */
export function useSuggestions(): readonly Point[] {
  const canUsePasskeys = useCanUsePasskeys();
  const { data } = useCheckup();
  return data?.items.filter(({ advice, action }) => !isQuestion(advice) && (canUsePasskeys || action !== 'addPasskey')) ?? [];
}

/** The ids of what was answered here. */
export function useAnswered(): readonly string[] {
  // Only `sayMe` writes it.
  const queryFn = () => accountCache.getQueryData<readonly string[]>(answeredKey) ?? [];
  return useQuery({ queryKey: answeredKey, queryFn, initialData: [], staleTime: Infinity }).data;
}

/** Subject of a question: the id of its event or request. */
export function subjectOf({ event, claim }: Point): string {
  return event?.id ?? claim?.id ?? '';
}

/** Says that an event or a request was the owner, and takes the question away. */
export async function sayMe(id: string): Promise<void> {
  await call(activityEndpoints.answerActivity, { body: { id, answer: 'me' } });
  accountCache.setQueryData<readonly string[]>(answeredKey, (ids = []) => [...ids, id]);
  await renewCheckup();
}

/** After an act that settles a point. */
export async function renewCheckup(): Promise<void> {
  await Promise.all([checkupKey, ['activity']].map((queryKey) => accountCache.invalidateQueries({ queryKey })));
}
