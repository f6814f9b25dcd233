import { parseArgs } from 'node:util';
import { baitAccount } from '#server/capabilities/administration/baits.ts';
import { doAct, Waiting } from '#server/capabilities/administration/do-act.ts';
import { createAccounts } from '#server/core/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { listDeskAlarms } from '#server/core/operation/desk-alarms.repository.ts';
import { countBaits } from '#server/core/operation/desk-baits.repository.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';
import { operatorOf, waitingText } from './staff-order.ts';

type DeskDeps = Pick<AdminDeps, 'db' | 'clock' | 'keyring'>;

/** Alarms of one list. */
const mostAlarms = 100;

/**
 * `desk alarms`, `desk baits list` and `desk baits add <number>`: what the page of the desk shows and asks for.
 * @throws {AdminError}
 * @throws {StaffRefusal} when the role of the operator does not allow it
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runDesk(deps, args));
  return 0;
}

/** Returns the text to print. */
export async function runDesk({ db, clock, keyring }: DeskDeps, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: { operator: { type: 'string' } } });
  const [, what, verb, number, ...rest] = positionals;
  const deps = {
    door: 'shell' as const,
    db,
    clock,
    keyring,
    audit: createAudit({ db, clock, keyring }),
    accounts: createAccounts({ db, keyring }),
  };
  const operator = operatorOf(values.operator);
  if (what === 'alarms' && verb === undefined) {
    const shown = await doAct(deps, { act: 'alarms.read', operator, reason: '' }, () => listDeskAlarms(db, mostAlarms));
    if (shown instanceof Waiting) return waitingText(shown);
    const lines = shown.map(({ at, kind, member, case_ref }) =>
      [new Date(at).toISOString(), kind, member || '-', case_ref || '-'].join('\t'),
    );
    return lines.length === 0 ? 'There was no alarm.' : lines.join('\n');
  }
  if (what === 'baits' && verb === 'list' && number === undefined) {
    // Which accounts they are is known to nobody here: the database has keyed hashes alone.
    const count = await doAct(deps, { act: 'bait.list', operator, reason: '' }, () => countBaits({ db }));
    return count instanceof Waiting ? waitingText(count) : `${count} accounts belong to nobody.`;
  }
  if (what !== 'baits' || verb !== 'add' || number === undefined || rest.length > 0) throw new AdminError(adminHelp);
  const account = await baitAccount(deps, number);
  if (account === undefined) throw new AdminError('Nothing was done: there is no such account, or somebody lives in it.');
  const about = { accountId: account.id, version: account.version };
  const asked = await doAct(deps, { act: 'bait.add', operator, ...about, reason: 'bait' }, async () => false);
  if (asked instanceof Waiting) return waitingText(asked);
  throw new AdminError('Nothing was done: two auditors mark an account, and nobody is listed as staff.');
}
