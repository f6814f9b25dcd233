import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import { leastAgeMs, whyUnsound } from '#server/core/operations/staff/sound-account.ts';
import { addMember, linkMember, moveMember, returnMember } from '#server/core/operations/staff/staff.guarded.ts';
import { staffRoles, type StaffAct, type StaffRole } from '#contract/operations/desk/roles.ts';
import { StaffRefusal } from '#server/core/operations/staff/staff-refusal.ts';
import { listStaff, type StaffRow } from '#server/core/operations/staff/staff.repository.ts';
import { doAct, type ActDeps, type Waiting } from '../acts/do-act.ts';
import type { AccountReference } from '../person/find-account.ts';

export interface StaffOrder {
  readonly name: string;
  readonly operator: string;
  readonly reason: string;
}

/** Leads whom the shell makes before there is anybody to approve, each place once. */
const places = ['first lead', 'second lead'] as const;

/** Leads without whom no lead has somebody to approve for them. */
const neededLeads = 2;

/**
 * Makes a lead who enters with an account, from a shell of the server, while fewer than two leads can enter: the first two, whose
 * accounts may be young, then with `lastResort` one more. Ties a lead who cannot enter to another account. False if somebody
 * else made the lead just now.
 * @throws {StaffRefusal}
 */
export async function makeLead(
  deps: LinkDeps,
  order: StaffOrder & { readonly account: AccountReference; readonly lastResort: boolean },
): Promise<boolean> {
  const { db, clock } = deps;
  const { name, operator, account, lastResort } = order;
  return db.tx(async () => {
    const staff = await listStaff(db);
    const known = staff.find((member) => member.name === name);
    if (known?.state === 'active' && known.role !== 'lead') throw new StaffRefusal(`${name} is an active ${known.role}.`);
    const entering = await leadsWhoEnter(deps, staff);
    if (entering.includes(name)) throw new StaffRefusal(`${name} is a lead who can enter the desk.`);
    if (entering.length >= neededLeads) throw new StaffRefusal('Two leads can enter the desk: one asks there, another approves.');
    const isPlaced = known === undefined && (await takePlace(deps, order));
    if (!isPlaced && known?.state !== 'active') {
      if (!lastResort)
        throw new StaffRefusal('The shell makes two leads, who give roles at the desk. With --last-resort it makes another one.');
      if (!(await grant(deps, { ...order, role: 'lead' }, { by: `last resort, ${operator}`, detail: { lastResort: true } }))) return false;
    }
    // A refusal of the account undoes the transaction: there is no lead without one.
    await requireSound(deps, account.id, { role: 'lead', ageMs: isPlaced ? 0 : leastAgeMs });
    if (!(await linkMember(db, { name, accountId: account.id, at: clock.now() })))
      throw new StaffRefusal('The account is another member’s.');
    await record(deps, order, { act: 'member.link' });
    return true;
  });
}

/** Active leads with an account that the desk lets in. */
async function leadsWhoEnter({ accounts }: LinkDeps, staff: readonly StaffRow[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, role, state, accountId, changedAt: since } of staff) {
    if (role !== 'lead' || state !== 'active' || accountId === null) continue;
    const account = await accounts.findById(accountId);
    if (account !== undefined && whyUnsound(account, { role, since }) === undefined) names.push(name);
  }
  return names;
}

async function takePlace(deps: ActDeps, order: StaffOrder): Promise<boolean> {
  const { name, operator } = order;
  for (const place of places) {
    const member = { name, role: 'lead', at: deps.clock.now(), grantedBy: `shell, ${operator}`, place } as const;
    if (await addMember(deps.db, member)) {
      await record(deps, order, { act: 'member.grant', role: 'lead', place });
      return true;
    }
  }
  return false;
}

/**
 * Asks a second lead to give somebody a role, who may be new or on hold.
 * @throws {StaffRefusal}
 */
export async function addStaff(deps: ActDeps, order: StaffOrder & { readonly role: StaffRole }): Promise<boolean | Waiting> {
  const { name, role, operator, reason } = order;
  const known = (await listStaff(deps.db)).find((member) => member.name === name);
  if (known?.state === 'active') throw new StaffRefusal(`${name} is an active ${known.role}. Hold them first to change the role.`);
  const version = known?.changedAt ?? 0;
  return doAct(deps, { act: 'member.grant', operator, object: { member: name, role }, version, reason }, async () => false);
}

async function grant(
  deps: ActDeps,
  order: StaffOrder & { readonly role: StaffRole },
  { by, detail }: { readonly by: string; readonly detail: Readonly<Record<string, string | boolean>> },
): Promise<boolean> {
  const member = { name: order.name, role: order.role, at: deps.clock.now(), grantedBy: by };
  if (!(await returnMember(deps.db, member)) && !(await addMember(deps.db, { ...member, place: '' }))) return false;
  await record(deps, order, { act: 'member.grant', role: order.role, ...detail });
  return true;
}

