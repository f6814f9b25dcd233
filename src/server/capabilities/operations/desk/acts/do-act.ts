import type { Audit } from '#server/core/protection/audit/audit.ts';
import type { Db } from '#server/core/database/db.ts';
import { insertApproval, type Approval } from '#server/core/operations/staff/approvals.repository.ts';
import { exceptionUntil } from '#server/core/operations/desk/desk-exceptions.repository.ts';
import { approvalMinutes, mayAsk, mayDo, mayDoInException, type Actor } from '#contract/operations/desk/decisions.ts';
import { actsOfTwo, type StaffAct } from '#contract/operations/desk/roles.ts';
import { StaffRefusal } from '#server/core/operations/staff/staff-refusal.ts';
import { listStaff, shellActor } from '#server/core/operations/staff/staff.repository.ts';
import { minute, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { newId } from '#server/platform/ids.ts';

export interface ActDeps {
  /** At the desk the asking member signs the request; a shell of the server is above that. */
  readonly door: 'shell' | 'desk';
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly audit: Audit;
}

/** An act of staff: its actor, object and reason. `version` is the object's when the member looked at it. */
export interface ActOrder {
  readonly act: StaffAct;
  readonly operator: string;
  /** Object beside the account: names of an app or a member. */
  readonly object?: Readonly<Record<string, string>>;
  readonly accountId?: string;
  readonly version?: number;
  readonly reason: string;
  readonly caseRef?: string;
  /** Whether there is anything to do: nobody is asked for an act that would do nothing. */
  readonly isDue?: () => Promise<boolean>;
}

/** The act waits for a second member. */
export class Waiting {
  readonly approval: Approval;
  constructor(approval: Approval) {
    this.approval = approval;
  }
}

/**
 * Does an act that the operator may do, in one transaction with the question whether they may; writes down one that
 * needs a second member.
 * @throws {StaffRefusal} for an act that the operator may neither do nor ask for
 */
export async function doAct<T>(deps: ActDeps, order: ActOrder, perform: () => Promise<T>): Promise<T | Waiting> {
  const { db } = deps;
  const { act, operator, object = {} } = order;
  return db.tx(async () => {
    const actor = await shellActor(db, operator);
    if (order.accountId !== undefined && actor.member?.accountId === order.accountId) {
      throw new StaffRefusal(`Nobody acts on the own account: ${act} was not done.`, 'own');
    }
    const decision = mayDo(actor, act, object);
    if (decision === 'may' || (await isExcepted(deps, order, actor))) return perform();
    const asking = mayAsk(actor, { act, object, staff: await listStaff(db) });
    if (asking === 'nobody could approve') {
      throw new StaffRefusal(`${act} needs a second member, and nobody else could approve it.`, 'alone');
    }
    if (asking === 'no') throw new StaffRefusal(refusalOf(operator, act, actor.member), 'role');
    if (order.isDue !== undefined && !(await order.isDue()))
      throw new StaffRefusal(`${act} has nothing to do: the account is in another state.`);
    return new Waiting(await ask(deps, order));
  });
}

/**
 * Guards the follow-up of an earlier act: the operator's role must still allow that act, alone or with a second member.
 * @throws {StaffRefusal}
 */
export async function refuseRole(db: Db, { act, operator }: Pick<ActOrder, 'act' | 'operator'>): Promise<void> {
  const actor = await shellActor(db, operator);
  if (mayDo(actor, act) === 'no') throw new StaffRefusal(refusalOf(operator, act, actor.member), 'role');
}

/** Whether the operator has exceptional access to the account of an act that it covers. */
async function isExcepted({ db, clock }: ActDeps, { act, operator, accountId }: ActOrder, actor: Actor): Promise<boolean> {
  if (accountId === undefined || !mayDoInException(actor, act)) return false;
  return (await exceptionUntil(db, { member: operator, accountId, at: clock.now() })) !== undefined;
}

function refusalOf(operator: string, act: StaffAct, member: { readonly role: string; readonly state: string } | undefined): string {
  if (member === undefined) return `${operator} is no member of staff: ${act} was not done.`;
  if (member.state !== 'active') return `The access of ${operator} is ${member.state}: ${act} was not done.`;
  return `The role of ${operator}, ${member.role}, does not allow this: ${act} was not done.`;
}

async function ask({ door, db, clock, keyring, audit }: ActDeps, order: ActOrder): Promise<Approval> {
  const { operator, object = {}, accountId, version = 0, reason, caseRef = '' } = order;
  const act = actsOfTwo.find((each) => each === order.act);
  if (act === undefined) throw new Error(`${order.act} never waits.`);
  const at = clock.now();
  const asked = { act, object: JSON.stringify(object), account_id: accountId ?? null, version, reason, case_ref: caseRef };
  const expires = { asked_by: operator, asked_at: at, expires_at: at + approvalMinutes * minute };
  const approval = await insertApproval({ db, keyring }, { id: newId(), ...asked, ...expires }, door === 'desk' ? 'unsigned' : 'asked');
  const detail = { approval: approval.id, act, operator, reason, case: caseRef };
  await audit.record({ event: 'approval.asked', accountId: approval.account_id, origin: { clientIp: '', requestId: '' }, detail });
  return approval;
}
