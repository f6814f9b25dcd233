import { deskAuditEndpoints } from '#contract/desk/audit.ts';
import { deskOverviewEndpoints } from '#contract/desk/overview.ts';
import { deskQueuesEndpoints } from '#contract/desk/queues.ts';
import { deskStaffEndpoints } from '#contract/desk/staff.ts';
import { normalizeLines } from '#contract/rules/free-text.ts';
import { requestTextRules } from '#contract/rules/rights-request.ts';
import { deskAuditSchemas } from '#contract/schemas/desk/audit.ts';
import { deskOverviewSchemas } from '#contract/schemas/desk/overview.ts';
import { deskQueuesSchemas } from '#contract/schemas/desk/queues.ts';
import { deskStaffSchemas } from '#contract/schemas/desk/staff.ts';
import type { AuditRow } from '#server/core/audit/audit.repository.ts';
import type { AuditPlace } from '#server/core/audit/audit-search.repository.ts';
import { textField } from '#server/core/fields/fields.ts';
import { findRequest } from '#server/core/rights-requests/rights-requests.repository.ts';
import { implementDesk } from '#server/core/operation/desk-session.ts';
import { day } from '#server/platform/clock.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createHealthReader, type HealthDeps } from './describe-health.ts';
import { FileAnswer } from '#server/platform/http/call.ts';
import { requireProof } from './desk-act.ts';
import { deskAnswer } from './desk-answer.ts';
import { approvedExports, askTrailExport, takeTrailExport, type TrailExportDeps } from './export-trail.ts';
import { atDesk } from './desk-person.routes.ts';
import { doAct, type ActDeps } from './do-act.ts';
import { answerRequest, askPerson, enterRequest, extendDate, readRequest, type HandleDeps, type Handled } from './handle-request.ts';
import { describeStaff } from './list-staff.ts';
import { openedLook, type CardDeps } from './person-cards.ts';
import { describeFigures } from './read-figures.ts';
import { countQueues, readQueue, releaseQueueItem, takeQueueItem } from './read-queues.ts';
import type { ReviewDeps } from './review-app.ts';
import { openTrailRow, proveTrailRow, searchTrail } from './search-audit.ts';
import { addStaff, endStaff, holdStaff } from './staff.ts';

/** What the rooms of the desk show and do. */
export interface RoomsDeps {
  readonly acting: ActDeps;
  readonly handling: HandleDeps;
  readonly review: ReviewDeps;
  readonly titleOf: CardDeps['titleOf'];
  readonly metrics: HealthDeps['metrics'];
}

/** Figures and health. */
export function overviewRoutes({ handling: { store }, metrics }: RoomsDeps): BoundCalls {
  const readHealth = createHealthReader({ store, metrics });
  return implementDesk(deskOverviewEndpoints, deskOverviewSchemas, {
    async deskFigures({ query }) {
      const { figures, today, ...times } = await describeFigures(store, query.span);
      return { ...times, figures: figures.map(({ name, counts }) => ({ name, counts: [...counts] })), today: [...today] };
    },
    async deskHealth() {
      const { instances, chain, routes, budgets, keys, ...health } = await readHealth();
      return {
        ...health,
        routes: [...routes],
        budgets: [...budgets],
        keys: [...keys],
        chain:
          chain === undefined
            ? null
            : { through: chain.through, head: chain.head, at: chain.at, faults: chain.faults, wholeAt: chain.wholeAt ?? null },
        instances: instances.map(({ summary, ...each }) => ({
          ...each,
          answers: summary?.all.count ?? null,
          p50: summary?.all.p50 ?? null,
          p95: summary?.all.p95 ?? null,
          failed: summary?.all.failed ?? null,
          values: summary?.values ?? {},
        })),
      };
    },
  });
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
      await askTrailExport(acting, atDesk(call), { ...range, reason: normalizeLines(reason) });
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
export function staffRoutes({ acting, handling: { store } }: RoomsDeps): BoundCalls {
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
      await deskAnswer(addStaff(acting, { ...body, operator: session.member, lastResort: false }));
      return {};
    },
    async deskEndMember({ body, session }) {
      await deskAnswer(endStaff(acting, { ...body, operator: session.member }));
      return {};
    },
  });
}

/** What waits, and requests about data. */
export function queueRoutes({ acting, handling, review, titleOf }: RoomsDeps): BoundCalls {
  const text = (words: string): string => checkFields({ text: textField(requestTextRules, normalizeLines(words)) }).text;
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
    deskAnswerRequest: ({ body: { number, outcome, law, text: words }, session }) =>
      handle(
        session.member,
        () => answerRequest(handling, { number, operator: session.member }, { outcome, law: law.trim(), text: text(words) }),
        number,
      ),
    async deskAddRequest(call) {
      const { kind, channel, receivedAt, text: words } = call.body;
      const now = handling.store.clock.now();
      if (receivedAt > now || receivedAt < now - 365 * day) throw new Refusal('deskChanged', { reason: 'the day of arrival' });
      const { account } = await openedLook(handling, atDesk(call), call.body.look);
      const order = { act: 'request.answer', operator: call.session.member, accountId: account.id, reason: 'right' } as const;
      const entered = { operator: call.session.member, kind, topic: null, channel, receivedAt, text: text(words), account };
      const { number, due_at: dueAt } = await deskAnswer(doAct(acting, order, () => enterRequest(handling, entered)));
      return { number, dueAt };
    },
    deskExtendRequest: ({ body, session }) =>
      handle(session.member, () => extendDate(handling, { number: body.number, operator: session.member }, text(body.text))),
  });
}
