import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { limits } from '#contract/limits.ts';
import { normalizeLines } from '#contract/rules/free-text.ts';
import { requestTextRules } from '#contract/rules/rights-request.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { dataTopics } from '#contract/vocabulary/kept-data.ts';
import { requestChannels, requestKinds, requestOutcomes } from '#contract/vocabulary/rights-requests.ts';
import { createAccounts } from '#server/core/accounts/accounts.repository.ts';
import { readReference } from '#server/core/notices/reference.ts';
import type { StaffAct } from '#contract/desk/roles.ts';
import type { RightsRequest } from '#server/core/rights-requests/rights-requests.guarded.ts';
import { listOpenRequests } from '#server/core/rights-requests/rights-requests.repository.ts';
import { doAct, Waiting } from '#server/capabilities/administration/do-act.ts';
import { findAccount } from '#server/capabilities/administration/find-account.ts';
import {
  answerRequest,
  askPerson,
  closeRequest,
  enterRequest,
  extendDate,
  readRequest,
  type HandleDeps,
  type Handled,
} from '#server/capabilities/administration/handle-request.ts';
import { day } from '#server/platform/clock.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';
import { operation } from './operation.ts';
import { operatorOf, waitingText } from './staff-order.ts';

/**
 * `requests list|show|ask|answer|extend|close|add`: questions and requests of people about their data, the first to be answered
 * first. Each `show` stands in its person's list of looks.
 * @throws {AdminError}
 * @throws {StaffRefusal} when the role of the operator does not allow it
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runRequests(deps, args));
  return 0;
}

const text = { type: 'string' } as const;
const options = {
  operator: text,
  overdue: { type: 'boolean', default: false },
  due: text,
  'text-file': text,
  outcome: text,
  law: text,
  reason: text,
  kind: text,
  topic: text,
  channel: text,
  received: text,
  account: text,
} as const;

type Values = ReturnType<typeof readArgs>['values'];

function readArgs(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options });
}

/** Returns the text to print. */
export async function runRequests(admin: AdminDeps, args: readonly string[]): Promise<string> {
  const { positionals, values } = readArgs(args);
  const [, verb = '', given, ...rest] = positionals;
  const operator = operatorOf(values.operator);
  if (rest.length > 0) throw new AdminError(adminHelp);
  if (verb === 'list' && given === undefined) return list(admin, operator, values);
  if (verb === 'add' && given === undefined) return add(admin, operator, values);
  if (given === undefined) throw new AdminError(adminHelp);
  const number = readReference(given);
  if (number === undefined) throw new AdminError('The number of a request has eight letters and digits, such as 7K2Q-9DMX.');
  if (verb === 'show') return show(admin, { number, operator });
  if (!['ask', 'answer', 'extend', 'close'].includes(verb)) throw new AdminError(adminHelp);
  return handle(admin, { number, operator }, { verb, values });
}

async function asStaff(
  admin: AdminDeps,
  order: { readonly act: StaffAct; readonly operator: string },
  perform: () => Promise<string>,
): Promise<string> {
  const deps = handling(admin);
  const done = await doAct({ door: 'shell', ...deps.store, audit: deps.journal.audit }, { ...order, reason: '' }, perform);
  return done instanceof Waiting ? waitingText(done) : done;
}

function handling(admin: AdminDeps): HandleDeps {
  return { ...operation(admin), workdays: admin.config.workdaysCn };
}

async function list(admin: AdminDeps, operator: string, { overdue, due }: Values): Promise<string> {
  const days = due === undefined ? undefined : Number(due);
  if (days !== undefined && !(Number.isInteger(days) && days >= 0 && days <= 365)) throw new AdminError('--due is a number of days.');
  const now = admin.clock.now();
  const dueBefore = overdue ? now : days === undefined ? undefined : now + days * day;
  return asStaff(admin, { act: 'request.list', operator }, async () => {
    const open = await listOpenRequests(admin.db, { dueBefore });
    if (open.length === 0) return 'No request waits.';
    return open.map((request) => line(request, now)).join('\n');
  });
}

function line({ number, kind, topic, state, channel, received_at, due_at, extended }: RightsRequest, now: number): string {
  const left = Math.ceil((due_at - now) / day);
  const date = `by ${dateOf(due_at)}${extended === 1 ? ' (extended)' : ''}`;
  const time = now >= due_at ? `OVERDUE by ${1 - left} days` : `${left} days left`;
  return [number, kind, topic ?? '-', state, channel, `received ${dateOf(received_at)}`, date, time].join('\t');
}

