import { grownDays, type GrownChoice } from '#contract/vocabulary/children.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { forgetProfile } from '#server/core/account/accounts/forget-profile.repository.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { answerGrown } from '#server/core/rights/family/children.guarded.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { endDevicesOfApp } from '#server/core/protection/devices/devices.guarded.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface GrownDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly apps: Pick<Apps, 'consents'>;
  readonly journal: Pick<Journal, 'audit'>;
}

/** Until when the owner of a child's account may choose; undefined without a choice. */
export function choiceOfGrown({ age: { grownAt, grownAnswer } }: Pick<Account, 'age'>, at: number): number | undefined {
  if (grownAt === null || grownAnswer !== '') return undefined;
  const until = grownAt + grownDays.choice * day;
  return at < until ? until : undefined;
}

/**
 * Answer of the owner about everything that was added before the end of childhood. `clean` ends the access of all apps and
 * removes the avatar and the birthday.
 * @throws {Refusal} tokenError (1022) for a second answer, after 90 days, and for every other account
 */
export async function keepOrClean(
  { store: { db, clock }, apps: { consents }, journal: { audit } }: GrownDeps,
  { accountId, sessionId }: Session,
  { choice, visit }: { readonly choice: GrownChoice; readonly visit: Visit },
): Promise<void> {
  const at = clock.now();
  await db.tx(async () => {
    await lockAccount(db, accountId);
    if (!(await answerGrown(db, { accountId, choice, at, since: at - grownDays.choice * day })))
      throw new Refusal('tokenError', { reason: 'nothing to choose' });
    await audit.record({ event: 'child.chose', accountId, sessionId, origin: visit, detail: { choice } });
    if (choice === 'keep') return;
    for (const { clientId } of await consents.list(accountId)) {
      await consents.remove({ accountId, clientId });
      await endDevicesOfApp(db, { accountId, clientId, at });
      await audit.record({ event: 'app.canceled', accountId, sessionId, origin: visit, detail: { client: clientId } });
    }
    await forgetProfile(db, accountId);
  });
}
