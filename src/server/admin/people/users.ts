import { parseArgs } from 'node:util';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { lookAt } from '#server/core/operations/desk/look.ts';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import type { FreezeDeps } from '#server/core/protection/freeze/freeze-account.ts';
import { lastLockReason } from '#server/capabilities/operations/desk/administration.repository.ts';
import { describeAccount, type SeenAccount } from '#server/capabilities/operations/desk/person/describe-account.ts';
import { doAct, Waiting } from '#server/capabilities/operations/desk/acts/do-act.ts';
import { findAccount, type AccountReference } from '#server/capabilities/operations/desk/person/find-account.ts';
import {
  endSessionsByOperator,
  freezeByOperator,
  lockByOperator,
  unlockByOperator,
  type OperationDeps,
  type Order,
} from '#server/capabilities/operations/desk/person/set-account-lock.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';
import { operation } from '#server/admin/operation.ts';
import { caseOf, operatorOf, staffReasonOf, waitingText } from './staff-order.ts';

/**
 * `users find <who>`, `users lock|unlock|freeze <id>` and `users sessions end <id>`, for the night when the desk is down. Never
 * sets or shows a password. Each needs a reason and a case, which go to the trail with the operator's name, and which the owner
 * sees.
 * @throws {AdminError}
 * @throws {StaffRefusal} when the role of the operator does not allow it
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runUsers(deps, args));
  return 0;
}

/** Returns the text to print. Phones, emails, names and networks are masked. */
export async function runUsers(deps: AdminDeps, args: readonly string[]): Promise<string> {
  // One id in 64 begins like an option.
  const isId = (word: string) => /^-[\w-]{21}$/.test(word);
  const { positionals, values } = parseArgs({
    args: [...args.filter((word) => !isId(word)), '--', ...args.filter(isId)],
    allowPositionals: true,
    options: { reason: { type: 'string' }, operator: { type: 'string' }, case: { type: 'string' } },
  });
  const [, ...words] = positionals;
  const who = words.pop();
  const verb = words.join(' ');
  const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
  if (who === undefined || (verb !== 'find' && !action)) throw new AdminError(adminHelp);
  const given = {
    operator: operatorOf(values.operator),
    reason: staffReasonOf(values.reason),
    caseRef: caseOf(values.case, deps.config.casePattern),
  };
  const acting = { door: 'shell' as const, db: deps.db, clock: deps.clock, keyring: deps.keyring, audit: createAudit(deps) };
  // Nobody learns whether there is such an account before the role is asked.
  const find = () => findAccount({ db: deps.db, accounts: createAccounts(deps) }, who);
  if (!action) {
    const shown = await doAct(acting, { ...given, act: 'person.find' }, async () => look(deps, await find(), given));
    return shown instanceof Waiting ? waitingText(shown) : shown;
  }
  const found = await find();
  const act = action.act ?? (await actOfUnlock(deps, found));
  const perform = async () => (found === undefined ? undefined : action.run(operation(deps), { ...given, accountId: found.id }));
  const about = found && { accountId: found.id, version: found.version };
  const done = await doAct(acting, { ...given, ...about, act }, perform);
  if (done instanceof Waiting) return waitingText(done);
  if (found === undefined) throw new AdminError('There is no such account.');
  if (done !== true) throw new AdminError(`The account is ${found.state}: nothing was done.`);
  return `${action.done}: ${found.id}`;
}

interface Action {
  /** None where it depends on the account. */
  readonly act?: StaffAct;
  readonly run: (deps: OperationDeps & FreezeDeps, order: Order) => Promise<boolean>;
  readonly done: string;
}

const actions: Readonly<Record<string, Action>> = {
  lock: { act: 'account.lock', run: lockByOperator, done: 'Locked, all sessions and tokens ended' },
  unlock: { run: unlockByOperator, done: 'Unlocked' },
  freeze: { act: 'account.freeze', run: freezeByOperator, done: 'Frozen, all sessions, tokens and consents ended' },
  'sessions end': { act: 'sessions.end', run: endSessionsByOperator, done: 'All sessions and tokens ended' },
};

/** One member takes back a lock that its owner asked for. Everything else takes two. */
async function actOfUnlock({ db }: AdminDeps, found: AccountReference | undefined): Promise<StaffAct> {
  return found !== undefined && (await lastLockReason(db, found.id)) === 'asked' ? 'account.unlock-asked' : 'account.unlock';
}

/** An erased account has nothing left that anybody could look at. */
async function look(deps: AdminDeps, found: AccountReference | undefined, given: Omit<Order, 'accountId'>): Promise<string> {
  if (found === undefined) throw new AdminError('There is no such account.');
  const { db, clock } = deps;
  if (found.state === 'purged') return purgedText(found.id);
  const order = { ...given, accountId: found.id };
  const seen = await lookAt(operation(deps), order, (made) => describeAccount({ db, clock, accounts: createAccounts(deps) }, made));
  return seen === undefined ? purgedText(found.id) : description(seen);
}

function purgedText(id: string): string {
  return `id        ${id}\nstate     purged`;
}

function description({ id, number, state, willBeErasedAt, createdAt, region, language, signsIn, devices, sessions }: SeenAccount): string {
  return [
    `id        ${id}`,
    `ID        ${number}`,
    `state     ${state}${willBeErasedAt === undefined ? '' : `, will be erased at ${moment(willBeErasedAt)}`}`,
    `made      ${moment(createdAt)}, region ${region === '' ? 'none' : region}, ${language}`,
    `signs in  ${signsIn.join(', ')}`,
    `devices   ${devices}`,
    `sessions  ${sessions.length}`,
    ...sessions.map(
      (session) =>
        `          ${session.id} since ${moment(session.createdAt)}, seen ${moment(session.lastSeenAt)}, from ${session.network}`,
    ),
  ].join('\n');
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
