import { upgradeEndpoints } from '#contract/account/upgrade/upgrade.ts';
import type { BodyOf } from '#contract/schema.ts';
import type { upgradeSchemas } from '#contract/account/upgrade/upgrade.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { keepShownLanguage } from '#web/lib/texts/language.ts';
import { navigate } from '#web/lib/page/router.ts';
import type { Captcha } from '#web/widgets/captcha/captcha.ts';
import { forgetUpgrade, upgradeVisit } from '#web/widgets/upgrade/upgrade-visit.ts';

type BindBody = BodyOf<(typeof upgradeSchemas)['bindLegacyAccount']>;

const donePage = '/register/result-center/upgrade';

/**
 * Merges the legacy account into the chosen one. A visitor then signs in with the usual methods.
 * @throws {RefusalError}
 */
export async function merge(): Promise<void> {
  const { target, choices } = upgradeVisit();
  await send({ step: 'merge', target, choices: { ...choices } });
  finish();
}

/**
 * Makes the legacy account an independent account and signs it in. Does nothing if the person closed the captcha.
 * @throws {RefusalError}
 */
export async function upgradeAlone(captcha: Captcha, rest: Pick<BindBody, 'password' | 'region' | 'agreements'>): Promise<void> {
  // The next page is a new document of an account with possibly another language.
  await keepShownLanguage();
  const upgraded = await captcha.proveIfAsked((validate) =>
    send({ step: 'upgrade', ...rest, ...(validate === undefined ? {} : { validate }) }),
  );
  if (upgraded !== undefined) finish();
}

function send(rest: Omit<BindBody, 'legacyId' | 'tickets'>) {
  const { legacyId, tickets } = upgradeVisit();
  return call(upgradeEndpoints.bindLegacyAccount, { body: { legacyId, tickets: [...tickets], ...rest } });
}

function finish(): void {
  forgetUpgrade();
  navigate(donePage, { replace: true });
}
