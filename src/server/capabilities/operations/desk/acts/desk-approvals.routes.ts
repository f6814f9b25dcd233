import { askedText } from '#contract/operations/desk/asked-text.ts';
import { deskApprovalsEndpoints } from '#contract/operations/desk/calls/approvals.ts';
import { maySign } from '#contract/operations/desk/decisions.ts';
import { staffActs } from '#contract/operations/desk/roles.ts';
import { deskApprovalsSchemas } from '#contract/operations/desk/calls/approvals.schemas.ts';
import { signApproval } from '#server/core/operations/staff/approvals.guarded.ts';
import { findApproval, listApprovals, type Approval } from '#server/core/operations/staff/approvals.repository.ts';
import { implementDesk } from '#server/core/operations/desk/desk-session.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerAskedAct, type AnswerDeps } from './answer-approval.ts';
import { checkCeremony, type CeremonyDeps } from '../session/ceremony.ts';
import { actAtDesk, inDeskWords, requireProof } from './desk-act.ts';
import { atDesk } from '../person/desk-person.routes.ts';
import type { PersonDeps } from '../session/at-desk.ts';

export interface ApprovalRoutesDeps extends PersonDeps {
  readonly answer: AnswerDeps;
  readonly signing: CeremonyDeps;
}

export function deskApprovalsRoutes(deps: ApprovalRoutesDeps): BoundCalls {
  const { db, clock } = deps.store;
  const numberOf = async (accountId: string | null): Promise<string> => {
    const account = accountId === null ? undefined : await deps.identity.accounts.findById(accountId);
    return account === undefined ? '' : `${account.number.slice(0, 4)}****${account.number.slice(-4)}`;
  };
  const shown = async ({ id, act, object, account_id, reason, case_ref: caseRef, asked_by: askedBy, ...row }: Approval) => ({
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
  });
  return implementDesk(deskApprovalsEndpoints, deskApprovalsSchemas, {
    async deskApprovals(call) {
      const list = { act: 'approval.list', reason: '', caseRef: '' } as const;
      const rows = await actAtDesk(deps, atDesk(call), list, () => listApprovals(db, clock.now(), call.session.member));
      // A role sees what it asks for or approves: only auditors know of accounts that belong to nobody.
      const seen = rows.filter(({ act }) => staffActs[act].grants[call.session.role] !== 'no');
      const items = seen.map(async (row) => ({
        ...(await shown(row)),
        own: row.asked_by === call.session.member,
        isSigned: row.state === 'asked',
      }));
      return { items: await Promise.all(items) };
    },
    async deskSignAsked(call) {
      const { id, ...given } = call.body;
      const { member } = call.session;
      const at = clock.now();
      const row = await findApproval(db, id);
      const asked = row && { state: row.state, askedBy: row.asked_by, expiresAt: row.expires_at };
      if (row === undefined || asked === undefined || !maySign(asked, member, at))
        throw new Refusal('deskChanged', { reason: 'nothing to sign' });
      const signed = await checkCeremony(deps.signing, atDesk(call), askedText('ask', await shown(row)), given);
      await db.tx(async () => {
        await signed.note();
        if (!(await signApproval(db, { id, by: member, at, askedWith: signed.kept })))
          throw new Refusal('deskChanged', { reason: 'signed' });
      });
      return { done: true };
    },
    async deskApprove(call) {
      const { id, digest, credential } = call.body;
      const { member: operator } = call.session;
      const row = await findApproval(db, id);
      if (row === undefined) throw new Refusal('deskChanged', { reason: 'nothing waits' });
      const { kept: assertion, note } = await checkCeremony(
        deps.signing,
        atDesk(call),
        askedText('approve', { ...(await shown(row)), digest }),
        {
          credential,
        },
      );
      const signed = { assertion, note };
      const order = { id, digest, operator, answer: 'approve', reason: 'seen at the desk', signed } as const;
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
