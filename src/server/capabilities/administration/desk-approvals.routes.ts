import { deskApprovalsEndpoints } from '#contract/desk/approvals.ts';
import { mayApproveSome } from '#contract/desk/decisions.ts';
import { deskApprovalsSchemas } from '#contract/schemas/desk/approvals.ts';
import { listApprovals, type Approval } from '#server/core/operation/approvals.repository.ts';
import { implementDesk } from '#server/core/operation/desk-session.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { answerAskedAct, type AnswerDeps } from './answer-approval.ts';
import { actAtDesk, inDeskWords, requireProof } from './desk-act.ts';
import { atDesk } from './desk-person.routes.ts';
import type { PersonDeps } from './at-desk.ts';

export function deskApprovalsRoutes(deps: PersonDeps & { readonly answer: AnswerDeps }): BoundCalls {
  const { db, clock } = deps.store;
  const numberOf = async (accountId: string | null): Promise<string> => {
    const account = accountId === null ? undefined : await deps.identity.accounts.findById(accountId);
    return account === undefined ? '' : `${account.number.slice(0, 4)}****${account.number.slice(-4)}`;
  };
  return implementDesk(deskApprovalsEndpoints, deskApprovalsSchemas, {
    async deskApprovals(call) {
      const list = { act: 'approval.list', reason: '', caseRef: '' } as const;
      const rows = await actAtDesk(deps, atDesk(call), list, () => listApprovals(db, clock.now()));
      // Only auditors know of accounts that belong to nobody.
      const seen = rows.filter(({ act }) => act !== 'bait.add' || mayApproveSome(call.session.role, act));
      const items = seen.map(async ({ id, act, object, account_id, reason, case_ref: caseRef, asked_by: askedBy, ...row }: Approval) => ({
        id,
        act,
        object: object === '{}' ? '' : object,
        account: await numberOf(account_id),
        reason,
        caseRef,
        askedBy,
        askedAt: row.asked_at,
        until: row.expires_at,
        digest: row.digest,
        own: askedBy === call.session.member,
      }));
      return { items: await Promise.all(items) };
    },
    async deskApprove(call) {
      requireProof(deps, call);
      const { id, digest } = call.body;
      const order = { id, digest, operator: call.session.member, answer: 'approve', reason: 'seen at the desk' } as const;
      await inDeskWords(() => answerAskedAct(deps.answer, order));
      return { done: true };
    },
    async deskRefuse(call) {
      requireProof(deps, call);
      const { id, reason } = call.body;
      await inDeskWords(() => answerAskedAct(deps.answer, { id, digest: '', operator: call.session.member, answer: 'refuse', reason }));
      return { done: true };
    },
  });
}
