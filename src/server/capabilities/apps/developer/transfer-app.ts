import { limits } from '#contract/limits.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { endTransfer, endTransfersOf } from '#server/core/apps/developer/app-transfers.guarded.ts';
import { giveApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import { endTokensOf } from '#server/core/apps/developer/end-tokens.repository.ts';
import { handOver } from '#server/core/apps/developer/hand-over.ts';
import { closeVersion } from '#server/core/apps/developer/app-versions.guarded.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { day } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { requirePlace } from './create-app.ts';
import { countUse, recordAct, requireOwnApp, requireState, type Developer, type DeveloperDeps } from './developer.ts';
import { pauseStreams } from './streams.ts';
import { findNamed, readAccountName } from './testers.ts';

const offerMs = limits.transferDays * day;

/**
 * Offers an app to another account for seven days. The answer is the same for an account that does not exist.
 * @throws {Refusal} notFound, appStateRefuses, badRequest, verificationNeeded, tooFrequent
 */
export async function askTransfer(
  deps: DeveloperDeps,
  developer: Developer,
  { id, to }: { readonly id: string; readonly to: string },
): Promise<{ expiresAt: string }> {
  const { store, apps, evidence, journal } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  requireState(app, ['test', 'live']);
  const typed = readAccountName(to);
  if (typed === undefined) throw ruleRefusal({ to: 'regex' });
  const need = { action: 'appTransfer', target: id } as const;
  await evidence.proofs.require(session, need);
  await countUse(deps, developer, { of: 'transfers', limit: limits.transfersPerDay });
  const named = await findNamed(deps, session, typed);
  const other = named?.id === session.accountId ? undefined : named;
  const at = store.clock.now();
  const expiresAt = at + offerMs;
  await store.db.tx(async () => {
    await evidence.proofs.redeem(session, need);
    await endTransfersOf(store.db, id);
    const rest = { state: 'open', expires_at: expiresAt, open: id } as const;
    await apps.transfers.add({ id: newId(), client_id: id, from_id: session.accountId, to_id: other?.id ?? null, ...rest });
    await recordAct(deps, developer, { event: 'developer.transfer-asked', client: id });
    const isTold = other !== undefined && other.emailShown !== null;
    const account = isTold ? other : session.account;
    const values = { owner: session.account.nickname };
    await journal.notices.sendApp({ account, event: 'transferAsked', app: app.client.name, values, date: expiresAt, discard: !isTold });
  });
  return { expiresAt: new Date(expiresAt).toISOString() };
}

/** @throws {Refusal} notFound */
export async function withdrawTransfer(deps: DeveloperDeps, { session }: Developer, id: string): Promise<void> {
  await requireOwnApp(deps, session, id);
  await deps.store.db.tx(() => endTransfersOf(deps.store.db, id));
}

/**
 * Takes an app over: the former owner loses it and its testers at once, its secrets and keys end within seven days, replaced ones at once, tokens
 * end, its streams wait for the new owner, and the domain has to be proven again. Nobody new can allow it until the new
 * owner has met the conditions of a live app; people who have allowed it are asked again. Two calls take it once.
 * @throws {Refusal} notFound for an offer to somebody else, appLimit, verificationNeeded; appStateRefuses if the app
 * has changed hands or state
 */
export async function acceptTransfer(deps: DeveloperDeps, developer: Developer, transferId: string): Promise<{ clientID: string }> {
  const { store, apps, identity, evidence } = deps;
  const { session } = developer;
  const at = store.clock.now();
  const offer = await apps.transfers.findFor({ id: transferId, accountId: session.accountId, at });
  const app = offer && (await apps.own.findOf(offer.from_id, offer.client_id));
  if (offer === undefined || app === undefined) throw new Refusal('notFound', { reason: 'no offer to this account' });
  if (session.account.emailShown === null) throw ruleRefusal({ contact: 'required' });
  const { id } = app.client;
  const need = { action: 'appTransfer', target: id } as const;
  await evidence.proofs.require(session, need);
  const former = await identity.accounts.findById(offer.from_id);
  const client = handOver(app.client, { contact: session.account.emailShown, keysEndAt: at + offerMs, movedAt: at });
  await store.db.tx(async () => {
    await lockCredentials(store.db, session);
    await evidence.proofs.redeem(session, need);
    await requirePlace(deps, session.accountId, app.liveAt === null);
    const isTaken =
      (await endTransfer(store.db, { id: offer.id, to: 'accepted', at })) &&
      (await giveApp(store.db, { client, from: offer.from_id, to: session.accountId }));
    if (!isTaken) throw new Refusal('appStateRefuses', { reason: 'the offer is over' });
    await closeVersion(store.db, { clientId: id, from: ['draft', 'asked'], to: 'withdrawn', at });
    await apps.clients.secrets.endReplaced({ clientId: id, at });
    await apps.clients.secrets.endOthers({ clientId: id, endsAt: at + offerMs });
    await apps.testers.removeOf(id);
    await endTokensOf(store.db, id);
    await apps.consents.askAgain(id);
    await pauseStreams(deps, id);
    await recordAct(deps, developer, { event: 'developer.transfer-done', client: id });
    for (const account of [session.account, former]) await tellMoved(deps, { account, app: client.name, owner: session.account.nickname });
  });
  return { clientID: id };
}

async function tellMoved(
  { journal }: DeveloperDeps,
  {
    account,
    app,
    owner,
  }: { readonly account: Account | undefined; readonly app: Readonly<Record<Language, string>>; readonly owner: string },
): Promise<void> {
  if (account !== undefined) await journal.notices.sendApp({ account, event: 'moved', app, values: { owner } });
}

/** @throws {Refusal} notFound for an offer to somebody else */
export async function refuseTransfer({ store, apps }: Pick<DeveloperDeps, 'store' | 'apps'>, accountId: string, id: string): Promise<void> {
  const at = store.clock.now();
  const offer = await apps.transfers.findFor({ id, accountId, at });
  const isEnded = offer !== undefined && (await endTransfer(store.db, { id, to: 'refused', at }));
  if (!isEnded) throw new Refusal('notFound', { reason: 'no offer to this account' });
}
