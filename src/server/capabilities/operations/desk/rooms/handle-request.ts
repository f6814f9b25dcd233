import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import type { DataTopic } from '#contract/vocabulary/kept-data.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { RequestChannel, RequestKind, RequestOutcome } from '#contract/vocabulary/rights-requests.ts';
import type { AuditEvent } from '#server/core/protection/audit/audit.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { referenceOf } from '#server/core/protection/notices/reference.ts';
import type { Db } from '#server/core/database/db.ts';
import { hasActedOn } from '#server/core/operations/desk/acted-on.repository.ts';
import { lookAt } from '#server/core/operations/desk/look.ts';
import { daysOf, lateness, type RightsCount } from '#server/core/protection/rights-counters/rights-counts.ts';
import { StaffRefusal } from '#server/core/operations/staff/staff-refusal.ts';
import { appealDate, dueDate, extendedDate } from '#server/core/rights/requests/due-date.ts';
import type { Workdays } from '#server/core/rights/requests/working-days.ts';
import { endRequest, extendRequest, turnRequest, type RightsRequest } from '#server/core/rights/requests/rights-requests.guarded.ts';
import {
  addMessage,
  findRequest,
  insertRequest,
  readThread,
  type ThreadMessage,
} from '#server/core/rights/requests/rights-requests.repository.ts';
import type { Store } from '#server/core/store.ts';
import { newId } from '#server/platform/ids.ts';

export interface HandleDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
  /** The calendar of working days; undefined without one. */
  readonly workdays?: Workdays | undefined;
  /** Mail address for questions. */
}

/** A request by its number, and the name of the operator. */
export interface RequestOrder {
  readonly number: string;
  readonly operator: string;
}

/** Result of an order: `absent` for an unknown number, `ended` for a request that has ended or cannot be extended. */
export type Handled = 'done' | 'absent' | 'ended';

/** No request over HTTP is involved. */
const origin = { clientIp: '', requestId: '' };

/** Reads a request with its thread. Its person sees the look, under the number of the request. */
export async function readRequest(
  deps: HandleDeps,
  { number, operator }: RequestOrder,
): Promise<(RightsRequest & { readonly messages: readonly ThreadMessage[] }) | undefined> {
  const request = await findRequest(deps.store.db, { number });
  if (request === undefined) return undefined;
  const { account_id: accountId } = request;
  const read = async () => ({ ...request, messages: await readThread(deps.store, request.id) });
  if (accountId === null) return read();
  return lookAt(deps, { accountId, operator, reason: 'right', caseRef: number }, read);
}

/** Asks the person something: the thread waits for them, its date does not. */
export async function askPerson(deps: HandleDeps, order: RequestOrder, text: string): Promise<Handled> {
  return handle(deps, order, { event: 'request.asked' }, async (request) => {
    if (!(await turnRequest(deps.store.db, request.id, 'waiting'))) return false;
    await addMessage(deps.store, request, { author: 'desk', text });
    return true;
  });
}

/** Answers a request, which ends it. `law` is the rule that an answer rests on, or ''. */
export async function answerRequest(
  deps: HandleDeps,
  order: RequestOrder,
  { outcome, law, text }: { readonly outcome: RequestOutcome; readonly law: string; readonly text: string },
): Promise<Handled> {
  const { db, clock } = deps.store;
  const at = clock.now();
  const counts = (request: RightsRequest) =>
    [`requests.answered.${request.kind}.${outcome}`, daysOf(at - request.received_at), ...lateness(request, at)] as const;
  return handle(deps, order, { event: 'request.answered', counts }, async (request) => {
    await refuseOwnActs(db, request, order.operator);
    if (!(await endRequest(db, request.id, { state: 'answered', outcome, law, at }))) return false;
    await addMessage(deps.store, request, { author: 'desk', text });
    return true;
  });
}

/** @throws {StaffRefusal} for an appeal of an account that this member has acted on: nobody judges their own act */
async function refuseOwnActs(db: Db, { kind, account_id: accountId }: RightsRequest, member: string): Promise<void> {
  if (kind !== 'appeal' || accountId === null || !(await hasActedOn(db, { accountId, member }))) return;
  throw new StaffRefusal('You have acted on this account: somebody else answers its appeal.', 'own');
}

