import { limits } from '#contract/limits.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { signalLifeMs } from '#server/core/apps/signals/fan-out.ts';
import { eventOfUri, eventUris, isSignalEvent, type SignalEvent } from '#server/core/apps/signals/signal-events.ts';
import { putVerification, verificationMs } from '#server/core/apps/signals/put-verification.ts';
import { failSignal, finishSignal, setStreamStatus, unverifyStream } from '#server/core/apps/signals/signals.guarded.ts';
import type { SignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { pollAddress, type Stream } from '#server/core/apps/signals/stream.ts';
import type { Store } from '#server/core/store.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { day, second } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';

export interface ManageStreamsDeps {
  readonly store: Store;
  readonly apps: Apps;
  readonly rows: SignalRows;
  readonly issuer: string;
  /** The account that an app knows under an id; undefined for none. */
  readonly accountOf: (clientId: string, sub: string) => Promise<string | undefined>;
  readonly keeps: boolean;
}

/** A call for streams that is refused, with its status in HTTP. */
export class StreamRefusal extends Error {
  readonly status: 400 | 403 | 404 | 409 | 429;

  constructor(status: StreamRefusal['status'], message: string) {
    super(message);
    this.name = 'StreamRefusal';
    this.status = status;
  }
}

const pushMethod = 'urn:ietf:rfc:8935';
const pollMethod = 'urn:ietf:rfc:8936';
export const deliveryMethods = [pushMethod, pollMethod] as const;

/** Seconds between two verifications of a stream. */
export const verificationSeconds = verificationMs / second;
const mostDescription = 255;
const mostState = 256;

const allEvents = Object.keys(eventUris).filter(isSignalEvent);

/** Fields of a stream that an app may set (SSF 1.0 section 8.1.1). */
interface StreamWish {
  readonly kind: 'push' | 'poll';
  readonly address: string;
  readonly secret: string | undefined;
  readonly events: readonly SignalEvent[];
  readonly description: string;
}

type Json = Readonly<Record<string, unknown>>;

/** A stream as its app sees it. */
export function streamView({ issuer }: Pick<ManageStreamsDeps, 'issuer'>, stream: Stream): Json {
  const requested = stream.events.filter(isSignalEvent).map((name) => eventUris[name]);
  const endpoint = stream.kind === 'poll' ? pollAddress(issuer, stream.id) : stream.address;
  return {
    stream_id: stream.id,
    iss: issuer,
    aud: stream.clientId,
    events_supported: allEvents.map((name) => eventUris[name]),
    events_requested: requested,
    events_delivered: requested,
    delivery: { method: stream.kind === 'poll' ? pollMethod : pushMethod, endpoint_url: endpoint },
    min_verification_interval: verificationSeconds,
    description: stream.description,
  };
}

/** The app's own stream; another's is unknown. @throws {StreamRefusal} */
export async function ownStream({ rows }: Pick<ManageStreamsDeps, 'rows'>, clientId: string, id: unknown): Promise<Stream> {
  const stream = typeof id === 'string' ? await rows.stream(id) : undefined;
  if (stream?.clientId !== clientId) throw new StreamRefusal(404, 'no such stream');
  return stream;
}

/** @throws {StreamRefusal} 400 for a wrong description, 409 beyond the number of streams and for an address in use */
export async function addStream(deps: ManageStreamsDeps, clientId: string, body: Json): Promise<Stream> {
  const { store, rows } = deps;
  const wish = await wishOf(deps, clientId, body, undefined);
  const { kind, address, events, description, secret = '' } = wish;
  const isNew = { status: 'enabled', reason: '', verifiedAt: null, failingSince: null } as const;
  const stream: Stream = { id: newId(), clientId, kind, address, events, description, ...isNew };
  await store.db.tx(async () => {
    await lockName(store.db, `streams:${clientId}`);
    const others = await rows.streamsOf(clientId);
    if (others.length >= limits.appStreams) throw new StreamRefusal(409, 'too many streams');
    if (kind === 'push' && others.some((one) => one.address === address)) throw new StreamRefusal(409, 'there is a stream to this address');
    await rows.addStream({ ...stream, secret }, store.clock.now());
    if (kind === 'push') await putVerification({ db: store.db, rows, at: store.clock.now() }, stream.id, { isFirst: true });
  });
  return stream;
}

/**
 * Changes a stream: all that an app may say (`replace`), or the named parts.
 * @throws {StreamRefusal}
 */
export async function changeStream(
  deps: ManageStreamsDeps,
  clientId: string,
  { body, replace }: { readonly body: Json; readonly replace: boolean },
): Promise<Stream> {
  const { store, rows } = deps;
  const before = await ownStream(deps, clientId, body['stream_id']);
  if (before.kind === 'webhook') throw new StreamRefusal(404, 'no such stream');
  const { kind, address, events, description, secret } = await wishOf(deps, clientId, body, replace ? undefined : before, before);
  if (kind !== before.kind) throw new StreamRefusal(400, 'delivery.method cannot change');
  await store.db.tx(async () => {
    await rows.changeStream(before.id, { address, events, description, ...(secret === undefined ? {} : { secret }) });
    if (address === before.address) return;
    await unverifyStream(store.db, before.id);
    await putVerification({ db: store.db, rows, at: store.clock.now() }, before.id);
  });
  return ownStream(deps, clientId, before.id);
}

/** @throws {StreamRefusal} */
export async function removeStream(deps: ManageStreamsDeps, clientId: string, id: unknown): Promise<void> {
  const { id: found } = await ownStream(deps, clientId, id);
  await deps.store.db.tx(() => deps.rows.removeStream(found));
}

/** @throws {StreamRefusal} */
export async function setStatus(deps: ManageStreamsDeps, clientId: string, body: Json): Promise<Stream> {
  const { store, rows } = deps;
  const stream = await ownStream(deps, clientId, body['stream_id']);
  const { status, reason = '' } = body;
  if (status !== 'enabled' && status !== 'paused' && status !== 'disabled') throw new StreamRefusal(400, 'status is not known');
  if (typeof reason !== 'string' || reason.length > mostDescription) throw new StreamRefusal(400, 'reason is too long');
  await store.db.tx(async () => {
    await setStreamStatus(store.db, { id: stream.id, status, reason });
    if (status === 'disabled') await rows.dropWaiting(stream.id);
  });
  return ownStream(deps, clientId, stream.id);
}

/**
 * Leaves a person out of a stream, or takes them back. The answer does not tell whether the person exists.
 * @throws {StreamRefusal}
 */
export async function changeSubject(
  deps: ManageStreamsDeps,
  clientId: string,
  { body, add }: { readonly body: Json; readonly add: boolean },
): Promise<void> {
  const { id: streamId } = await ownStream(deps, clientId, body['stream_id']);
  const { subject } = body;
  if (!isObject(subject)) throw new StreamRefusal(400, 'subject is missing');
  const { format, iss, sub } = subject;
  if (format !== 'iss_sub' || typeof sub !== 'string' || typeof iss !== 'string')
    throw new StreamRefusal(400, 'subject must be of the format iss_sub');
  const accountId = iss === deps.issuer ? await deps.accountOf(clientId, sub) : undefined;
  if (accountId === undefined) return;
  if (add) await deps.rows.include({ streamId, accountId });
  else await deps.rows.exclude({ streamId, accountId, at: deps.store.clock.now() });
}

/** @throws {StreamRefusal} 429 within a minute of the last one */
export async function verify(deps: ManageStreamsDeps, clientId: string, body: Json): Promise<void> {
  const { store, rows } = deps;
  const stream = await ownStream(deps, clientId, body['stream_id']);
  const { state } = body;
  if (state !== undefined && (typeof state !== 'string' || state.length > mostState)) throw new StreamRefusal(400, 'state is too long');
  const at = store.clock.now();
  await store.db.tx(async () => {
    if (!(await putVerification({ db: store.db, rows, at }, stream.id, state === undefined ? {} : { members: { state } })))
      throw new StreamRefusal(429, 'a verification was asked for just now');
  });
}

/** Takes the acknowledgments of a poll, only of events of this stream (RFC 8936 section 2.4). */
export async function acknowledge(deps: ManageStreamsDeps, { id: streamId }: Stream, body: Json): Promise<void> {
  const { store } = deps;
  const { ack = [], setErrs = {} } = body;
  if (!Array.isArray(ack) || ack.length > 1000 || !isObject(setErrs)) throw new StreamRefusal(400, 'ack or setErrs is wrong');
  const at = store.clock.now();
  const expiresAt = at + (deps.keeps ? signalLifeMs : day);
  await store.db.tx(async () => {
    for (const id of ack) if (typeof id === 'string') await finishSignal(store.db, { id, streamId, at, expiresAt });
    for (const id of Object.keys(setErrs).slice(0, 1000)) {
      await failSignal(store.db, { id, streamId, at, expiresAt, failure: 'refused by its receiver' });
    }
  });
}

/** @throws {StreamRefusal} 400 also for fields that are ours and differ */
async function wishOf(
  deps: ManageStreamsDeps,
  clientId: string,
  body: Json,
  merged: Stream | undefined,
  before = merged,
): Promise<StreamWish> {
  refuseForeignFields(deps, clientId, body, before);
  const { events_requested: wanted, description = merged?.description ?? '', delivery } = body;
  if (typeof description !== 'string' || description.length > mostDescription) throw new StreamRefusal(400, 'description is too long');
  const events = wanted === undefined ? (merged?.events.filter(isSignalEvent) ?? allEvents) : eventsOf(wanted);
  if (delivery === undefined && merged !== undefined && merged.kind !== 'webhook') {
    return { kind: merged.kind, address: merged.address, secret: undefined, events, description };
  }
  const { method = pollMethod, endpoint_url: address, authorization_header: header } = isObject(delivery) ? delivery : {};
  if (method === pollMethod) return { kind: 'poll', address: '', secret: undefined, events, description };
  if (method !== pushMethod) throw new StreamRefusal(400, 'delivery.method is not known');
  if (header !== undefined && (typeof header !== 'string' || !/^[\x20-\x7e]{1,1024}$/.test(header)))
    throw new StreamRefusal(400, 'authorization_header is wrong');
  return { kind: 'push', address: await pushUrl(deps, clientId, address), secret: header ?? '', events, description };
}

function refuseForeignFields({ issuer }: ManageStreamsDeps, clientId: string, body: Json, before: Stream | undefined): void {
  const ours = {
    iss: [issuer],
    aud: [clientId],
    min_verification_interval: [verificationSeconds],
    stream_id: before === undefined ? [] : [before.id],
  };
  for (const [name, values] of Object.entries(ours)) {
    const said = body[name];
    if (said !== undefined && !values.some((value) => value === said || (Array.isArray(said) && said.length === 1 && said[0] === value))) {
      throw new StreamRefusal(400, `${name} cannot be chosen`);
    }
  }
  for (const name of ['events_supported', 'events_delivered']) {
    if (before === undefined && body[name] !== undefined) throw new StreamRefusal(400, `${name} cannot be chosen`);
  }
}

function eventsOf(wanted: unknown): readonly SignalEvent[] {
  if (!Array.isArray(wanted) || wanted.length > 100) throw new StreamRefusal(400, 'events_requested must be a list');
  // Unknown ones are not delivered (SSF 1.0 section 8.1.1.1).
  return [...new Set(wanted.flatMap((uri) => (typeof uri === 'string' ? (eventOfUri(uri) ?? []) : [])))];
}

/** An https address; an app of the operator may also listen inside the house. @throws {StreamRefusal} */
async function pushUrl({ apps: { clients } }: ManageStreamsDeps, clientId: string, address: unknown): Promise<string> {
  const url = typeof address === 'string' && address.length <= 1000 ? URL.parse(address) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') throw new StreamRefusal(400, 'endpoint_url is wrong');
  const isOperators = (await clients.findRegistration(clientId))?.ownerId === null;
  if (url.protocol !== 'https:' && !(isOperators && url.protocol === 'http:'))
    throw new StreamRefusal(400, 'endpoint_url must start with https://');
  return url.href;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
