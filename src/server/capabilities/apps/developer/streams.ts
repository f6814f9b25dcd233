import { limits } from '#contract/limits.ts';
import { randomBytes } from 'node:crypto';
import { addressFault, readUrl } from '#contract/rules/redirect.ts';
import type { DeliveryView, OwnStreamView } from '#contract/apps/developer/developer.schemas.ts';
import { streamKindsOf, type DeliveryState, type OwnStreamKind } from '#contract/apps/developer/developer.words.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import { changeOwnApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import { eventUris, webhookEvents } from '#server/core/apps/signals/signal-events.ts';
import { hasKeys } from '#server/core/apps/clients/client.ts';
import { changeStatus } from '#server/core/apps/signals/set-status.ts';
import { putVerification, verificationMs } from '#server/core/apps/signals/put-verification.ts';
import { createSignalRows, type SignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { pollAddress, type Delivery, type Stream } from '#server/core/apps/signals/stream.ts';
import { webhookSecret } from '#server/core/apps/signals/webhook-secret.ts';
import { second } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { changedElsewhere } from './change-app.ts';
import { changeable, recordAct, requireOwnApp, requireState, secretNeed, type Developer, type DeveloperDeps } from './developer.ts';

interface OfStream {
  readonly id: string;
  readonly stream: string;
}

/** @throws {Refusal} notFound */
export async function listStreams(deps: DeveloperDeps, { session }: Developer, id: string): Promise<{ streams: OwnStreamView[] }> {
  await requireOwnApp(deps, session, id);
  const rows = createSignalRows(deps.store);
  const streams = await rows.streamsOf(id);
  return { streams: await Promise.all(streams.map((stream) => viewOf(deps, rows, stream))) };
}

/**
 * Lists the last events of a stream: their kind and whether they arrived, never the person.
 * @throws {Refusal} notFound
 */
export async function listDeliveries(deps: DeveloperDeps, developer: Developer, of: OfStream): Promise<{ deliveries: DeliveryView[] }> {
  const { id } = await requireStream(deps, developer, of);
  const found = await createSignalRows(deps.store).newest({ streamId: id, at: deps.store.clock.now(), limit: limits.deliveriesShown });
  return {
    deliveries: found.map((one) => ({
      id: one.id,
      event: one.event,
      at: new Date(one.madeAt).toISOString(),
      state: stateOf(one),
      tries: one.tries,
      failure: one.failure ?? '',
    })),
  };
}

function stateOf({ doneAt, failure }: Delivery): DeliveryState {
  if (doneAt === null) return failure === null ? 'waiting' : 'failing';
  return failure === null ? 'taken' : 'refused';
}

interface NewStream {
  readonly id: string;
  readonly kind: OwnStreamKind;
  readonly address?: string | undefined;
  readonly authorization?: string | undefined;
}

/**
 * Makes a stream to a public address, which gets nothing before it has acknowledged a verification, or one that the app
 * fetches by its own token.
 * @throws {Refusal} notFound, badRequest with a rule of addresses, verificationNeeded; appStateRefuses also for fetching by
 * an app that cannot prove itself; appLimit beyond the streams of an app
 */
export async function makeStream(
  deps: DeveloperDeps,
  developer: Developer,
  { id, kind, address: wanted = '', authorization = '' }: NewStream,
): Promise<{ stream: OwnStreamView; secret?: string }> {
  const { store, evidence } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  requireState(app);
  if (!streamKindsOf(app.client.kind).includes(kind)) throw new Refusal('appStateRefuses', { reason: 'no secrets' });
  const address = kind === 'poll' ? '' : wanted;
  if (kind !== 'poll') refuseAddress(deps, app, address);
  const need = secretNeed(app);
  await evidence.proofs.require(session, need);
  const rows = createSignalRows(store);
  const secret = { webhook: () => webhookSecret(randomBytes(32)), push: () => authorization, poll: () => '' }[kind]();
  const at = store.clock.now();
  const stream = await store.db.tx(async () => {
    // The account is locked, so that two calls cannot both take the last place.
    await lockCredentials(store.db, session);
    const others = await rows.streamsOf(id);
    if (kind !== 'poll' && others.some((one) => one.address === address)) throw ruleRefusal({ address: 'addressTwice' });
    if (others.length >= limits.appStreams)
      throw new Refusal('appLimit', { reason: 'streams of the app', data: { max: limits.appStreams } });
    await evidence.proofs.redeem(session, need);
    const events = [...Object.keys(eventUris), ...(kind === 'webhook' ? webhookEvents : [])];
    const state = { status: 'enabled', reason: '', verifiedAt: null, failingSince: null } as const;
    const made: Stream = { id: newId(), clientId: id, kind, address, events, description: '', ...state };
    await rows.addStream({ ...made, secret }, at);
    if (kind === 'poll') await letRead(deps, developer, app);
    else await putVerification({ db: store.db, rows, at }, made.id, { isFirst: true });
    await recordAct(deps, developer, { event: 'developer.stream-made', client: id, kind });
    return made;
  });
  return { stream: await viewOf(deps, rows, stream), ...(kind === 'webhook' ? { secret } : {}) };
}

/** @throws {Refusal} badRequest with a rule of addresses */
function refuseAddress({ evidence: { publicUrl } }: DeveloperDeps, { client: { kind } }: OwnApp, address: string): void {
  const rule = addressFault(address, { use: 'notify', kind, own: [publicUrl] });
  // Nothing of a developer's is called inside the house.
  const fault = rule ?? (readUrl(address)?.protocol === 'https:' ? undefined : 'addressHttps');
  if (fault !== undefined) throw ruleRefusal({ address: fault });
}

/** An app that fetches events gets tokens for that, and for nothing that changes a stream. In the caller's transaction. */
async function letRead(deps: DeveloperDeps, { session }: Developer, { client, version }: OwnApp): Promise<void> {
  if (client.resources.includes('ssf.read')) return;
  const change = { client: { ...client, resources: [...client.resources, 'ssf.read'] }, ownerId: session.accountId, version };
  if (await changeOwnApp(deps.store.db, { ...change, states: changeable })) return;
  throw await changedElsewhere(deps, await requireOwnApp(deps, session, client.id));
}

/**
 * Pauses a stream, or resumes it.
 * @throws {Refusal} notFound; appStateRefuses for a stream that the app itself has switched off, and for one that a former
 * owner could still fetch
 */
export async function changeStream(
  deps: DeveloperDeps,
  developer: Developer,
  { id, stream: streamId, status }: OfStream & { readonly status: 'enabled' | 'paused' },
): Promise<OwnStreamView> {
  const { db, clock } = deps.store;
  const rows = createSignalRows(deps.store);
  const stream = await requireStream(deps, developer, { id, stream: streamId });
  if (stream.status === 'disabled') throw new Refusal('appStateRefuses', { reason: 'the stream is disabled' });
  const app = await requireOwnApp(deps, developer.session, id);
  const isFetched = status === 'enabled' && stream.kind === 'poll';
  if (isFetched && (await hasFormerProof(deps, app))) throw new Refusal('appStateRefuses', { reason: 'the former owner could fetch it' });
  await db.tx(async () => {
    if (isFetched) await letRead(deps, developer, app);
    const reason = status === 'paused' ? 'paused by its developer' : '';
    await changeStatus({ db, rows, at: clock.now() }, stream, { status, reason });
    await recordAct(deps, developer, { event: 'developer.stream-changed', client: id, status });
  });
  return viewOf(deps, rows, await requireStream(deps, developer, { id, stream: streamId }));
}

/** Whether a secret or a key of a former owner still proves the app. */
async function hasFormerProof({ store: { clock }, apps }: DeveloperDeps, { client }: OwnApp): Promise<boolean> {
  const { movedAt, keysEndAt } = client;
  const at = clock.now();
  if (movedAt === null) return false;
  if (keysEndAt !== null && keysEndAt > at && hasKeys(client)) return true;
  return (await apps.clients.secrets.list(client.id)).some(({ madeAt, endsAt }) => madeAt <= movedAt && (endsAt === null || endsAt > at));
}

/** @throws {Refusal} notFound; tooFrequent within a minute of the last one */
export async function testStream(deps: DeveloperDeps, developer: Developer, of: OfStream): Promise<void> {
  const { db, clock } = deps.store;
  const { id } = await requireStream(deps, developer, of);
  const at = clock.now();
  await db.tx(async () => {
    if (!(await putVerification({ db, rows: createSignalRows(deps.store), at }, id)))
      throw new Refusal('tooFrequent', { reason: 'a verification was asked for in this minute', retryAfter: verificationMs / second });
  });
}

/** Removes a stream with its events; one that is gone stays gone. @throws {Refusal} notFound */
export async function removeStream(deps: DeveloperDeps, developer: Developer, of: OfStream): Promise<void> {
  const { id } = await requireStream(deps, developer, of);
  await deps.store.db.tx(async () => {
    await createSignalRows(deps.store).removeStream(id);
    await recordAct(deps, developer, { event: 'developer.stream-removed', client: of.id });
  });
}

/** Holds the events of an app that changes hands, until its new owner resumes its streams. In the caller's transaction. */
export async function pauseStreams({ store }: Pick<DeveloperDeps, 'store'>, clientId: string): Promise<void> {
  const rows = createSignalRows(store);
  for (const stream of await rows.streamsOf(clientId))
    if (stream.status === 'enabled')
      await changeStatus({ db: store.db, rows, at: store.clock.now() }, stream, { status: 'paused', reason: 'the app has a new owner' });
}

async function requireStream(deps: DeveloperDeps, { session }: Developer, { id, stream: streamId }: OfStream): Promise<Stream> {
  await requireOwnApp(deps, session, id);
  const stream = await createSignalRows(deps.store).stream(streamId);
  if (stream?.clientId !== id) throw new Refusal('notFound', { reason: 'no stream of this app' });
  return stream;
}

async function viewOf({ evidence }: DeveloperDeps, rows: SignalRows, stream: Stream): Promise<OwnStreamView> {
  const { id, kind, status, verifiedAt, failingSince } = stream;
  return {
    id,
    kind,
    address: kind === 'poll' ? pollAddress(evidence.publicUrl, id) : stream.address,
    status,
    verified: verifiedAt !== null || kind === 'poll',
    failingSince: failingSince === null ? null : new Date(failingSince).toISOString(),
    lastFailure: failingSince === null ? '' : await rows.lastFailure(id),
    waiting: await rows.countWaiting(id),
  };
}
