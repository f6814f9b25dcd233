import { keepFormerThing } from '#server/core/sign-in/former-things/former-things.ts';
import { provenBy } from '#server/core/sign-in/ways/taking.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { removeSocialAccount } from './social-accounts.guarded.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { keepsWayIn } from '#server/core/sign-in/ways/ways.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { type BindPlatformDeps, type ChangedAccount } from './bind-platform.ts';
import { tellOfSocialAccount } from './tell-of-social-account.ts';

/** The reason against unbinding a social account; '' if there is none. */
export function unbindObstacle(account: Account, platform: Platform): '' | 'notBound' | 'lastWayIn' {
  if (!account.socials.some((social) => social.platform === platform)) return 'notBound';
  return keepsWayIn(account, 'social') ? '' : 'lastWayIn';
}

/**
 * Removes a social account. Never the last way in: the rest must sign in and recover, which a phone or an email does.
 *
 * Is there one → is there another way in → is there a proof → one transaction: nothing has changed in the meantime,
 * proof spent, social account removed, notices, audit, the end of all other access: a session that began with it may
 * still be open.
 *
 * @throws {Refusal} badRequest with `required` where none is bound, lastWayIn, verificationNeeded, unauthorized
 */
export async function unbindPlatform(deps: BindPlatformDeps, person: Person, platform: Platform): Promise<ChangedAccount> {
  const {
    store: { db },
    evidence: { proofs },
    journal: { audit },
  } = deps;
  const { session, visit } = person;
  const { account, accountId } = session;
  const obstacle = unbindObstacle(account, platform);
  if (obstacle === 'notBound') throw ruleRefusal({ platform: 'required' });
  if (obstacle === 'lastWayIn') throw new Refusal('lastWayIn', { reason: 'the social account is the last way in' });
  const need = { action: 'unbindSocial', target: platform } as const;
  await proofs.require(session, need);
  return db.tx(async () => {
    await lockCredentials(db, session);
    const { taking } = await proofs.spend(session, need);
    await keepFormerThing(deps, account, { thing: { kind: 'social', platform }, by: taking });
    if (!(await removeSocialAccount(db, { accountId, platform })))
      throw new Refusal('lastWayIn', { reason: 'another removal of the social account came first' });
    await raiseVersion(db, accountId);
    await tellOfSocialAccount(deps.journal, { account, event: 'socialUnbound', platform, by: visit });
    const renewed = await deps.access.goOnAfter(need.action, person);
    const detail = { platform, ...provenBy(taking) };
    await audit.record({ event: 'social.unbound', accountId, sessionId: renewed.sessionId, origin: visit, detail });
    return { account: await readAccount(deps.identity, accountId), session: renewed };
  });
}
