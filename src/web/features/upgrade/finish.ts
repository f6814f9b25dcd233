import { upgradeEndpoints } from '#contract/endpoints/upgrade.ts';
import type { BodyOf } from '#contract/schema.ts';
import type { upgradeSchemas } from '#contract/schemas/upgrade.ts';
import { call } from '#web/lib/api.ts';
import { navigate } from '#web/lib/navigation.ts';
import { forgetUpgrade, upgradeVisit } from '#web/widgets/upgrade-visit.ts';

type BindBody = BodyOf<(typeof upgradeSchemas)['bindLegacyAccount']>;

const donePage = '/register/result-center/upgrade';

/**
 * Merges the legacy account into the chosen one. A visitor signs in as ever afterwards.
 * @throws {RefusalError}
 */
export async function merge(): Promise<void> {
  const { target, choices } = upgradeVisit();
  await finish({ step: 'merge', target, choices: { ...choices } });
}

/**
 * Makes the legacy account an account of its own and signs it in.
 * @throws {RefusalError}
 */
export async function upgradeAlone(rest: Pick<BindBody, 'password' | 'region' | 'agreements'>): Promise<void> {
  await finish({ step: 'upgrade', ...rest });
}

async function finish(rest: Omit<BindBody, 'legacyId' | 'tickets'>): Promise<void> {
  const { legacyId, tickets } = upgradeVisit();
  await call(upgradeEndpoints.bindLegacyAccount, { body: { legacyId, tickets: [...tickets], ...rest } });
  forgetUpgrade();
  navigate(donePage, { replace: true });
}
