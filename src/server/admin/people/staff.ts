import { parseArgs } from 'node:util';
import { findAccount } from '#server/capabilities/operations/desk/person/find-account.ts';
import { makeLead } from '#server/capabilities/operations/desk/staff/staff.ts';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';
import { nameOf, operatorOf, reasonTextOf } from './staff-order.ts';

/**
 * `staff lead <name> --account <id>`: makes the leads who give every other role at the desk. Until there is one, every name may do
 * everything in a shell.
 * @throws {AdminError}
 * @throws {StaffRefusal} where two leads can enter the desk
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runStaff(deps, args));
  return 0;
}

const options = {
  reason: { type: 'string' },
  operator: { type: 'string' },
  account: { type: 'string' },
  'last-resort': { type: 'boolean', default: false },
} as const;

/** Returns the text to print. */
export async function runStaff(
  { db, clock, keyring }: Pick<AdminDeps, 'db' | 'clock' | 'keyring'>,
  args: readonly string[],
): Promise<string> {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [, verb, given, ...rest] = positionals;
  if (verb !== 'lead' || given === undefined || rest.length > 0) throw new AdminError(adminHelp);
  const accounts = createAccounts({ db, clock, keyring });
  const account = values.account === undefined ? undefined : await findAccount({ db, accounts }, values.account);
  if (account === undefined)
    throw new AdminError(
      values.account === undefined
        ? '--account must be the phone, email or ID of the account with which the lead enters the desk.'
        : `There is no account ${values.account}: the lead registers on the site first.`,
    );
  const name = nameOf(given, 'A member');
  const deps = { door: 'shell' as const, db, clock, keyring, audit: createAudit({ db, clock, keyring }), accounts };
  const order = {
    name,
    operator: operatorOf(values.operator),
    reason: reasonTextOf(values.reason),
    account,
    lastResort: values['last-resort'],
  };
  if (!(await makeLead(deps, order))) throw new AdminError(`Nothing was done: ${name} was made by somebody else just now.`);
  return `Done: ${name} is a lead.`;
}
