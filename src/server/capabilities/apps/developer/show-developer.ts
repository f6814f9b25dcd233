import type { DataOf } from '#contract/schema.ts';
import { limits } from '#contract/limits.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { developerSchemas } from '#contract/apps/developer/developer.schemas.ts';
import { developerAgreement, requireDeveloperAgreement } from '#server/core/account/agreements/agreements.ts';
import { hasDeveloperConsent, recordDeveloperConsent } from '#server/core/account/agreements/consents.repository.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { reviewTimes } from '#server/core/apps/developer/app-versions.guarded.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { day } from '#server/platform/clock.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import type { Developer, DeveloperDeps } from './developer.ts';
import { summarize } from './developer.repository.ts';
import { isInvited } from './may-develop.ts';

type Shown = DataOf<(typeof developerSchemas)['showDeveloper']>;

/** The entry of the Developer Center: also for an account that has not begun, or may not. */
export async function showDeveloper(deps: DeveloperDeps, { accountId, account }: Session): Promise<Shown> {
  const { store, apps, developers } = deps;
  const at = store.clock.now();
  const open = isInvited(developers, account);
  const started = open && (await hasDeveloperConsent(store.db, accountId));
  const own = started ? await apps.own.list(accountId) : [];
  const { signIns, failing } = await summarize(store.db, { ownerId: accountId, usageSince: at - 7 * day, failuresSince: at - day });
  return {
    open,
    started,
    agreement: developerAgreement.version,
    contact: account.emailShown === null ? '' : maskEmail(account.emailShown),
    limits: { test: limits.appsInTest, all: limits.apps },
    review: await usualReview(deps),
    apps: own.map(({ client, state }) => ({
      clientID: client.id,
      name: client.name,
      icon: client.icon,
      kind: client.kind,
      state,
      signIns7: signIns.get(client.id) ?? 0,
      failing: failing.has(client.id),
    })),
    offered: open ? await offersFor(deps, accountId) : [],
  };
}

async function usualReview({ store: { db } }: DeveloperDeps): Promise<Shown['review']> {
  const times = (await reviewTimes(db)).toSorted((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)];
  return median === undefined ? null : { days: Math.max(1, Math.ceil(median / day)) };
}

async function offersFor({ store, apps, identity }: DeveloperDeps, accountId: string): Promise<Shown['offered']> {
  const offers = await apps.transfers.listFor({ accountId, at: store.clock.now() });
  const shown = await Promise.all(
    offers.map(async ({ id, client_id: clientId, from_id: fromId, expires_at: expiresAt }) => {
      const app: OwnApp | undefined = await apps.own.findOf(fromId, clientId);
      const owner = await identity.accounts.findById(fromId);
      if (app === undefined || owner === undefined) return [];
      const { name, icon } = app.client;
      return [{ id, clientID: clientId, name, icon, owner: owner.nickname, expiresAt: new Date(expiresAt).toISOString() }];
    }),
  );
  return shown.flat();
}

/**
 * Accepts the developer agreement.
 * @throws {Refusal} developerClosed, agreementChanged; badRequest with `contact` for an account without an email
 */
export async function beginDeveloper(deps: DeveloperDeps, { session, origin }: Developer, agreement: string): Promise<void> {
  const { store, journal } = deps;
  const { accountId, sessionId, account } = session;
  if (!isInvited(deps.developers, account)) throw new Refusal('developerClosed', { reason: 'not invited' });
  requireDeveloperAgreement(agreement);
  if (account.emailShown === null) throw ruleRefusal({ contact: 'required' });
  await store.db.tx(async () => {
    await lockCredentials(store.db, session);
    if (await hasDeveloperConsent(store.db, accountId)) return;
    await recordDeveloperConsent(store.db, { accountId, region: account.region, language: session.language, at: store.clock.now() });
    await journal.audit.record({ event: 'developer.began', accountId, sessionId, origin, detail: { agreement } });
  });
}
