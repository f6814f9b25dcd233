import { parseArgs } from 'node:util';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { activityDays, activityEvents } from '#contract/protection/activity/activity.words.ts';
import { listHolds } from '#server/core/account/holds/holds.repository.ts';
import { lookAt, type Look } from '#server/core/operations/desk/look.ts';
import { listActivity } from '#server/core/protection/activity/activity.ts';
import { day } from '#server/platform/clock.ts';
import { holdByOperator, releaseByOperator, type HoldDeps } from '#server/capabilities/operations/desk/person/hold-data.ts';
import { beginSignOutEverybody } from '#server/capabilities/operations/desk/person/sign-out-everybody.ts';
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
 * `users find <who>`, `users history|lock|unlock|freeze|hold|release <id>`, `users sessions end <id>` and `users sessions end-all`,
 * for the night when the desk is down and the week before there is one. Never sets or shows a password. Each needs a reason
 * and a case, which go to the trail with the operator's name, and which the owner sees.
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
    options: {
      reason: { type: 'string' },
      operator: { type: 'string' },
      case: { type: 'string' },
      until: { type: 'string' },
      tell: { type: 'boolean', default: false },
    },
  });
  const [, ...words] = positionals;
  const acting = { door: 'shell' as const, db: deps.db, clock: deps.clock, keyring: deps.keyring, audit: createAudit(deps) };
  if (words.join(' ') === 'holds') return holds(deps, operatorOf(values.operator));
  if (words.join(' ') === 'sessions end-all') return signOutEverybody(deps, values);
  const who = words.pop();
  const verb = words.join(' ');
  const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
  const looking = Object.hasOwn(looks, verb) ? looks[verb] : undefined;
  if (who === undefined || (!looking && !action)) throw new AdminError(adminHelp);
  const given = {
    operator: operatorOf(values.operator),
    reason: staffReasonOf(values.reason),
    caseRef: caseOf(values.case, deps.config.casePattern),
  };
  // Nobody learns whether there is such an account before the role is asked.
  const find = () => findAccount({ db: deps.db, accounts: createAccounts(deps) }, who);
  if (!action) {
    const shown = await doAct(acting, { ...given, act: 'person.find' }, async () => look(deps, await find(), { ...given, show: looking }));
    return shown instanceof Waiting ? waitingText(shown) : shown;
  }
  const found = await find();
  const act = action.act ?? (await actOfUnlock(deps, found));
  const object: Readonly<Record<string, string>> = verb === 'hold' ? { until: untilOf(values.until) } : {};
  const order = { ...given, until: Date.parse(object['until'] ?? '') };
  const perform = async () => (found === undefined ? undefined : action.run(operation(deps), { ...order, accountId: found.id }));
  const about = found && { accountId: found.id, version: found.version };
  const isDue = async () => found === undefined || action.from === undefined || action.from === found.state;
  const done = await doAct(acting, { ...given, ...about, act, object, isDue }, perform);
  if (done instanceof Waiting) return waitingText(done);
  if (found === undefined) throw new AdminError('There is no such account.');
  if (done !== true) throw new AdminError(`The account is ${found.state}: nothing was done.`);
  return `${action.done}: ${found.id}`;
}

interface Action {
  /** None where it depends on the account. */
  readonly act?: StaffAct;
  readonly run: (deps: OperationDeps & FreezeDeps & HoldDeps, order: Order & { readonly until: number }) => Promise<boolean>;
  /** The state of an account on which a second member is asked for it at all. */
  readonly from?: AccountReference['state'];
  readonly done: string;
}

const actions: Readonly<Record<string, Action>> = {
  lock: { act: 'account.lock', run: lockByOperator, done: 'Locked, all sessions and tokens ended' },
  unlock: { run: unlockByOperator, from: 'locked', done: 'Unlocked' },
  hold: { act: 'data.hold', run: holdByOperator, done: 'Kept until then' },
  release: { act: 'data.release', run: releaseByOperator, done: 'Not kept any more' },
  freeze: { act: 'account.freeze', run: freezeByOperator, done: 'Frozen, all sessions, tokens and consents ended' },
  'sessions end': { act: 'sessions.end', run: endSessionsByOperator, done: 'All sessions and tokens ended' },
};

