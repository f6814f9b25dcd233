import { grownDays } from '#contract/vocabulary/children.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import type { AgeQuestions } from '#server/core/account/agreements/asked-age.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import type { AgeGates } from '#server/platform/settings/accounts.ts';
import { keepGates } from './age-gates.repository.ts';
import { hasAgeFrom } from './birthdays.ts';

/**
 * Asks accounts for their age that have come without a gate of their region (ADR 109): a gate notes when it was switched on,
 * and nothing is written for an account before it answers. A birthday in the profile that is of age enough is an answer.
 */
export async function openAgeQuestions({ db, clock }: Pick<Store, 'db' | 'clock'>, gates: AgeGates): Promise<AgeQuestions> {
  const gated = regions.filter((region) => gates[region] !== undefined);
  const since = await keepGates(db, gated, clock.now());

  return {
    untilFor({ region, createdAt, birthday, age: { band } }, at) {
      const places = region === '' ? gated : gated.filter((place) => place === region);
      if (band !== '' || places.length === 0) return undefined;
      const isOld = birthday !== null && places.every((place) => hasAgeFrom(birthday, gates[place] ?? 0, place) <= at);
      return isOld ? undefined : Math.max(createdAt, ...places.map((place) => since.get(place) ?? at)) + grownDays.terms * day;
    },
  };
}
