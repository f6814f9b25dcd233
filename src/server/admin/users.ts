import { maskEmail, maskPhone } from '#contract/masks.ts';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { Account } from '#server/core/accounts/account.ts';
import { createAccounts } from '#server/core/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { findDeletion } from '#server/core/deletion/deletions.repository.ts';
import { createLinks } from '#server/core/links/links.ts';
import { createFreezeLinks } from '#server/core/notices/freeze-links.ts';
import { createNotices } from '#server/core/notices/notices.ts';
import { createClaims } from '#server/core/claims/claims.ts';
import { createCredentials } from '#server/core/credentials/credentials.repository.ts';
import type { FreezeDeps } from '#server/core/freeze/freeze-account.ts';
import { createLegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import { createConsents } from '#server/core/openid/consents.repository.ts';
import { createDevices } from '#server/core/openid/devices.repository.ts';
import { maskIp } from '#server/core/openid/mask-ip.ts';
import { createFormerWays } from '#server/core/ways/former-ways.ts';
import { createWays } from '#server/core/ways/ways.ts';
import { createFanOut } from '#server/core/signals/fan-out.ts';
import { createSessions } from '#server/core/sessions/sessions.ts';
import { createCodes } from '#server/core/codes/codes.ts';
import { subjectsOfApps } from '#server/capabilities/openid/signal-sources.ts';
import { createOpenidClients } from '#server/core/openid/clients.repository.ts';
import { findAccount } from '#server/capabilities/administration/find-account.ts';
import { listLiveSessions } from '#server/capabilities/administration/administration.repository.ts';
import {
  endSessionsByOperator,
  freezeByOperator,
  lockByOperator,
  unlockByOperator,
  type OperationDeps,
  type FreezeOrderOfOperator,
} from '#server/capabilities/administration/set-account-lock.ts';
import { createAccess } from '#server/core/access/access.ts';
import { createLanes } from '#server/platform/outbox/lanes.ts';
import { createOutboxQueue } from '#server/platform/outbox/outbox-queue.ts';
import { createRateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';

/**
 * `users find <who>`, `users lock|unlock|freeze <id>` and `users sessions end <id>`. Never sets or shows a password. Each
 * needs a reason, which goes to the trail with the operator's name, and which the owner sees.
 * @throws {AdminError}
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
  const account = await findAccount({ db: deps.db, accounts: createAccounts(deps) }, who);
  if (!account) throw new AdminError('There is no such account.');
  if (verb === 'freeze' && (values.case ?? '').trim() === '') throw new AdminError('A freeze needs --case <reference>.');
  const order = {
    accountId: account.id,
    operator: operatorOf(values.operator),
    reason: reasonOf(values.reason),
    caseRef: values.case ?? '',
  };
  if (!action) return look(deps, account, order);
  if (!(await action.run(operation(deps), order))) throw new AdminError(`The account is ${account.state}: nothing was done.`);
  return `${action.done}: ${account.id}`;
}

interface Action {
  readonly run: (deps: OperationDeps & FreezeDeps, order: FreezeOrderOfOperator) => Promise<boolean>;
  readonly done: string;
}

const actions: Readonly<Record<string, Action>> = {
  lock: { run: lockByOperator, done: 'Locked, all sessions and tokens ended' },
  unlock: { run: unlockByOperator, done: 'Unlocked' },
  freeze: { run: freezeByOperator, done: 'Frozen, all sessions, tokens and consents ended' },
  'sessions end': { run: endSessionsByOperator, done: 'All sessions and tokens ended' },
};

/** Messages go to the outbox; the running server sends them. */
function operation({ config, db, clock, keyring }: AdminDeps): OperationDeps & FreezeDeps {
  const { publicUrl, supportEmail, brand, rateFactor, sms } = config;
  const smsIsAvailable = sms.adapter !== 'off';
  const store = { db, clock, keyring };
  const queue = createOutboxQueue(store);
  const makeFreezeLink = createFreezeLinks({ db, clock, keyring, links: createLinks(store), publicUrl });
  const worker = { poke: () => undefined };
  const links = createLinks(store);
  const notices = createNotices({ db, queue, worker, clock, publicUrl, smsIsAvailable, supportEmail, brand, makeFreezeLink });
  const limiter = createRateLimiter({ db, clock });
  const lanes = createLanes({ limiter, smsPerDay: sms.dailyBudget, rateFactor });
  const accounts = createAccounts({ db, keyring });
  const formers = createFormerWays(store);
  const ways = createWays({ db, clock, formers });
  const sessions = createSessions({ db, clock });
  const codes = createCodes({ db, keyring, clock, limiter, notices, lanes, smsIsAvailable, rateFactor });
  const subjectOf = subjectsOfApps(store, createOpenidClients(store));
  return {
    store,
    identity: {
      accounts,
      formers,
      ways,
      credentials: createCredentials(db),
      legacyAccounts: createLegacyAccounts({ db, keyring, accounts }),
    },
    evidence: { links, claims: createClaims(store), publicUrl },
    apps: { consents: createConsents(db) },
    access: createAccess(store, { accounts, sessions, codes, ways }),
    journal: { audit: createAudit({ db, clock, keyring }, createFanOut({ db, clock, keyring, subjectOf })), notices },
    supportEmail,
  };
}

/** Nothing is shown without a row in the trail; of an erased account nothing is left that anybody could look at. */
async function look(deps: AdminDeps, account: Account, { accountId, operator, reason }: FreezeOrderOfOperator): Promise<string> {
  return deps.db.tx(async () => {
    const origin = { clientIp: '', requestId: '' };
    if (account.state !== 'purged') {
      await createAudit(deps).record({ event: 'operator.looked', accountId, origin, detail: { operator, reason } });
    }
    return description(deps, account);
  });
}

async function description({ db, clock }: AdminDeps, account: Account): Promise<string> {
  const { id, number, state, region, language, phone, email, username, passwordHash, socials, credentialEpoch, createdAt } = account;
  if (state === 'purged') return `id        ${id}\nstate     purged`;
  const whose = { accountId: id, credentialEpoch };
  const sessions = state === 'active' ? await listLiveSessions(db, { ...whose, at: clock.now() }) : [];
  const devices = state === 'active' ? await createDevices(db).list(whose) : [];
  const deletion = await findDeletion(db, id);
  const ways = [
    ...(phone === null ? [] : [`phone ${maskPhone(phone)}`]),
    ...(email === null ? [] : [`email ${maskEmail(email)}`]),
    ...(username === null ? [] : [`username ${username.slice(0, 2)}***`]),
    passwordHash === null ? 'no password' : 'password',
    ...socials.map(({ platform }) => platform),
  ];
  return [
    `id        ${id}`,
    `ID        ${number}`,
    `state     ${state}${deletion ? `, will be erased at ${moment(deletion.dueAt)}` : ''}`,
    `made      ${moment(createdAt)}, region ${region === '' ? 'none' : region}, ${language}`,
    `signs in  ${ways.join(', ')}`,
    `devices   ${devices.length}`,
    `sessions  ${sessions.length}`,
    ...sessions.map(
      (session) =>
        `          ${session.id.slice(0, 16)} since ${moment(session.createdAt)}, seen ${moment(session.lastSeenAt)}, from ${maskIp(session.address)}`,
    ),
  ].join('\n');
}

function moment(at: number): string {
  return new Date(at).toISOString();
}

function operatorOf(given: string | undefined): string {
  const name = given ?? process.env['USER'] ?? userInfo().username;
  if (!/^[\w.-]{1,64}$/.test(name)) throw new AdminError('--operator is your name here: letters, digits, dots, dashes.');
  return name;
}

/** The reason stays in the trail, which holds no personal data: use a ticket's number instead of a phone. */
function reasonOf(given: string | undefined): string {
  const reason = given?.trim() ?? '';
  if (reason === '' || reason.length > 200) throw new AdminError('--reason says why, in up to 200 characters.');
  if (/@|\d[\d\s-]{9,}/.test(reason)) throw new AdminError('--reason must hold no email and no phone: it stays in the audit trail.');
  return reason;
}
