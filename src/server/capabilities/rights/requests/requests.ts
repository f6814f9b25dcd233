import { cleanText } from '#contract/rules/clean-text.ts';
import { limits } from '#contract/limits.ts';
import { requestTextRules } from '#contract/rules/rights-request.ts';
import type { DataTopic } from '#contract/vocabulary/kept-data.ts';
import type { RequestKind } from '#contract/vocabulary/rights-requests.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { textField } from '#server/core/account/fields/fields.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { referenceOf } from '#server/core/protection/notices/reference.ts';
import { dueDate } from '#server/core/rights/requests/due-date.ts';
import type { Workdays } from '#server/core/rights/requests/working-days.ts';
import { endRequest, openStates, turnRequest, type RightsRequest } from '#server/core/rights/requests/rights-requests.guarded.ts';
import {
  addMessage,
  findRequest,
  insertRequest,
  listRequests,
  readThread,
  type ThreadMessage,
} from '#server/core/rights/requests/rights-requests.repository.ts';
import { lateness } from '#server/core/protection/rights-counters/rights-counts.ts';
import { countedFor, limitKey, type CountedFor } from '#server/core/sign-in/known-browsers/account-limits.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { day, second } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface RequestsDeps {
  readonly store: Store;
  readonly gate: Pick<Gate, 'limiter'>;
  readonly journal: Pick<Journal, 'audit'>;
  /** The calendar of working days; undefined without one. */
  readonly workdays?: Workdays | undefined;
  /** Tells the desk, shortly. */
  readonly poke: () => void;
}

export interface Asker {
  readonly session: Session;
  readonly visit: Visit;
}

/** A request with its thread. */
export interface RequestThread extends RightsRequest {
  readonly messages: readonly ThreadMessage[];
}

export const isOpen = ({ state }: Pick<RightsRequest, 'state'>) => openStates.some((open) => open === state);

export function textOf(text: string): string {
  return checkFields({ text: textField(requestTextRules, cleanText.lines(text)) }).text;
}

/** @throws {Refusal} notFound */
export async function showRequest({ store }: Pick<RequestsDeps, 'store'>, { accountId }: Session, id: string): Promise<RequestThread> {
  const request = await findRequest(store.db, { id, accountId });
  if (request === undefined) throw new Refusal('notFound', { reason: 'request' });
  return { ...request, messages: await readThread(store, id) };
}

export interface NewRequest {
  readonly kind: RequestKind;
  readonly topic?: DataTopic | undefined;
  readonly text: string;
  readonly key: string;
}

const periodMs = 30 * day;

/**
 * Sends a request to the desk. A call with the key of an earlier one answers that one.
 * @throws {Refusal} badRequest, tooMany while three are open, changeLimit with `data.nextAt` after ten in 30 days
 */
export async function fileRequest(
  { store, gate, journal, poke, workdays }: RequestsDeps,
  { session, visit }: Asker,
  { kind, topic, text: given, key }: NewRequest,
): Promise<RightsRequest> {
  const { db, clock } = store;
  const { account, accountId, sessionId } = session;
  const text = textOf(given);
  return db.tx(async () => {
    // The following counts are exact.
    await lockAccount(db, accountId);
    const own = await listRequests(db, accountId);
    const repeated = own.find(({ client_key }) => client_key === key);
    if (repeated !== undefined) return repeated;
    const at = clock.now();
    if (own.filter(isOpen).length >= limits.requestsOpen) throw new Refusal('tooMany', { reason: 'three requests are open' });
    await countRequest({ store, gate }, await countedFor(db, { accountId, browser: visit.browser }));
    const id = newId();
    const origin = { channel: 'page', region: account.region, received_at: at, due_at: dueDate(at, account.region, workdays) } as const;
    const fresh = { state: 'received', extended: 0, told: 0, answered_at: null, outcome: null, law: '' } as const;
    const request = {
      id,
      account_id: accountId,
      number: referenceOf(id),
      kind,
      topic: topic ?? null,
      ...origin,
      ...fresh,
      client_key: key,
    };
    await insertRequest(db, request);
    await addMessage(store, request, { author: 'person', text });
    const detail = { request: request.number, kind };
    const counts = [`requests.opened.${kind}`] as const;
    await journal.audit.record({ event: 'request.opened', accountId, sessionId, origin: visit, detail, counts });
    db.afterCommit(poke);
    return request;
  });
}

/** Each browser that the account knows has its own number, and all others have one together. */
async function countRequest({ store: { clock }, gate: { limiter } }: Pick<RequestsDeps, 'store' | 'gate'>, by: CountedFor): Promise<void> {
  const taken = await limiter.take([{ key: limitKey('requests', by), limit: limits.requestsIn30Days, windowMs: periodMs }]);
  if (taken.ok) return;
  const nextAt = new Date(clock.now() + taken.retryAfterSeconds * second).toISOString();
  throw new Refusal('changeLimit', { reason: 'requests in 30 days', data: { nextAt } });
}

/**
 * Adds to the thread of a request: then it is the desk's turn.
 * @throws {Refusal} badRequest, notFound, tokenError when it has ended, tooFrequent after twenty replies
 */
export async function replyToRequest(
  deps: RequestsDeps,
  { session, visit }: Asker,
  { id, text: given }: { readonly id: string; readonly text: string },
): Promise<RequestThread> {
  const { store, journal } = deps;
  const { accountId, sessionId } = session;
  const text = textOf(given);
  return store.db.tx(async () => {
    const { number } = await showRequest(deps, session, id);
    // Locks the request: what follows counts exactly.
    if (!(await turnRequest(store.db, id, 'received'))) throw new Refusal('tokenError', { reason: 'the request has ended' });
    const { messages, ...request } = await showRequest(deps, session, id);
    const replies = messages.filter(({ author }) => author === 'person').length - 1;
    if (replies >= limits.requestReplies) throw new Refusal('tooFrequent', { reason: 'replies of one request' });
    await addMessage(store, request, { author: 'person', text });
    await journal.audit.record({ event: 'request.replied', accountId, sessionId, origin: visit, detail: { request: number } });
    return showRequest(deps, session, id);
  });
}

/** Withdraws a request; one that has ended stays as it is. @throws {Refusal} notFound */
export async function withdrawRequest(deps: RequestsDeps, { session, visit }: Asker, id: string): Promise<RequestThread> {
  const { store, journal } = deps;
  const { db, clock } = store;
  const { accountId, sessionId } = session;
  return db.tx(async () => {
    const request = await showRequest(deps, session, id);
    const at = clock.now();
    const detail = { request: request.number };
    if (await endRequest(db, id, { state: 'withdrawn', outcome: null, law: '', at }))
      await journal.audit.record({
        event: 'request.withdrawn',
        accountId,
        sessionId,
        origin: visit,
        detail,
        counts: lateness(request, at),
      });
    return showRequest(deps, session, id);
  });
}
