import { limits } from '#contract/limits.ts';
import {
  askVersion,
  closeVersion,
  findOpenVersion,
  withdrawVersion,
  writeDraft,
} from '#server/core/apps/developer/app-versions.guarded.ts';
import { moveApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import type { OwnApp, ScopeReason } from '#server/core/apps/developer/own-apps.repository.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { countUse, recordAct, requireOwnApp, requireState, type Developer, type DeveloperDeps } from './developer.ts';
import { todoOf } from './own-app-view.ts';
import { needsReview } from './may-develop.ts';

/**
 * Asks to let an app, or the draft of a live one, go to people. Where the operator wants no review, it goes at once.
 * @throws {Refusal} notFound; domainNotProven; appStateRefuses with `data.todo` while something is left to do;
 * tooFrequent; verificationNeeded where it goes live at once
 */
export async function askReview(
  deps: DeveloperDeps,
  developer: Developer,
  { id, reasons }: { readonly id: string; readonly reasons: readonly ScopeReason[] },
): Promise<OwnApp> {
  const { store, apps, evidence } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  requireState(app, ['test', 'live']);
  await requireDone(deps, app);
  // Where nobody reviews it, its makers put it before people.
  const goesLive = app.state === 'test' && (await findOpenVersion(store.db, id)) === undefined && !needsReview(deps.developers, app);
  const need = goesLive ? ({ action: 'appAddresses', target: id } as const) : undefined;
  if (need !== undefined) await evidence.proofs.require(session, need);
  await countUse(deps, developer, { of: 'reviews', limit: limits.reviewsPerDay });
  const at = store.clock.now();
  await store.db.tx(async () => {
    if (need !== undefined) await evidence.proofs.redeem(session, need);
    if (reasons.length > 0) await apps.own.setReasons(id, reasons);
    const isAsked = await (app.state === 'test' ? askForApp(deps, app, at) : askVersion(store.db, { clientId: id, at }));
    if (!isAsked) throw new Refusal('appStateRefuses', { reason: 'nothing to review' });
    await recordAct(deps, developer, { event: 'developer.review-asked', client: id });
  });
  return requireOwnApp(deps, session, id);
}

async function askForApp({ store: { db }, developers }: DeveloperDeps, app: OwnApp, at: number): Promise<boolean> {
  const { id } = app.client;
  const from = ['test'] as const;
  const open = await findOpenVersion(db, id);
  if (open === undefined && !needsReview(developers, app))
    return moveApp(db, { id, from, to: 'live', ownerId: app.ownerId, rest: { live_at: app.liveAt ?? at } });
  return (
    (await moveApp(db, { id, from, to: 'review', ownerId: app.ownerId })) &&
    (open !== undefined || (await writeDraft(db, { clientId: id, changes: '{}' }))) &&
    askVersion(db, { clientId: id, at })
  );
}

async function requireDone(deps: DeveloperDeps, app: OwnApp): Promise<void> {
  const left = (await todoOf(deps, app)).filter(({ done }) => !done).map(({ task }) => task);
  if (left.length === 0) return;
  if (left.length === 1 && left[0] === 'domain') throw new Refusal('domainNotProven');
  throw new Refusal('appStateRefuses', { reason: 'tasks are left', data: { todo: left } });
}

/**
 * Takes a request for review back.
 * @throws {Refusal} notFound, appStateRefuses
 */
export async function withdrawReview(deps: DeveloperDeps, developer: Developer, id: string): Promise<OwnApp> {
  const { db, clock } = deps.store;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  await db.tx(async () => {
    const isBack = app.state === 'review' ? await backToTest() : app.state === 'live' && (await withdrawVersion(db, id));
    if (!isBack) throw new Refusal('appStateRefuses', { reason: 'nothing is in review' });
  });
  return requireOwnApp(deps, session, id);

  async function backToTest(): Promise<boolean> {
    const open = await findOpenVersion(db, id);
    const end = { clientId: id, id: open?.id ?? '', from: ['asked'], to: 'withdrawn', at: clock.now() } as const;
    const isBack = open !== undefined && (app.liveAt === null ? await closeVersion(db, end) : await withdrawVersion(db, id));
    return isBack && moveApp(db, { id, from: ['review'], to: 'test', ownerId: session.accountId });
  }
}