async function show(admin: AdminDeps, order: { readonly number: string; readonly operator: string }): Promise<string> {
  return asStaff(admin, { act: 'request.read', operator: order.operator }, async () => {
    const request = await readRequest(handling(admin), order);
    if (request === undefined) throw new AdminError('There is no such request.');
    const { account_id, outcome, law, answered_at, messages } = request;
    const ended =
      answered_at === null
        ? []
        : [`ended     ${dateOf(answered_at)}${outcome === null ? '' : `, ${outcome}`}${law === '' ? '' : `, ${law}`}`];
    return [
      line(request, admin.clock.now()),
      `account   ${account_id ?? 'none'}`,
      ...ended,
      ...messages.map(({ at, author, text: words }) => `\n${author}, ${new Date(at).toISOString()}\n${words}`),
    ].join('\n');
  });
}

async function handle(
  admin: AdminDeps,
  order: { readonly number: string; readonly operator: string },
  { verb, values }: { readonly verb: string; readonly values: Values },
): Promise<string> {
  const step = await stepOf(handling(admin), order, { verb, values });
  return asStaff(admin, { act: 'request.answer', operator: order.operator }, async () => {
    const handled = await step();
    if (handled === 'absent') throw new AdminError('There is no such request.');
    if (handled === 'done') return `Done: ${verb} ${order.number}`;
    throw new AdminError(
      verb === 'extend'
        ? 'Nothing was done: the request has ended, its date has come, it was extended before, or its region knows no extension.'
        : 'Nothing was done: the request has ended.',
    );
  });
}

async function stepOf(
  deps: HandleDeps,
  order: { readonly number: string; readonly operator: string },
  { verb, values }: { readonly verb: string; readonly values: Values },
): Promise<() => Promise<Handled>> {
  if (verb === 'extend') {
    const reason = said(values.reason ?? '', '--reason says why the person has to wait longer');
    return () => extendDate(deps, order, reason);
  }
  if (verb === 'close') {
    const reason = said(values.reason ?? '', '--reason says how the person has withdrawn it');
    return () => closeRequest(deps, order, reason);
  }
  const written = await textOf(values);
  if (verb === 'ask') return () => askPerson(deps, order, written);
  const outcome = requestOutcomes.find((each) => each === values.outcome);
  if (outcome === undefined) throw new AdminError(`--outcome is one of ${requestOutcomes.join(', ')}.`);
  const law = values.law?.trim() ?? '';
  if (law.length > 200) throw new AdminError('--law has up to 200 characters.');
  if (outcome !== 'done' && law === '') throw new AdminError('--law names the rule by which a request is not granted as a whole.');
  return () => answerRequest(deps, order, { outcome, law, text: written });
}

async function add(admin: AdminDeps, operator: string, values: Values): Promise<string> {
  const kind = requestKinds.find((each) => each === values.kind);
  if (kind === undefined) throw new AdminError(`--kind is one of ${requestKinds.join(', ')}.`);
  const topic = values.topic === undefined ? null : dataTopics.find((each) => each === values.topic);
  if (topic === undefined) throw new AdminError(`--topic is one of ${dataTopics.join(', ')}.`);
  const channel = requestChannels.find((each) => each === values.channel);
  if (channel === undefined || channel === 'page') throw new AdminError('--channel is mail, post or phone.');
  const receivedAt = receivedOf(values.received, admin.clock.now());
  const written = await textOf(values);
  return asStaff(admin, { act: 'request.answer', operator }, async () => {
    const account = values.account === undefined ? null : await accountOf(admin, values.account);
    const { number, due_at } = await enterRequest(handling(admin), { operator, kind, topic, channel, receivedAt, text: written, account });
    return `Entered: ${number}, to be answered by ${dateOf(due_at)}`;
  });
}

async function accountOf(admin: AdminDeps, who: string) {
  const accounts = createAccounts(admin);
  const found = await findAccount({ db: admin.db, accounts }, who);
  const account = found === undefined ? undefined : await accounts.findById(found.id);
  if (account === undefined || account.state === 'purged') throw new AdminError('There is no such account.');
  return account;
}

function receivedOf(given: string | undefined, now: number): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given ?? '') ? Date.parse(given ?? '') : Number.NaN;
  if (Number.isNaN(at) || at > now || at < now - 365 * day) throw new AdminError('--received is the date of arrival, such as 2026-11-22.');
  return at;
}

async function textOf(values: Values): Promise<string> {
  const file = values['text-file'];
  if (file === undefined) throw new AdminError('--text-file names the file with the text, which the person reads.');
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) throw new AdminError(`${file} cannot be read.`);
  return said(content, `${file} has the text`);
}

function said(given: string, what: string): string {
  const written = normalizeLines(given);
  if (firstFailing(requestTextRules, written) !== undefined) throw new AdminError(`${what}, in up to ${limits.requestTextMax} characters.`);
  return written;
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