/** Ends the access of a member at once, until a lead is granted their role again. False if they have none. */
export async function holdStaff(deps: ActDeps, order: StaffOrder): Promise<boolean | Waiting> {
  const { name, operator, reason } = order;
  return doAct(deps, { act: 'member.hold', operator, object: { member: name }, reason }, async () => {
    if (!(await moveMember(deps.db, { name, from: ['active'], to: 'held', at: deps.clock.now() }))) return false;
    await record(deps, order, { act: 'member.hold' });
    return true;
  });
}

/** Notes that a member has left, with a second lead. */
export async function endStaff(deps: ActDeps, order: StaffOrder): Promise<boolean | Waiting> {
  const { name, operator, reason } = order;
  const known = (await listStaff(deps.db)).find((member) => member.name === name);
  if (known === undefined || known.state === 'ended') return false;
  const version = known.changedAt;
  return doAct(deps, { act: 'member.end', operator, object: { member: name }, version, reason }, async () => false);
}

/** An asked change of a member, with the lead who approves it. `version` is the time of the last change. */
export interface ApprovedMember extends StaffOrder {
  readonly role: string;
  readonly version: number;
  readonly second: string;
}

/** False if the member has changed since it was asked. */
export async function grantMember(deps: ActDeps, order: ApprovedMember): Promise<boolean> {
  const role = staffRoles.find((each) => each === order.role);
  if (role === undefined || !(await isUnchanged(deps, order))) return false;
  const { operator, second } = order;
  return grant(deps, { ...order, role }, { by: `${operator} and ${second}`, detail: { second } });
}

/** False if the member has changed since it was asked. */
export async function endMember(deps: ActDeps, order: ApprovedMember): Promise<boolean> {
  const { name, second } = order;
  const at = deps.clock.now();
  if (!(await isUnchanged(deps, order)) || !(await moveMember(deps.db, { name, from: ['active', 'held'], to: 'ended', at }))) return false;
  await record(deps, order, { act: 'member.end', second });
  return true;
}

/** Ties a member to the account with which they sign in to the desk, with a second lead. */
export async function linkStaff(deps: LinkDeps, order: StaffOrder & { readonly account: AccountReference }): Promise<boolean | Waiting> {
  const { name, operator, reason, account } = order;
  const known = (await listStaff(deps.db)).find((member) => member.name === name);
  if (known === undefined || known.state === 'ended') return false;
  await requireSound(deps, account.id, known);
  const object = { member: name, account: account.id };
  return doAct(deps, { act: 'member.link', operator, object, version: known.changedAt, reason }, async () => false);
}

export interface LinkDeps extends ActDeps {
  readonly accounts: Pick<Accounts, 'find' | 'findById'>;
}

/** False if the member has changed since it was asked. */
export async function linkAccount(deps: LinkDeps, order: Omit<ApprovedMember, 'role'> & { readonly account: string }): Promise<boolean> {
  const { name, account, second } = order;
  const known = (await listStaff(deps.db)).find((member) => member.name === name);
  if (known === undefined || !(await isUnchanged(deps, { ...order, role: known.role }))) return false;
  await requireSound(deps, account, known);
  if (!(await linkMember(deps.db, { name, accountId: account, at: deps.clock.now() }))) return false;
  await record(deps, order, { act: 'member.link', second });
  return true;
}

/** @throws {StaffRefusal} for an account that cannot carry a role */
async function requireSound(
  { accounts, clock }: LinkDeps,
  accountId: string,
  { role, ageMs = leastAgeMs }: Pick<StaffRow, 'role'> & { readonly ageMs?: number },
): Promise<void> {
  const account = await accounts.findById(accountId);
  const now = clock.now();
  if (account === undefined || whyUnsound(account, { role, since: now }) !== undefined || now - account.createdAt < ageMs) {
    const age = ageMs > 0 ? ', a week old' : '';
    throw new StaffRefusal(`The account must be active${age} and protected by two steps; that of a lead or an auditor has a passkey.`);
  }
}

async function isUnchanged({ db }: ActDeps, { name, version }: ApprovedMember): Promise<boolean> {
  return ((await listStaff(db)).find((member) => member.name === name)?.changedAt ?? 0) === version;
}

async function record(
  { audit }: ActDeps,
  { name, operator, reason }: StaffOrder,
  detail: { readonly act: StaffAct } & Readonly<Record<string, string | boolean>>,
): Promise<void> {
  const origin = { clientIp: '', requestId: '' };
  await audit.record({ event: 'operator.acted', accountId: null, origin, detail: { ...detail, member: name, operator, reason } });
}
