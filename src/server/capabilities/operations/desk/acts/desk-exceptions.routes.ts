import { deskExceptionsEndpoints } from '#contract/operations/desk/calls/exceptions.ts';
import { staffActs } from '#contract/operations/desk/roles.ts';
import { deskExceptionsSchemas } from '#contract/operations/desk/calls/exceptions.schemas.ts';
import { reviewDays } from '#contract/operations/desk/desk-exceptions.words.ts';
import { countBaits } from '#server/core/operations/desk/desk-baits.repository.ts';
import { listExceptions, type DeskException } from '#server/core/operations/desk/desk-exceptions.repository.ts';
import { workingDaysLater, type Workdays } from '#server/core/rights/requests/working-days.ts';
import { implementDesk } from '#server/core/operations/desk/desk-session.ts';
import { day } from '#server/platform/clock.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { baitAccount } from './baits.ts';
import { actAtDesk, requireProof } from './desk-act.ts';
import { atDesk } from '../person/desk-person.routes.ts';
import { askException, confirmExceptionOf, reviewExceptionOf, type ExceptionDeps } from './exceptional-access.ts';

interface ExceptionRoutesDeps extends ExceptionDeps {
  readonly workdays: Workdays | undefined;
}

/** Working days where the operator has listed them, otherwise days of the calendar. */
function reviewDate(from: number, workdays: Workdays | undefined): number {
  return (workdays && workingDaysLater(from, reviewDays, workdays)) ?? from + reviewDays * day;
}

export function deskExceptionsRoutes(deps: ExceptionRoutesDeps): BoundCalls {
  const { db, clock, keyring } = deps.store;
  const { accounts } = deps.identity;
  const shown = async ({ id, state, account_id: accountId, member, ...row }: DeskException, name: string) => {
    const account = await accounts.findById(accountId);
    return {
      id,
      state,
      account: account === undefined ? '' : `${account.number.slice(0, 4)}****${account.number.slice(-4)}`,
      member,
      confirmedBy: row.confirmed_by,
      caseRef: row.case_ref,
      text: keyring.open('rights-message', row.sealed),
      askedAt: row.asked_at,
      until: row.expires_at,
      reviewBy: reviewDate(row.confirmed_at ?? row.asked_at, deps.workdays),
      own: member === name || row.confirmed_by === name,
    };
  };
  return implementDesk(deskExceptionsEndpoints, deskExceptionsSchemas, {
    async deskExceptions(call) {
      const { member, role } = call.session;
      const read = { act: 'exception.list', reason: '', caseRef: '' } as const;
      const rows = await actAtDesk(deps, atDesk(call), read, () => listExceptions(db, clock.now()));
      const items = await Promise.all(rows.map((row) => shown(row, member)));
      const baits = staffActs['bait.list'].grants[role] === 'no' ? null : await countBaits(deps.store);
      return { items, baits };
    },
    deskAskException: (call) => askException(deps, atDesk(call), call.body),
    deskConfirmException: (call) =>
      confirmExceptionOf(deps, atDesk(call), { ...call.body, show: (row) => shown(row, call.session.member) }),
    async deskReviewException(call) {
      await reviewExceptionOf(deps, atDesk(call), call.body.id);
      return { done: true };
    },
    async deskAddBait(call) {
      requireProof(deps, call);
      const account = await baitAccount({ db, accounts }, call.body.number);
      if (account === undefined) throw new Refusal('deskChanged', { reason: 'somebody lives in it' });
      const about = { accountId: account.id, version: account.version };
      const order = { act: 'bait.add', ...about, reason: 'bait', caseRef: '' } as const;
      await actAtDesk(deps, atDesk(call), order, async () => false);
      return { done: true };
    },
  });
}