/** Ends a request without an answer, because its person has withdrawn it in words; the reason stands in the thread. */
export async function closeRequest(deps: HandleDeps, order: RequestOrder, reason: string): Promise<Handled> {
  const { db, clock } = deps.store;
  const at = clock.now();
  const counts = (request: RightsRequest) => lateness(request, at);
  return handle(deps, order, { event: 'request.withdrawn', counts }, async (request) => {
    if (!(await endRequest(db, request.id, { state: 'withdrawn', outcome: null, law: '', at }))) return false;
    await addMessage(deps.store, request, { author: 'desk', text: reason });
    return true;
  });
}

/** Moves the date once, where the law allows it, with a reason that the person reads. */
export async function extendDate(deps: HandleDeps, order: RequestOrder, reason: string): Promise<Handled> {
  const { db, clock } = deps.store;
  return handle(deps, order, { event: 'request.extended' }, async (request) => {
    const dueAt = extendedDate(request.received_at, request.region);
    if (dueAt === undefined || !(await extendRequest(db, request.id, { dueAt, at: clock.now() }))) return false;
    await addMessage(deps.store, request, { author: 'desk', text: reason });
    return true;
  });
}

interface HandledAs {
  readonly event: AuditEvent;
  /** Counts of the event, beyond those of every such event. */
  readonly counts?: (request: RightsRequest) => readonly RightsCount[];
}

/** Does one step with its trail and its notice, in one transaction. */
async function handle(
  deps: HandleDeps,
  { number, operator }: RequestOrder,
  { event, counts }: HandledAs,
  step: (request: RightsRequest) => Promise<boolean>,
): Promise<Handled> {
  const { store, identity, journal } = deps;
  return store.db.tx(async () => {
    const request = await findRequest(store.db, { number });
    if (request === undefined) return 'absent';
    if (!(await step(request))) return 'ended';
    const { account_id: accountId } = request;
    const detail = { operator, reason: 'right', case: number };
    await journal.audit.record({ event, accountId, origin, detail, counts: counts?.(request) ?? [] });
    const account = accountId === null ? undefined : await identity.accounts.findById(accountId);
    if (account === undefined) return 'done';
    const told = {
      account,
      event: 'requestAnswered',
      link: supportLink,
      linkKind: 'contact',
      from: '',
    } as const;
    for (const to of await journal.notices.readersOf(account, 'requestAnswered'))
      await journal.notices.sendChange({ ...told, to, values: { target: number } });
    return 'done';
  });
}

/** A request that came by mail, post or telephone. */
export interface EnteredRequest {
  readonly operator: string;
  readonly kind: RequestKind;
  readonly topic: DataTopic | null;
  readonly channel: Exclude<RequestChannel, 'page'>;
  /** Milliseconds. */
  readonly receivedAt: number;
  readonly text: string;
  /** Null for a person without an account. */
  readonly account: { readonly id: string; readonly region: RegionOrNone } | null;
}

/** Enters a request: its time runs from the day on which it arrived. */
export async function enterRequest(
  { store, journal, workdays }: Pick<HandleDeps, 'store' | 'journal' | 'workdays'>,
  { operator, kind, topic, channel, receivedAt, text, account }: EnteredRequest,
): Promise<RightsRequest> {
  const { db } = store;
  const id = newId();
  const region = account?.region ?? '';
  const accountId = account?.id ?? null;
  const arrival = {
    channel,
    region,
    received_at: receivedAt,
    due_at: kind === 'appeal' ? appealDate(receivedAt) : dueDate(receivedAt, region, workdays),
  };
  const fresh = { state: 'received', extended: 0, told: 0, answered_at: null, outcome: null, law: '' } as const;
  const request = { id, account_id: accountId, number: referenceOf(id), kind, topic, ...arrival, ...fresh, client_key: id };
  await db.tx(async () => {
    await insertRequest(db, request);
    await addMessage(store, request, { author: 'person', text });
    const detail = { operator, reason: 'right', case: request.number };
    await journal.audit.record({ event: 'request.opened', accountId, origin, detail, counts: [`requests.opened.${kind}`] });
  });
  return request;
}
