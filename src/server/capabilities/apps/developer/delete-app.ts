import { limits } from '#contract/limits.ts';
import { endTransfersOf } from '#server/core/apps/developer/app-transfers.guarded.ts';
import { closeVersion } from '#server/core/apps/developer/app-versions.guarded.ts';
import { moveApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { day, hour } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { requirePlace } from './create-app.ts';
import { changeable, recordAct, requireOwnApp, requireState, type Developer, type DeveloperDeps } from './developer.ts';
import { endTokensOf } from '#server/core/apps/developer/end-tokens.repository.ts';

/**
 * Deletes an app: sign-ins stop and its tokens die now; for seven days it can be restored.
 * @throws {Refusal} notFound, appStateRefuses, badRequest with `name` unless the name is typed, verificationNeeded
 */
export async function deleteApp(
  deps: DeveloperDeps,
  developer: Developer,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<{ purgeAt: string }> {
  const { store, evidence, journal } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  requireState(app);
  if (!Object.values(app.client.name).includes(name.normalize())) throw ruleRefusal({ name: 'name' });
  // One that people never used takes nothing from anybody.
  const need = app.liveAt === null ? undefined : ({ action: 'appDelete', target: id } as const);
  if (need !== undefined) await evidence.proofs.require(session, need);
  const at = store.clock.now();
  const purgeAt = at + limits.appDeletionDays * day;
  await store.db.tx(async () => {
    if (need !== undefined) await evidence.proofs.redeem(session, need);
    // A version that waited for a reviewer is over: after a restore the app is tested, or live, again.
    const before = app.state === 'live' ? 'live' : 'test';
    const isMoved = await moveApp(store.db, {
      id,
      from: changeable,
      to: 'deleted',
      ownerId: session.accountId,
      before,
      rest: { purge_at: purgeAt },
    });
    if (!isMoved) throw new Refusal('appStateRefuses', { reason: 'the state has just changed' });
    await closeVersion(store.db, { clientId: id, from: ['draft', 'asked'], to: 'withdrawn', at });
    await endTransfersOf(store.db, id);
    await endTokensOf(store.db, id);
    await recordAct(deps, developer, { event: 'developer.app-deleted', client: id });
    await journal.notices.sendApp({ account: session.account, event: 'deleted', app: app.client.name, date: purgeAt });
  });
  return { purgeAt: new Date(purgeAt).toISOString() };
}

/**
 * Brings a deleted app back, as it was, without its tokens.
 * @throws {Refusal} notFound, appStateRefuses, appLimit
 */
export async function restoreApp(deps: DeveloperDeps, developer: Developer, id: string): Promise<OwnApp> {
  const { store } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  requireState(app, ['deleted']);
  const to = app.stateBefore === 'live' ? 'live' : 'test';
  await store.db.tx(async () => {
    await lockCredentials(store.db, session);
    await requirePlace(deps, session.accountId, to === 'test');
    const isMoved = await moveApp(store.db, {
      id,
      from: ['deleted'],
      to,
      ownerId: session.accountId,
      before: '',
      rest: { purge_at: null },
    });
    if (!isMoved) throw new Refusal('appStateRefuses', { reason: 'the state has just changed' });
    await recordAct(deps, developer, { event: 'developer.app-changed', client: id, fields: 'restored' });
  });
  return requireOwnApp(deps, session, id);
}

/** Removes deleted apps whose time has come, with all that belongs to them. */
export function purgeAppsJob(deps: DeveloperDeps): Job {
  return {
    everyMs: hour,
    removes: { rows: 'because their app was deleted by its developer', held: 'stay' },
    failure: 'Deleted apps were not removed.',
    run: () => purgeApps(deps),
  };
}

export async function purgeApps({ store, apps }: Pick<DeveloperDeps, 'store' | 'apps'>): Promise<void> {
  for (const id of await apps.own.due(store.clock.now())) {
    await store.db.tx(async () => {
      // Locks the row: an app that is restored at this moment stays.
      if (await moveApp(store.db, { id, from: ['deleted'], to: 'deleted' })) await apps.clients.remove(id);
    });
  }
}
