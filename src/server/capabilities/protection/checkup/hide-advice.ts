import { adviceRows, type Suggestion } from '#contract/protection/checkup/advice.words.ts';
import { rest } from '#server/core/protection/checkup/checkup-rests.repository.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';

/** Hides a suggestion for as long as its row says. */
export async function hideAdvice(
  { store: { db, clock } }: { readonly store: Pick<Store, 'db' | 'clock'> },
  { accountId }: Pick<Session, 'accountId'>,
  advice: Suggestion,
): Promise<void> {
  await rest(db, { accountId, advice, until: clock.now() + adviceRows[advice].restDays * day });
}