/** One member takes back a lock that its owner asked for. Everything else takes two. */
async function actOfUnlock({ db }: AdminDeps, found: AccountReference | undefined): Promise<StaffAct> {
  return found !== undefined && (await lastLockReason(db, found.id)) === 'asked' ? 'account.unlock-asked' : 'account.unlock';
}

/** View of a command on an account. */
type Show = (deps: AdminDeps, look: Look) => Promise<string | undefined>;

const looks: Readonly<Record<string, Show>> = {
  async find(deps, made) {
    const { db, clock } = deps;
    const seen = await describeAccount({ db, clock, accounts: createAccounts(deps) }, made);
    return seen && description(seen);
  },
  async history({ db, clock }, { accountId }) {
    const since = clock.now() - activityDays * day;
    const entries = await listActivity(db, { accountId, since, before: undefined, events: activityEvents() });
    if (entries.length === 0) return 'Nothing happened in this account lately.';
    return entries
      .map(({ at, event, count, browser, os }) => [moment(at), event, count > 1 ? `${count} times` : '', browser, os].join('\t').trimEnd())
      .join('\n');
  },
};

async function holds({ db, clock, keyring, ...deps }: AdminDeps, operator: string): Promise<string> {
  const acting = { door: 'shell' as const, db, clock, keyring, audit: createAudit({ db, clock, keyring, ...deps }) };
  const shown = await doAct(acting, { act: 'hold.list', operator, reason: '' }, () => listHolds(db));
  if (shown instanceof Waiting) return waitingText(shown);
  if (shown.length === 0) return 'No data is kept for an authority.';
  return shown
    .map((hold) => [hold.account_id, `until ${moment(hold.until)}`, `case ${hold.case_ref}`, `asked by ${hold.operator}`].join('\t'))
    .join('\n');
}

/** @throws {AdminError} */
function untilOf(given: string | undefined): string {
  const at = Date.parse(given ?? '');
  if (Number.isNaN(at)) throw new AdminError('--until must be a date within 366 days: 2027-03-31.');
  return moment(at);
}

interface SignOutWords {
  readonly operator?: string | undefined;
  readonly reason?: string | undefined;
  readonly case?: string | undefined;
  readonly tell: boolean;
}

async function signOutEverybody(deps: AdminDeps, { tell: told, ...words }: SignOutWords): Promise<string> {
  const { db, clock, keyring } = deps;
  const [operator, reason] = [operatorOf(words.operator), staffReasonOf(words.reason)];
  const order = { operator, reason, caseRef: caseOf(words.case, deps.config.casePattern) };
  const acting = { door: 'shell' as const, db, clock, keyring, audit: createAudit(deps) };
  const object = { told: told ? 'yes' : 'no' };
  const perform = () => beginSignOutEverybody(acting, { ...order, second: '', told });
  const done = await doAct(acting, { ...order, act: 'everyone.sign-out', object }, perform);
  if (done instanceof Waiting) return waitingText(done);
  return done ? 'Begun: the servers sign everybody out, a few thousand accounts in a minute.' : 'It is already in progress.';
}

/** An erased account has nothing left that anybody could look at. */
async function look(
  deps: AdminDeps,
  found: AccountReference | undefined,
  { show, ...given }: Omit<Order, 'accountId'> & { readonly show: Show | undefined },
): Promise<string> {
  if (found === undefined) throw new AdminError('There is no such account.');
  if (found.state === 'purged') return purgedText(found.id);
  const order = { ...given, accountId: found.id };
  const seen = await lookAt(operation(deps), order, async (made) => show?.(deps, made));
  return seen ?? purgedText(found.id);
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
