import { limits } from '#contract/limits.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { identifier } from '#server/core/account/identifiers/identifier.ts';
import { answerInvitation } from '#server/core/apps/developer/app-testers.guarded.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { countUse, requireOwnApp, requireState, type Developer, type DeveloperDeps } from './developer.ts';
import { findByName } from './developer.repository.ts';

/**
 * Invites an account to test an app. Answers, list and messages are the same for an account that does not exist.
 * @throws {Refusal} notFound, appStateRefuses, badRequest, appLimit, tooFrequent
 */
export async function inviteTester(
  deps: DeveloperDeps,
  developer: Developer,
  { id, account: given }: { readonly id: string; readonly account: string },
): Promise<void> {
  const { store, apps, journal } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  requireState(app);
  const typed = readAccountName(given);
  if (typed === undefined) throw ruleRefusal({ account: 'regex' });
  await countUse(deps, developer, { of: 'testers', limit: limits.testersPerDay });
  const invited = await findNamed(deps, session, typed);
  await store.db.tx(async () => {
    // The account is locked, so that two calls cannot both take the last place.
    await lockCredentials(store.db, session);
    const known = await apps.testers.list(id);
    if (known.some((one) => store.keyring.open('app-tester', one.typed) === typed)) return;
    if (known.length >= limits.testers) throw new Refusal('appLimit', { reason: 'testers of the app', data: { max: limits.testers } });
    const isOwner = invited?.id === session.accountId;
    await apps.testers.add({
      id: newId(),
      clientId: id,
      accountId: isOwner ? null : (invited?.id ?? null),
      typed: store.keyring.seal('app-tester', typed),
      state: 'invited',
      invitedAt: store.clock.now(),
    });
    const isTold = invited !== undefined && !isOwner && invited.emailShown !== null;
    await journal.notices.sendApp({
      account: isTold ? invited : session.account,
      event: 'testerInvited',
      app: app.client.name,
      values: { owner: session.account.nickname },
      discard: !isTold,
    });
  });
}

/** An ID number, or an email in canonical form; undefined for anything else. */
export function readAccountName(given: string): string | undefined {
  const text = given.trim();
  return /^\d{6,15}$/.test(text) ? text : identifier('email', text)?.value;
}

/**
 * The active account with this ID number or email. Without one, the developer's own is read: the time of the answer tells
 * nothing.
 */
export async function findNamed(
  { store, identity }: Pick<DeveloperDeps, 'store' | 'identity'>,
  { accountId }: Pick<Session, 'accountId'>,
  typed: string,
): Promise<Account | undefined> {
  const found = await findByName(store.db, typed);
  const account = await identity.accounts.findById(found ?? accountId);
  return found === undefined ? undefined : account;
}

/** Text that a developer typed, as the list shows it. */
export function maskTyped(typed: string): string {
  return typed.includes('@') ? maskEmail(typed) : `${typed.slice(0, 3)}***${typed.slice(-2)}`;
}

/**
 * Removes a tester; its tokens for the app die.
 * @throws {Refusal} notFound
 */
export async function removeTester(
  deps: DeveloperDeps,
  { session }: Developer,
  { id, testerId }: { readonly id: string; readonly testerId: string },
): Promise<void> {
  const { store, apps } = deps;
  const app = await requireOwnApp(deps, session, id);
  await store.db.tx(async () => {
    const removed = await apps.testers.remove({ clientId: id, id: testerId });
    const accountId = removed?.accountId ?? null;
    if (accountId !== null && app.state !== 'live') await apps.consents.endTokens({ accountId, clientId: id });
  });
}

/** Apps that this account is asked to test, or tests. */
export async function listInvitations({ apps, identity }: Pick<DeveloperDeps, 'apps' | 'identity'>, accountId: string) {
  const mine = await apps.testers.ofAccount(accountId);
  const listed = await Promise.all(
    mine.map(async ({ id, clientId, state, invitedAt }) => {
      const app = await apps.own.find(clientId);
      if (app === undefined || app.state === 'deleted' || app.state === 'suspended' || state === 'refused') return [];
      const owner = await identity.accounts.findById(app.ownerId);
      const { name, icon } = app.client;
      return [{ id, clientID: clientId, name, icon, owner: owner?.nickname ?? '', state, invitedAt: new Date(invitedAt).toISOString() }];
    }),
  );
  return listed.flat();
}

/**
 * Accepts or refuses to test an app. An account that accepted may refuse later; then its tokens die.
 * @throws {Refusal} notFound for an invitation of somebody else
 */
export async function answer(
  { store, apps }: Pick<DeveloperDeps, 'store' | 'apps'>,
  accountId: string,
  { id, accept }: { readonly id: string; readonly accept: boolean },
): Promise<void> {
  await store.db.tx(async () => {
    if (!(await answerInvitation(store.db, { id, accountId, accept })))
      throw new Refusal('notFound', { reason: 'no invitation of this account' });
    const mine = accept ? undefined : await apps.testers.find(id);
    if (mine !== undefined) await apps.consents.endTokens({ accountId, clientId: mine.clientId });
  });
}
