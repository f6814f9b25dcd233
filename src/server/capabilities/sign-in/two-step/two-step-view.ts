import type { TwoStepView } from '#contract/sign-in/two-step/two-step.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { TotpApp } from '#server/core/sign-in/two-step/totp-apps.ts';
import { secondStepsOf } from '#server/core/sign-in/ways/second-steps.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import type { TwoStepDeps } from './two-step-deps.ts';

/** The second steps of an account, and the browsers that skip them. */
export async function twoStepView(
  { evidence, access, placeOf }: TwoStepDeps & { readonly placeOf: PlaceOf },
  { visit }: Person,
  account: Account,
): Promise<TwoStepView> {
  const { twoStepAt, recoveryCodes, offersPasskeys: offerPasskeys, language } = account;
  const browsers = await access.trust.list(account, visit);
  return {
    enabled: twoStepAt !== null,
    since: timeOrNull(twoStepAt),
    methods: [...secondStepsOf(account)],
    totp: (await evidence.totp.list(account)).map(totpView),
    codes: { left: recoveryCodes.left, madeAt: timeOrNull(recoveryCodes.madeAt) },
    browsers: browsers.map(({ id, name, os, clientIp, until, isCurrent }) => {
      const { city, region } = placeOf(clientIp, language);
      return { id, name, os, place: city || region, until: new Date(until).toISOString(), current: isCurrent };
    }),
    offerPasskeys,
  };
}

export function totpView({ id, name, createdAt, lastUsedAt }: TotpApp): TwoStepView['totp'][number] {
  return { id, name, createdAt: new Date(createdAt).toISOString(), lastUsedAt: timeOrNull(lastUsedAt) };
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
