import { rightsRequestsEndpoints } from '#contract/rights/requests/requests.ts';
import { rightsRequestsSchemas } from '#contract/rights/requests/requests.schemas.ts';
import type { RightsRequest } from '#server/core/rights/requests/rights-requests.guarded.ts';
import { listRequests } from '#server/core/rights/requests/rights-requests.repository.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { fileRequest, replyToRequest, showRequest, withdrawRequest, type RequestsDeps, type RequestThread } from './requests.ts';

/** Questions and requests of people about their data. */
export function rightsRequestsRoutes(deps: RequestsDeps): BoundCalls {
  const isoTime = (at: number) => new Date(at).toISOString();
  const shown = ({ id, number, kind, topic, state, received_at, due_at, extended, answered_at, outcome }: RightsRequest) => ({
    id,
    number,
    kind,
    topic,
    state,
    receivedAt: isoTime(received_at),
    dueAt: isoTime(due_at),
    extended: extended === 1,
    answeredAt: answered_at === null ? null : isoTime(answered_at),
    outcome,
  });
  const thread = (request: RequestThread) => ({
    ...shown(request),
    law: request.law,
    messages: request.messages.map(({ at, ...message }) => ({ at: isoTime(at), ...message })),
  });

  return implement(rightsRequestsEndpoints, rightsRequestsSchemas, {
    listRightsRequests: async ({ session }) => ({ requests: (await listRequests(deps.store.db, session.accountId)).map(shown) }),
    showRightsRequest: async ({ session, params }) => thread(await showRequest(deps, session, params.id)),
    async fileRightsRequest(call) {
      const { id, number, due_at } = await fileRequest(deps, { session: call.session, visit: call }, call.body);
      return { id, number, dueAt: isoTime(due_at) };
    },
    replyToRightsRequest: async (call) => thread(await replyToRequest(deps, { session: call.session, visit: call }, call.body)),
    withdrawRightsRequest: async (call) => thread(await withdrawRequest(deps, { session: call.session, visit: call }, call.body.id)),
  });
}
