import { staffActs, type Grant, type StaffAct, type StaffRole } from './roles.ts';

/** A held member does nothing until a lead is granted the role for them again; an ended one has left. */
export type MemberState = 'active' | 'held' | 'ended';

/** A member of staff, by the name that the operator gave them. */
export interface Member {
  readonly name: string;
  readonly role: StaffRole;
  readonly state: MemberState;
  /** With which the member signs in to the desk: nobody acts on, or approves for, their own. */
  readonly accountId?: string | null;
}

/**
 * The actor, in a shell of the server or at the desk. `staffed` is whether anybody was ever listed as staff: until then every name may
 * do everything.
 */
export interface Actor {
  readonly via: 'shell' | 'desk';
  readonly name: string;
  readonly staffed: boolean;
  readonly member: Member | undefined;
}

/** The subject of an act, where its permission depends on it: the name of a member. */
export interface ActObject {
  readonly member?: string | undefined;
}

function grantOf(member: Member | undefined, act: StaffAct): Grant {
  return member?.state === 'active' ? staffActs[act].grants[member.role] : 'no';
}

/** Whether the actor does this act at once, asks for it, or neither. Nobody grants a role to themselves. */
export function mayDo({ name, staffed, member }: Actor, act: StaffAct, object: ActObject = {}): 'may' | 'asks' | 'no' {
  if (!staffed) return 'may';
  if (staffActs[act].effect === 'gives' && object.member === name) return 'no';
  const grant = grantOf(member, act);
  if (grant === 'may') return 'may';
  return grant === 'asks' || grant === 'asks and approves' ? 'asks' : 'no';
}

/** Whether exceptional access to its account lets the actor do an act: what an agent does at once, and never what takes two. */
export function mayDoInException({ member }: Pick<Actor, 'member'>, act: StaffAct): boolean {
  return member?.state === 'active' && staffActs[act].effect !== 'gives' && staffActs[act].grants.agent === 'may';
}

/** Whether somebody could approve the act: without such a member it is not asked for. */
export function mayAsk(
  actor: Actor,
  { act, object = {}, staff }: { readonly act: StaffAct; readonly object?: ActObject; readonly staff: readonly Member[] },
): 'asks' | 'nobody could approve' | 'no' {
  if (mayDo(actor, act, object) !== 'asks') return 'no';
  return staff.some((other) => approves(other, act) && isAnother(other.name, actor.name, object)) ? 'asks' : 'nobody could approve';
}

/** Whether a role approves an act that somebody else asks for. */
export function mayApproveSome(role: StaffRole, act: StaffAct): boolean {
  return staffActs[act].grants[role].endsWith('approves');
}

function approves(member: Member | undefined, act: StaffAct): boolean {
  const grant = grantOf(member, act);
  return grant === 'approves' || grant === 'asks and approves';
}

/** Nobody is on both sides: neither who asked nor whom it is about. */
function isAnother(name: string, asker: string, object: ActObject): boolean {
  return name !== asker && name !== object.member;
}

/** Minutes in which an asked act can be approved. */
export const approvalMinutes = 60;

/** At the desk who asks signs it first: until then it waits for nobody else. */
export type ApprovalState = 'unsigned' | 'asked' | 'approved' | 'refused';

/** The parts of an asked act that decide whether it may be approved. `expiresAt` is in milliseconds. */
export interface AskedAct {
  readonly act: StaffAct;
  readonly object: ActObject;
  /** The account that it is about. */
  readonly accountId?: string | null;
  readonly state: ApprovalState;
  readonly askedBy: string;
  readonly expiresAt: number;
  readonly digest: string;
}

export interface Approving {
  readonly approver: Actor;
  /** The asker as they are now. */
  readonly asker: Actor;
  readonly now: number;
  /** Digest that the approver has seen, and the one of the row now. */
  readonly seen: string;
  readonly computed: string;
}

export type NotApproved = 'unsigned' | 'answered' | 'lapsed' | 'role' | 'own' | 'asker' | 'changed';

/** Whether the asked act may be done now; otherwise why not. */
export function mayApprove(asked: AskedAct, { approver, asker, now, seen, computed }: Approving): 'yes' | NotApproved {
  if (!approver.staffed || !approves(approver.member, asked.act)) return 'role';
  if (!isAnother(approver.name, asked.askedBy, asked.object)) return 'own';
  if (asked.accountId !== undefined && asked.accountId !== null && approver.member?.accountId === asked.accountId) return 'own';
  if (asked.state === 'unsigned') return 'unsigned';
  if (asked.state !== 'asked') return 'answered';
  if (asked.expiresAt <= now) return 'lapsed';
  if (asker.name !== asked.askedBy || mayDo(asker, asked.act, asked.object) !== 'asks') return 'asker';
  return asked.digest === computed && asked.digest === seen ? 'yes' : 'changed';
}

/** Whether a member signs what they have asked for: once, in its time. */
export function maySign(
  { state, askedBy, expiresAt }: Pick<AskedAct, 'state' | 'askedBy' | 'expiresAt'>,
  name: string,
  now: number,
): boolean {
  return state === 'unsigned' && askedBy === name && expiresAt > now;
}

/** The state after an answer; undefined where there is nothing left to answer. */
export function afterApproval(
  { state, expiresAt }: Pick<AskedAct, 'state' | 'expiresAt'>,
  { answer, now }: { readonly answer: 'approve' | 'refuse'; readonly now: number },
): ApprovalState | undefined {
  if (state !== 'asked' || expiresAt <= now) return undefined;
  return answer === 'approve' ? 'approved' : 'refused';
}
