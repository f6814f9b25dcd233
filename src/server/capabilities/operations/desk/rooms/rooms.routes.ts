import { Readable } from 'node:stream';
import { cleanText } from '#contract/rules/clean-text.ts';
import { deskAuditEndpoints } from '#contract/operations/desk/calls/audit.ts';
import { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import { deskStaffEndpoints } from '#contract/operations/desk/calls/staff.ts';
import { requestTextRules } from '#contract/rules/rights-request.ts';
import { deskAuditSchemas } from '#contract/operations/desk/calls/audit.schemas.ts';
import { deskQueuesSchemas } from '#contract/operations/desk/calls/queues.schemas.ts';
import { deskStaffSchemas } from '#contract/operations/desk/calls/staff.schemas.ts';
import type { AuditRow } from '#server/core/protection/audit/audit.repository.ts';
import type { AuditPlace } from '#server/core/protection/audit/audit-search.repository.ts';
import { textField } from '#server/core/account/fields/fields.ts';
import { findRequest } from '#server/core/rights/requests/rights-requests.repository.ts';
import { implementDesk } from '#server/core/operations/desk/desk-session.ts';
import { day } from '#server/platform/clock.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { FileAnswer } from '#server/platform/http/call.ts';
import { requireProof } from '../acts/desk-act.ts';
import { deskAnswer } from '../acts/desk-answer.ts';
import { approvedExports, askTrailExport, takeTrailExport, type TrailExportDeps } from '../audit/export-trail.ts';
import { atDesk } from '../person/desk-person.routes.ts';
import { doAct, type ActDeps } from '../acts/do-act.ts';
import {
  answerRequest,
  askPerson,
  closeRequest,
  enterRequest,
  extendDate,
  readRequest,
  type HandleDeps,
  type Handled,
} from './handle-request.ts';
import { findAccount } from '../person/find-account.ts';
import { describeStaff } from '../staff/list-staff.ts';
import { openedLook, type CardDeps } from '../person/person-cards.ts';
import { countQueues, readQueue, releaseQueueItem, takeQueueItem } from './read-queues.ts';
import type { ReviewDeps } from './review-app.ts';
import { openTrailRow, proveTrailRow, searchTrail } from '../audit/search-audit.ts';
import { addStaff, endStaff, holdStaff, linkStaff } from '../staff/staff.ts';
import { readTransparency } from './transparency-report.ts';

/** Parts that the rooms of the desk show and do. */
export interface RoomsDeps {
  readonly acting: ActDeps;
  readonly handling: HandleDeps;
  readonly review: ReviewDeps;
  readonly titleOf: CardDeps['titleOf'];
}

interface AuditRoutesDeps extends Pick<RoomsDeps, 'acting' | 'handling'> {
  readonly trail: TrailExportDeps;
}

/** The trail, for auditors. */
export function auditRoutes({ acting, trail, handling: { store, identity, journal } }: AuditRoutesDeps): BoundCalls {
  const deps = { store, accounts: identity.accounts, audit: journal.audit };
  return implementDesk(deskAuditEndpoints, deskAuditSchemas, {
    async deskSearchAudit({ body: { after, ...filters }, session }) {
      const { rows, next } = await searchTrail(deps, { ...filters, operator: session.member, after: readAuditPlace(after) });
      return { rows: rows.map(shownRow), next: next === undefined ? '' : `${next.seal}.${next.at}.${next.id}` };
    },
    async deskAuditRow({ body: { id }, session }) {
      const { row, seal, neighbors, isAsWritten } = await openTrailRow(deps, { operator: session.member, id });
      return { row: shownRow(row), isAsWritten, seal: seal ?? null, neighbors: neighbors.map(shownRow) };
    },
    async deskAuditProof({ body, session }) {
      const { row, rows, seals, reachesHead } = await proveTrailRow(deps, { operator: session.member, ...body });
      return { row, rows: [...rows], seals: [...seals], reachesHead };
    },
    deskExports: async (call) => ({ items: await approvedExports(acting, call.session.member) }),
    async deskAskExport(call) {
      requireProof({ store }, call);
      const { reason, ...range } = call.body;
      await askTrailExport(acting, atDesk(call), { ...range, reason: cleanText.lines(reason) });
      return {};
    },
    async deskExport(call) {
      requireProof({ store }, call);
      const bytes = await takeTrailExport(trail, atDesk(call), call.body.id);
      return new FileAnswer({ name: 'audit-trail.zip', type: 'application/zip', bytes });
    },
  });
}

function readAuditPlace(after: string | undefined): AuditPlace | undefined {
  if (after === undefined) return undefined;
  const [seal = '', at = '', id = ''] = after.split('.');
  return { seal: Number(seal), at: Number(at), id };
}

/** Client IPs stay in the database. */
function shownRow({ id, at, event, account_id, request_id: requestId, session, detail, seal }: AuditRow) {
  return { id, at, event, account: account_id ?? '', requestId, session, detail, seal };
}

/** Members of staff. */
export function staffRoutes({ acting, handling: { store, identity } }: RoomsDeps): BoundCalls {
  const { accounts } = identity;
  return implementDesk(deskStaffEndpoints, deskStaffSchemas, {
    async deskStaff() {
      const { members, medians } = await describeStaff(store);
      return { members: [...members], medians: [...medians] };
    },
    async deskHoldMember({ body, session }) {
      await deskAnswer(holdStaff(acting, { ...body, operator: session.member }));
      return {};
    },
    async deskGrantMember({ body, session }) {
      await deskAnswer(addStaff(acting, { ...body, operator: session.member }));
      return {};
    },
    async deskLinkMember({ body: { account: number, ...order }, session }) {
      const deps = { ...acting, accounts };
      const account = await findAccount({ db: acting.db, accounts }, number);
      if (account === undefined) throw new Refusal('deskChanged', { reason: 'no such account' });
      await deskAnswer(linkStaff(deps, { ...order, operator: session.member, account }));
      return {};
    },
    async deskEndMember({ body, session }) {
      await deskAnswer(endStaff(acting, { ...body, operator: session.member }));
      return {};
    },
  });
}

/** Calls of the queues, and requests about data. */
export function queueRoutes({ acting, handling, review, titleOf }: RoomsDeps): BoundCalls {
  const text = (words: string): string => checkFields({ text: textField(requestTextRules, cleanText.lines(words)) }).text;
  const handle = async (operator: string, step: () => Promise<Handled>, number = ''): Promise<Record<string, never>> => {
    const { kind } = (number === '' ? undefined : await findRequest(handling.store.db, { number })) ?? {};
    const act = kind === 'appeal' ? 'appeal.answer' : 'request.answer';
    const handled = await deskAnswer(doAct(acting, { act, operator, reason: 'right' }, step));
    if (handled !== 'done') throw new Refusal('deskChanged', { reason: `the request is ${handled}` });
    return {};
  };
  return implementDesk(deskQueuesEndpoints, deskQueuesSchemas, {
    deskWaiting: async () => ({ queues: [...(await countQueues(review))] }),
    async deskQueue({ params, lang }) {
      const { now, items, more } = await readQueue(review, { queue: params.name, lang, titleOf });
      return { now, items: [...items], more };
    },
    deskTakeItem: async ({ body, session }) => ({ until: await takeQueueItem(review, { ...body, member: session.member }) }),
    async deskReleaseItem({ body, session }) {
      await releaseQueueItem(review, { ...body, member: session.member });
      return {};
    },
    async deskOpenRequest({ body: { number }, session }) {
      const request = await deskAnswer(
        doAct(acting, { act: 'request.read', operator: session.member, reason: '' }, () =>
          readRequest(handling, { number, operator: session.member }),
        ),
      );
      if (request === undefined) throw new Refusal('deskChanged', { reason: 'no such request' });
      const { kind, topic, channel, state, received_at: receivedAt, due_at: dueAt, extended, messages } = request;
      return { number, kind, topic, channel, state, receivedAt, dueAt, extended: extended === 1, messages: [...messages] };
    },
    deskReplyToRequest: ({ body, session }) =>
      handle(session.member, () => askPerson(handling, { number: body.number, operator: session.member }, text(body.text))),
    async deskAnswerRequest({ body: { number, outcome, law: given, text: words }, session }) {
      const law = given.trim();
      if (outcome !== 'done' && law === '') throw new Refusal('badRequest', { reason: 'no rule for what is not granted' });
      const answer = { outcome, law, text: text(words) };
      return handle(session.member, () => answerRequest(handling, { number, operator: session.member }, answer), number);
    },
    async deskAddRequest(call) {
      const { look, kind, topic = null, channel, receivedAt, text: words } = call.body;
      const now = handling.store.clock.now();
      if (receivedAt > now || receivedAt < now - 365 * day) throw new Refusal('deskChanged', { reason: 'the day of arrival' });
      const account = look === undefined ? null : (await openedLook(handling, atDesk(call), look)).account;
      // An appeal is about an act on an account.
      if (account === null && kind === 'appeal') throw new Refusal('deskChanged', { reason: 'an appeal without an account' });
      const about = account === null ? {} : { accountId: account.id };
      const order = { act: 'request.answer', operator: call.session.member, ...about, reason: 'right' } as const;
      const entered = { operator: call.session.member, kind, topic, channel, receivedAt, text: text(words), account };
      const { number, due_at: dueAt } = await deskAnswer(doAct(acting, order, () => enterRequest(handling, entered)));
      return { number, dueAt };
    },
    deskCloseRequest: ({ body, session }) =>
      handle(session.member, () => closeRequest(handling, { number: body.number, operator: session.member }, text(body.text))),
    async deskReport({ body }) {
      const [from, to] = [dayOf(body.from), dayOf(body.to)];
      if (to < from) throw new Refusal('badRequest', { reason: 'the last day is before the first' });
      const regions = await readTransparency(handling.store.db, { from, to: to + day });
      const file = `${JSON.stringify({ ...body, regions }, null, 2)}\n`;
      const name = `transparency-${body.from}-${body.to}.json`;
      return new FileAnswer({ name, type: 'application/json', bytes: Readable.from([Buffer.from(file)]) });
    },
    deskExtendRequest: ({ body, session }) =>
      handle(session.member, () => extendDate(handling, { number: body.number, operator: session.member }, text(body.text))),
  });
}

/** @throws {Refusal} for a day that no calendar has */
function dayOf(text: string): number {
  const at = Date.parse(text);
  // 30 February is 2 March to the parser.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) throw new Refusal('badRequest', { reason: 'no such day' });
  return at;
}
