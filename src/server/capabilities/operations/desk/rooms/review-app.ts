import type { Audit } from '#server/core/protection/audit/audit.ts';
import type { AppEvent } from '#messages/mail-texts.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { Notices } from '#server/core/protection/notices/notices.ts';
import { closeVersion, findOpenVersion, listAsked, type AppVersion } from '#server/core/apps/developer/app-versions.guarded.ts';
import { changeOwnApp, moveApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import type { OwnApp, OwnApps } from '#server/core/apps/developer/own-apps.repository.ts';
import { endTokensOf } from '#server/core/apps/developer/end-tokens.repository.ts';
import { readChanges, withChanges } from '#server/core/apps/developer/reviewed.ts';
import type { Db } from '#server/core/database/db.ts';
import type { ClientState } from '#server/core/apps/clients/clients.table.ts';
import type { Clock } from '#server/platform/clock.ts';

export interface ReviewDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly own: OwnApps;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly journal: { readonly audit: Audit; readonly notices: Notices };
}

/** The operator and the app. Reasons go to the developer by mail. */
export interface AppOrder {
  readonly id: string;
  readonly operator: string;
  readonly reason: string;
  /** The member who approved it. */
  readonly second?: string;
}

/** No request is involved. */
const origin = { clientIp: '', requestId: '' };

/** Versions that wait for a reviewer, with the app they belong to; oldest first. */
export async function listReviews({ db, own }: ReviewDeps): Promise<readonly { readonly app: OwnApp; readonly version: AppVersion }[]> {
  const waiting = await listAsked(db);
  const found = await Promise.all(waiting.map(async (version) => ({ app: await own.find(version.client_id), version })));
  return found.flatMap(({ app, version }) => (app === undefined ? [] : [{ app, version }]));
}

/**
 * Lets the version go to people that the reviewer has seen, and no other: `versionId` is its name. False if it waits no
 * more.
 */
export async function acceptApp(deps: ReviewDeps, order: AppOrder & { readonly versionId: string }): Promise<boolean> {
  const { db, clock, own } = deps;
  const { id, versionId } = order;
  return db.tx(async () => {
    const version = await findOpenVersion(db, id);
    const app = await own.find(id);
    if (app === undefined || version?.id !== versionId || version.state !== 'asked') return false;
    // A version of a suspended app waits until the app continues.
    if (app.state !== 'review' && app.state !== 'live') return false;
    const at = clock.now();
    if (!(await closeVersion(db, { clientId: id, id: versionId, from: ['asked'], to: 'accepted', at }))) return false;
    const seen = app.domain.state === 'proven' ? app.domain.name : app.reviewedDomain;
    await publish(deps, app, { version, rest: { live_at: app.liveAt ?? at, reviewed_domain: seen } });
    await tell(deps, app, { event: 'accepted', order });
    return true;
  });
}

/** Puts the reviewed changes into the running description, as it is now, and lets it go to people. */
async function publish(
  { db }: ReviewDeps,
  app: OwnApp,
  { version, rest }: { readonly version: AppVersion; readonly rest: NonNullable<Parameters<typeof moveApp>[1]['rest']> },
): Promise<void> {
  const client = withChanges(app.client, readChanges(version.changes));
  const isFirst = await changeOwnApp(db, { client, ownerId: app.ownerId, version: app.version, states: [app.state] });
  // The transaction is undone, and the reviewer answers again.
  if (!isFirst) throw new Error('The app was changed in the middle of the answer. Try again.');
  await moveApp(db, { id: client.id, from: [app.state], to: 'live', rest });
}

/** Sends an app, or its pending version, back to its developer with reasons. */
export async function refuseApp(deps: ReviewDeps, order: AppOrder): Promise<boolean> {
  const { db, clock, own } = deps;
  const { id, reason } = order;
  return db.tx(async () => {
    const app = await own.find(id);
    if (app === undefined) return false;
    if (!(await closeVersion(db, { clientId: id, from: ['asked'], to: 'refused', reasons: reason, at: clock.now() }))) return false;
    if (app.state === 'review') await moveApp(db, { id, from: ['review'], to: 'test' });
    await tell(deps, app, { event: 'refused', order });
    return true;
  });
}

const running: readonly ClientState[] = ['test', 'review', 'live'];

/** Ends sign-ins and tokens of an app until `resumeApp`. */
export async function suspendApp(deps: ReviewDeps, order: AppOrder): Promise<boolean> {
  const { db, clock, own } = deps;
  const { id, reason } = order;
  return db.tx(async () => {
    const app = await own.find(id);
    if (app === undefined) return false;
    const before = app.state === 'live' ? 'live' : 'test';
    if (!(await moveApp(db, { id, from: running, to: 'suspended', before, rest: { suspended_because: reason } }))) return false;
    if (app.state === 'review') await closeVersion(db, { clientId: id, from: ['asked'], to: 'withdrawn', at: clock.now() });
    await endTokensOf(db, id);
    await tell(deps, app, { event: 'suspended', order });
    return true;
  });
}

export async function resumeApp(deps: ReviewDeps, order: AppOrder): Promise<boolean> {
  const { db, own } = deps;
  const { id } = order;
  return db.tx(async () => {
    const app = await own.find(id);
    const to = app?.stateBefore === 'live' ? 'live' : 'test';
    if (app === undefined || !(await moveApp(db, { id, from: ['suspended'], to, before: '', rest: { suspended_because: '' } })))
      return false;
    await tell(deps, app, { event: 'resumed', order });
    return true;
  });
}

/** Grants a name that the rules refuse to others. */
export async function grantName(deps: ReviewDeps, order: AppOrder & { readonly name: string }): Promise<boolean> {
  const { db, own } = deps;
  return db.tx(async () => {
    const app = await own.find(order.id);
    if (app === undefined) return false;
    await own.setGrantedNames(order.id, [...new Set([...app.grantedNames, order.name.normalize()])]);
    await record(deps, app, { order, act: 'name-granted' });
    return true;
  });
}

async function tell(
  deps: ReviewDeps,
  app: OwnApp,
  { event, order }: { readonly event: Extract<AppEvent, 'accepted' | 'refused' | 'suspended' | 'resumed'>; readonly order: AppOrder },
): Promise<void> {
  await record(deps, app, { order, act: event });
  const account = await deps.accounts.findById(app.ownerId);
  if (account !== undefined)
    await deps.journal.notices.sendApp({ account, event, app: app.client.name, values: { reasons: order.reason } });
}

async function record(
  { journal }: ReviewDeps,
  app: OwnApp,
  { order, act }: { readonly order: AppOrder; readonly act: string },
): Promise<void> {
  const { operator, reason, second } = order;
  const detail = { client: app.client.id, act, operator, reason, ...(second !== undefined && { second }) };
  await journal.audit.record({ event: 'operator.acted', accountId: app.ownerId, origin, detail });
}
