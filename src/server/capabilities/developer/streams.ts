import { limits } from '#contract/limits.ts';
import { randomBytes } from 'node:crypto';
import { addressFault, readUrl } from '#contract/rules/redirect.ts';
import type { OwnStreamView } from '#contract/schemas/developer.ts';
import { lockCredentials } from '#server/core/access/access.ts';
import { signalLifeMs } from '#server/core/signals/fan-out.ts';
import { eventUris, webhookEvents } from '#server/core/signals/signal-events.ts';
import { changeStatus } from '#server/core/signals/set-status.ts';
import { askVerification } from '#server/core/signals/signals.guarded.ts';
import { createSignalRows, type SignalRows } from '#server/core/signals/signals.repository.ts';
import type { Stream } from '#server/core/signals/stream.ts';
import { webhookSecret } from '#server/core/signals/webhook-secret.ts';
import { minute, second } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { recordAct, requireOwnApp, requireState, type Developer, type DeveloperDeps } from './developer.ts';

interface OfStream {
  readonly id: string;
  readonly stream: string;
}

/** @throws {Refusal} notFound */
export async function listStreams(deps: DeveloperDeps, { session }: Developer, id: string): Promise<{ streams: OwnStreamView[] }> {
  await requireOwnApp(deps, session, id);
  const rows = createSignalRows(deps.store);
  const streams = await rows.streamsOf(id);
  return { streams: await Promise.all(streams.map((stream) => viewOf(rows, stream))) };
}

/**
 * Makes a stream to a public address. It gets nothing before it has acknowledged a verification.
 * @throws {Refusal} notFound, appStateRefuses, badRequest with a rule of addresses, verificationNeeded; appLimit beyond
 * the streams of an app
 */
export async function makeStream(
  deps: DeveloperDeps,
  developer: Developer,
  { id, kind, address }: { readonly id: string; readonly kind: 'push' | 'webhook'; readonly address: string },
): Promise<{ stream: OwnStreamView; secret?: string }> {
  const { store, evidence } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  requireState(app);
  const rule = addressFault(address, { use: 'notify', kind: app.client.kind, own: [evidence.publicUrl] });
  // Nothing of a developer's is called inside the house.
  const fault = rule ?? (readUrl(address)?.protocol === 'https:' ? undefined : 'addressHttps');
  if (fault !== undefined) throw ruleRefusal({ address: fault });
  const need = { action: 'appSecret', target: id } as const;
  await evidence.proofs.require(session, need);
  const rows = createSignalRows(store);
  const secret = kind === 'webhook' ? webhookSecret(randomBytes(32)) : '';
  const at = store.clock.now();
  const stream = await store.db.tx(async () => {
    // The account is locked, so that two calls cannot both take the last place.
    await lockCredentials(store.db, session);
    const others = await rows.streamsOf(id);
    if (others.some((one) => one.address === address)) throw ruleRefusal({ address: 'addressTwice' });
    if (others.length >= limits.appStreams) throw new Refusal('appLimit', { data: { max: limits.appStreams } });
    await evidence.proofs.redeem(session, need);
    const events = [...Object.keys(eventUris), ...(kind === 'webhook' ? webhookEvents : [])];
    const state = { status: 'enabled', reason: '', verifiedAt: null, failingSince: null } as const;
    const made: Stream = { id: newId(), clientId: id, kind, address, events, description: '', ...state };
    await rows.addStream({ ...made, secret }, at);
    await putVerification(rows, made.id, at);
    await recordAct(deps, developer, { event: 'developer.stream-made', client: id, kind });
    return made;
  });
  return { stream: await viewOf(rows, stream), ...(secret === '' ? {} : { secret }) };
}

/**
 * Pauses a stream, or resumes it.
 * @throws {Refusal} notFound; appStateRefuses for a stream that the app itself has switched off
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
  await db.tx(async () => {
    const reason = status === 'paused' ? 'paused by its developer' : '';
    await changeStatus({ db, rows, at: clock.now() }, stream, { status, reason });
    await recordAct(deps, developer, { event: 'developer.stream-changed', client: id, status });
  });
  return viewOf(rows, await requireStream(deps, developer, { id, stream: streamId }));
}

/** @throws {Refusal} notFound; tooFrequent within a minute of the last one */
export async function testStream(deps: DeveloperDeps, developer: Developer, of: OfStream): Promise<void> {
  const { db, clock } = deps.store;
  const { id } = await requireStream(deps, developer, of);
  const at = clock.now();
  await db.tx(async () => {
    if (!(await askVerification(db, { id, at, intervalMs: minute }))) throw new Refusal('tooFrequent', { retryAfter: minute / second });
    await putVerification(createSignalRows(deps.store), id, at);
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

async function putVerification(rows: SignalRows, streamId: string, at: number): Promise<void> {
  const content = { members: {} };
  await rows.insert({ id: newId(), streamId, accountId: null, event: 'verification', content, at, expiresAt: at + signalLifeMs });
}

async function viewOf(rows: SignalRows, stream: Stream): Promise<OwnStreamView> {
  const { id, kind, address, status, verifiedAt, failingSince } = stream;
  return {
    id,
    kind,
    address,
    status,
    verified: verifiedAt !== null || kind === 'poll',
    failingSince: failingSince === null ? null : new Date(failingSince).toISOString(),
    lastFailure: failingSince === null ? '' : await rows.lastFailure(id),
    waiting: await rows.countWaiting(id),
  };
}
