import { hash } from 'node:crypto';
import { askedText, type ShownApproval } from '#contract/desk/asked-text.ts';
import { deskApprovalsEndpoints } from '#contract/desk/approvals.ts';
import { mayApproveSome } from '#contract/desk/decisions.ts';
import { deskApprovalsSchemas } from '#contract/schemas/desk/approvals.ts';
import { findApproval, listApprovals, type Approval } from '#server/core/operation/approvals.repository.ts';
import { implementDesk } from '#server/core/operation/desk-session.ts';
import type { Passkeys } from '#server/core/passkeys/passkeys.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { networkSource } from '#server/platform/http/work-source.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerAskedAct, type AnswerDeps } from './answer-approval.ts';
import { actAtDesk, inDeskWords, requireProof } from './desk-act.ts';
import { atDesk } from './desk-person.routes.ts';
import type { PersonDeps } from './at-desk.ts';

/** More than five: an approval is shown, signed by a passkey, and done. */
export interface ApprovalRoutesDeps extends PersonDeps {
  readonly answer: AnswerDeps;
  readonly passkeys: Pick<Passkeys, 'checkSigned' | 'noteSigned'>;
  readonly rpId: string;
  readonly deskUrl: string;
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
  /** What the approver has seen, as a challenge: the page and this function make the same text. */
  const signedOf = (item: ShownApproval) => {
    const text = askedText(item);
    return { text, challenge: hash('sha256', text, 'base64url') };
  };
  return implementDesk(deskApprovalsEndpoints, deskApprovalsSchemas, {
    async deskApprovals(call) {
      const list = { act: 'approval.list', reason: '', caseRef: '' } as const;
      const rows = await actAtDesk(deps, atDesk(call), list, () => listApprovals(db, clock.now()));
      // Only auditors know of accounts that belong to nobody.
      const seen = rows.filter(({ act }) => act !== 'bait.add' || mayApproveSome(call.session.role, act));
      const items = seen.map(async (row) => ({ ...(await shown(row)), own: row.asked_by === call.session.member }));
      return { items: await Promise.all(items), rpId: deps.rpId };
    },
    async deskApprove(call) {
      const { id, digest, credential } = call.body;
      const { member: operator, accountId } = call.session;
      const row = await findApproval(db, id);
      if (row === undefined) throw new Refusal('deskChanged', { reason: 'nothing waits' });
      const { text, challenge } = signedOf({ ...(await shown(row)), digest });
      const asked = { challenge, accountId, origin: deps.deskUrl };
      const passed = await deps.passkeys.checkSigned(asked, { credential, source: networkSource(call) });
      const signed = {
        assertion: JSON.stringify({ text, credential: { id: credential.id, response: credential.response } }),
        note: () => deps.passkeys.noteSigned(passed),
      };
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
