import type { BodyOf } from '#contract/schema.ts';
import type { developerSchemas } from '#contract/apps/developer/developer.schemas.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { scopes as allScopes } from '#contract/vocabulary/scopes.ts';
import { findOpenVersion, closeVersion, writeDraft } from '#server/core/apps/developer/app-versions.guarded.ts';
import { changeOwnApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { withSector } from './addresses/check-sector.ts';
import { checkSettings } from './check-settings.ts';
import { changeable, recordAct, requireOwnApp, requireState, type Developer, type DeveloperDeps } from './developer.ts';
import { needsReview } from './may-develop.ts';
import { divideChange, readChanges, withChanges, type Changes } from '#server/core/apps/developer/reviewed.ts';
import { ownAppView } from './own-app-view.ts';

export type AppChange = BodyOf<(typeof developerSchemas)['changeApp']>;

/**
 * Changes settings of an app. On a live app, what people were shown waits beside the running version.
 *
 * Rules → is it the version that the form was made from → are addresses of a live app proven → one transaction: proof
 * spent, description and draft written, audit, mail.
 *
 * @throws {Refusal} notFound, appStateRefuses, badRequest with rules, sensitiveWords, verificationNeeded;
 * changedElsewhere with `data.app` when another change came first
 */
export async function changeApp(
  deps: DeveloperDeps,
  developer: Developer,
  { id, change }: { readonly id: string; readonly change: AppChange },
) {
  const app = await requireOwnApp(deps, developer.session, id);
  requireState(app);
  if (app.version !== change.version) throw await changedElsewhere(deps, app);
  const before = await presentOf(deps, app);
  const described = wantedOf(before, change, app);
  const { accountId } = developer.session;
  const names = [...app.grantedNames, ...Object.values(app.client.name)];
  await checkSettings(deps, described, { ownerId: accountId, names });
  const wanted = await withSector(deps, { before, wanted: described, developer, isFixed: app.liveAt !== null });
  return writeChange(deps, developer, { app, wanted, reasons: change.reasons });
}

/** The description as its developer sees it: the draft of a live app, where there is one. */
export async function presentOf({ store }: Pick<DeveloperDeps, 'store'>, { client, liveAt }: OwnApp): Promise<OpenidClient> {
  const draft = liveAt === null ? undefined : await findOpenVersion(store.db, client.id);
  return draft === undefined ? client : withChanges(client, readChanges(draft.changes));
}

/** Writes a new description of an app by the rules of its state. */
export async function writeChange(
  deps: DeveloperDeps,
  developer: Developer,
  { app, wanted, reasons }: { readonly app: OwnApp; readonly wanted: OpenidClient; readonly reasons?: AppChange['reasons'] },
): Promise<OwnApp> {
  const { store, evidence, journal } = deps;
  const { session } = developer;
  const { id } = app.client;
  // Also while a new owner is on the way back to live: people use what was reviewed.
  const isLive = app.liveAt !== null && app.state !== 'review';
  const divided = isLive && needsReview(deps.developers, app, wanted) ? divideChange(app.client, wanted) : { now: wanted, waits: {} };
  if (app.state === 'review' && Object.keys(divideChange(app.client, wanted).waits).length > 0)
    throw new Refusal('appStateRefuses', { reason: 'in review' });
  const need = { action: 'appAddresses', target: id } as const;
  if (isLive) await refuseWhileAsked(deps, id, divided.waits);
  const movesAddresses = !isEqual(addressesOf(await presentOf(deps, app)), addressesOf(wanted));
  const needsProof = app.liveAt !== null && movesAddresses;
  if (needsProof) await evidence.proofs.require(session, need);
  await store.db.tx(async () => {
    if (needsProof) await evidence.proofs.redeem(session, need);
    const isFirst = await changeOwnApp(store.db, {
      client: divided.now,
      ownerId: session.accountId,
      version: app.version,
      states: changeable,
      ...(reasons === undefined ? {} : { scopeReasons: JSON.stringify(reasons) }),
    });
    if (!isFirst) throw await changedElsewhere(deps, await requireOwnApp(deps, session, id));
    if (isLive) await keepDraft(deps, id, divided.waits);
    const fields = changedFields(app.client, wanted).join(' ');
    await recordAct(deps, developer, { event: 'developer.app-changed', client: id, fields });
    if (movesAddresses) await journal.notices.sendApp({ account: session.account, event: 'addressesChanged', app: wanted.name });
  });
  return requireOwnApp(deps, session, id);
}

/** Writes the draft, or ends it when nothing of it is left. */
async function keepDraft({ store: { db, clock } }: DeveloperDeps, clientId: string, waits: Changes): Promise<void> {
  if (Object.keys(waits).length === 0) {
    await closeVersion(db, { clientId, from: ['draft'], to: 'withdrawn', at: clock.now() });
    return;
  }
  const open = await findOpenVersion(db, clientId);
  if (open !== undefined && isEqual(readChanges(open.changes), waits)) return;
  if (!(await writeDraft(db, { clientId, changes: JSON.stringify(waits) })))
    throw new Refusal('appStateRefuses', { reason: 'the version is in review' });
}

/** @throws {Refusal} appStateRefuses for another text of a version that a reviewer reads */
async function refuseWhileAsked({ store: { db } }: DeveloperDeps, clientId: string, waits: Changes): Promise<void> {
  const open = await findOpenVersion(db, clientId);
  if (open?.state === 'asked' && !isEqual(readChanges(open.changes), waits)) throw new Refusal('appStateRefuses', { reason: 'in review' });
}

/** The refusal for a form that was made from an older version, with the present one. */
export async function changedElsewhere(deps: DeveloperDeps, app: OwnApp): Promise<Refusal> {
  return new Refusal('changedElsewhere', { reason: 'the app has another version', data: { app: await ownAppView(deps, app) } });
}

/** @throws {Refusal} badRequest */
function wantedOf(client: OpenidClient, change: AppChange, { liveAt }: OwnApp): OpenidClient {
  const { name = client.name, links = client.links, redirectUris = client.redirectUris, options } = change;
  const { postLogoutUris = client.postLogoutRedirectUris, backchannelLogoutUri = client.backchannelLogoutUri } = change;
  const isDevice = client.kind === 'device';
  if (isDevice && redirectUris.length > 0) throw ruleRefusal({ redirectUris: 'addressNone' });
  const stay = options?.stay ?? client.scopes.includes('offline_access');
  const chosen = new Set([...(change.scopes ?? client.scopes), 'openid' as const]);
  const scopes = allScopes.filter((scope) => (scope === 'offline_access' ? stay : chosen.has(scope)));
  return {
    ...client,
    ...(options === undefined ? {} : chosenOptions(client, { options, isFixed: liveAt !== null })),
    name: forEveryLanguage((language) => name[language].normalize()),
    links,
    redirectUris,
    postLogoutRedirectUris: postLogoutUris,
    backchannelLogoutUri,
    sectorUri: change.sectorUri ?? client.sectorUri,
    scopes,
  };
}

function chosenOptions(
  client: OpenidClient,
  { options, isFixed }: { readonly options: NonNullable<AppChange['options']>; readonly isFixed: boolean },
): Partial<OpenidClient> {
  const { pkce, idTokenClaims, needsEmail, logoutBySub, personal, dpop, fapi, pairwise } = options;
  const failed: Record<string, string> = {};
  if (!pkce && (client.kind !== 'web' || fapi)) failed['options.pkce'] = 'pkceKind';
  if (fapi && (client.kind !== 'web' || (client.jwks === null && client.jwksUri === ''))) failed['options.fapi'] = 'fapiKeys';
  if (isFixed && pairwise !== (client.subject === 'pairwise')) failed['options.pairwise'] = 'fixed';
  if (Object.keys(failed).length > 0) throw ruleRefusal(failed);
  return {
    pkce: pkce ? 'required' : 'optional',
    idTokenClaims,
    needsEmail,
    logoutBySub,
    personal,
    dpop: dpop || fapi,
    profile: fapi ? 'fapi2' : '',
    subject: pairwise ? 'pairwise' : 'public',
  };
}

function addressesOf({ redirectUris, postLogoutRedirectUris, backchannelLogoutUri }: OpenidClient): unknown {
  return [redirectUris, postLogoutRedirectUris, backchannelLogoutUri];
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Names of the changed fields, for the audit trail; never a value. */
function changedFields(before: OpenidClient, after: OpenidClient): readonly string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) => (isEqual(old.get(field), value) ? [] : [field]));
}

/**
 * Discards the draft of a live app.
 * @throws {Refusal} notFound, appStateRefuses, changedElsewhere
 */
export async function discardVersion(
  deps: DeveloperDeps,
  developer: Developer,
  { id, version }: { readonly id: string; readonly version: number },
) {
  const { db, clock } = deps.store;
  const app = await requireOwnApp(deps, developer.session, id);
  requireState(app, ['live', 'test']);
  if (app.version !== version) throw await changedElsewhere(deps, app);
  await closeVersion(db, { clientId: id, from: ['draft', 'asked'], to: 'withdrawn', at: clock.now() });
  return app;
}
