import { parseArgs } from 'node:util';
import { doAct, Waiting, type ActDeps } from '#server/capabilities/administration/do-act.ts';
import { createAccounts } from '#server/core/accounts/accounts.repository.ts';
import { findAccount } from '#server/capabilities/administration/find-account.ts';
import { addStaff, endStaff, holdStaff, linkStaff, type LinkDeps } from '#server/capabilities/administration/staff.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { staffRoles } from '#contract/desk/roles.ts';
import { listStaff } from '#server/core/operation/staff.repository.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';
import { nameOf, operatorOf, reasonTextOf, waitingText } from './staff-order.ts';

type StaffDeps = Pick<AdminDeps, 'db' | 'clock' | 'keyring'>;

/**
 * `staff list|add|hold|link|end`: who may do what. Until the first member is added, every name may do everything.
 * @throws {AdminError}
 * @throws {StaffRefusal} when the role of the operator does not allow it
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runStaff(deps, args));
  return 0;
}

const options = {
  role: { type: 'string' },
  reason: { type: 'string' },
  operator: { type: 'string' },
  account: { type: 'string' },
  'last-resort': { type: 'boolean', default: false },
} as const;

/** Returns the text to print. */
export async function runStaff({ db, clock, keyring }: StaffDeps, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [, verb = '', given, ...rest] = positionals;
  const deps = {
    door: 'shell' as const,
    db,
    clock,
    keyring,
    audit: createAudit({ db, clock, keyring }),
    accounts: createAccounts({ db, keyring }),
  };
  const operator = operatorOf(values.operator);
  if (verb === 'list' && given === undefined) return listText(deps, operator);
  if (given === undefined || rest.length > 0 || !['add', 'hold', 'link', 'end'].includes(verb)) throw new AdminError(adminHelp);
  const name = nameOf(given, 'A member');
  const order = { name, operator, reason: reasonTextOf(values.reason) };
  const done = await change(deps, order, { verb, role: values.role, account: values.account, lastResort: values['last-resort'] });
  if (done instanceof Waiting) return waitingText(done);
  if (!done) throw new AdminError(`Nothing was done: ${name} is no member, or has no access.`);
  return `Done: ${verb} ${name}`;
}

async function change(
  deps: LinkDeps,
  order: { readonly name: string; readonly operator: string; readonly reason: string },
  {
    verb,
    role: given,
    account: who,
    lastResort,
  }: { readonly verb: string; readonly role: string | undefined; readonly account: string | undefined; readonly lastResort: boolean },
): Promise<boolean | Waiting> {
  if (verb === 'hold') return holdStaff(deps, order);
  if (verb === 'end') return endStaff(deps, order);
  if (verb === 'link') {
    const account = who === undefined ? undefined : await findAccount(deps, who);
    if (account === undefined) throw new AdminError('--account is the phone, email or ID of the account of the member.');
    return linkStaff(deps, { ...order, account });
  }
  const role = staffRoles.find((each) => each === given);
  if (role === undefined) throw new AdminError(`--role is one of ${staffRoles.join(', ')}.`);
  return addStaff(deps, { ...order, role, lastResort });
}

async function listText(deps: ActDeps, operator: string): Promise<string> {
  const shown = await doAct(deps, { act: 'member.list', operator, reason: '' }, () => listStaff(deps.db));
  if (shown instanceof Waiting) return waitingText(shown);
  if (shown.length === 0) return 'Nobody is listed: every name may do everything, and nothing waits for a second member.';
  return shown
    .map(({ name, role, state, since, grantedBy }) => [name, role, state, new Date(since).toISOString(), grantedBy].join('\t'))
    .join('\n');
}
