import { isItem, profileItems, type ProfileValues } from '#contract/account/profile/items.ts';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import { purposeOfItem } from '#contract/account/agreements/separate-consents.words.ts';
import { itemRules, cleanItem } from '#contract/rules/profile.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { requireGiven } from '#server/core/account/agreements/separate-consents.ts';
import { type Identifier, readIdentifier } from '#server/core/account/identifiers/identifier.ts';
import { replaceIdentifier } from '#server/core/account/accounts/identifiers.repository.ts';
import { writeProfileItems, type ProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import { keepStood } from '#server/core/account/former-choices/former-choices.repository.ts';
import { restName } from '#server/core/account/identifiers/resting-names.repository.ts';
import { longPeriodMs } from '#server/core/sign-in/ways/way.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { refuseNickname } from '#server/core/account/name-policy/refuse-nickname.ts';
import { hour } from '#server/platform/clock.ts';
import { raiseVersion, takeNicknameChange, takeUsernameChange } from '#server/core/account/accounts/accounts.guarded.ts';
import { emptyItem, storedProfile } from '#server/core/account/accounts/profile-columns.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { limitRefusal, nicknameLimit } from './change-limits.ts';
import { type Person } from './person.ts';
import { mayChangeUsername } from '#server/core/account/account-view/account-view.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { type Field, also, checkFields, whenGiven } from '#server/platform/check-fields.ts';
import { textField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';

export interface ChangeProfileDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly journal: Journal;
}

/** Any profile items as a form sends them; omitted items stay. */
export interface ProfileChanges extends Partial<ProfileValues> {
  readonly username?: string;
  readonly nickname?: string;
}

/** The checked changes: only values that differ from the account. */
interface CheckedChanges {
  readonly username: Identifier<'username'> | undefined;
  readonly nickname: Identifier<'nickname'> | undefined;
  readonly items: ProfileItems;
}

/**
 * Changes items of a profile, all or none, including names with their limits.
 *
 * Rules of every field → differences → words of the names → change limits → one transaction: limits taken, names,
 * items, version, audit. The first choice of a name is free, and a value that the account already has costs no change.
 *
 * @throws {Refusal} badRequest with the failed rules (`block` for a reserved username), sensitiveWords with the marked
 * fields, changeLimit with `data.nextAt` (null for a username after its only change), updateLimit within a day of the
 * last change of nickname, usernameExists, nicknameExists, unauthorized, separateConsentNeeded for an item that the operator
 * calls sensitive
 */
export async function changeProfile(deps: ChangeProfileDeps, person: Person, changes: ProfileChanges): Promise<Account> {
  const {
    store: { db },
  } = deps;
  const { account } = person.session;
  const checked = differing(account, readFields(deps, changes));
  const { username, nickname } = checked;
  if (!username && !nickname && Object.keys(checked.items).length === 0) return account;
  refuseWords(deps, checked);
  if (username && !mayChangeUsername(account)) throw limitRefusal('username', null);
  if (nickname) refuseLimited(deps, account);
  return db.tx(() => write(deps, person, checked));
}

async function write(deps: ChangeProfileDeps, person: Person, { username, nickname, items }: CheckedChanges): Promise<Account> {
  const {
    store: { db, clock },
    identity: { nicknamePeriodMs, separate },
    journal: { audit },
  } = deps;
  const { session, visit } = person;
  const { accountId, sessionId } = session;
  await lockCredentials(db, session);
  const at = clock.now();
  if (username || nickname) await keepStood(db, accountId, at);
  if (username) {
    // Read under the lock: another session may just have made the first choice, which is free.
    const { username: former } = await readAccount(deps.identity, accountId);
    if (former !== null && !(await takeUsernameChange(db, accountId))) throw limitRefusal('username', null);
    await replaceIdentifier(deps.store, { accountId, identifier: username, at });
    // While a freeze gives it back, nobody else takes it.
    if (former !== null) await restName(deps.store, { kind: 'username', value: former, until: at + longPeriodMs });
  }
  if (nickname) {
    const isFirst = isMadeUpNickname((await readAccount(deps.identity, accountId)).nickname) && !isMadeUpNickname(nickname.value);
    if (!isFirst && !(await takeNicknameChange(db, { accountId, at, notBefore: at - nicknamePeriodMs }))) {
      refuseLimited(deps, await readAccount(deps.identity, person.session.accountId));
      throw new Error('a permitted change of nickname was not counted');
    }
    await replaceIdentifier(deps.store, { accountId, identifier: nickname, at });
  }
  for (const [item, value] of Object.entries(items))
    if (isItem(item) && separate.isSensitive(item) && value !== emptyItem(item))
      await requireGiven(db, separate, { accountId, purpose: purposeOfItem(item) });
  await writeProfileItems(db, accountId, items);
  await raiseVersion(db, accountId, at);
  const names = [username && 'username', nickname && 'nickname', ...Object.keys(items)].filter((name) => name !== undefined);
  await audit.record({ event: 'profile.changed', accountId, sessionId, origin: visit, detail: { items: names.join() } });
  return readAccount(deps.identity, person.session.accountId);
}

function refuseLimited({ store: { clock }, identity: { nicknamePeriodMs } }: ChangeProfileDeps, account: Account): void {
  const refusal = nicknameLimit(account, { at: clock.now(), nicknamePeriodMs });
  if (refusal) throw refusal;
}

function readFields({ store: { clock }, identity: { words } }: ChangeProfileDeps, changes: ProfileChanges): CheckedChanges {
  const items = normalizedItems(changes);
  // The latest date that is today anywhere on Earth, so that no local date is refused.
  const today = new Date(clock.now() + 14 * hour).toISOString().slice(0, 10);
  const { username, nickname } = checkFields({
    username: whenGiven(changes.username, (text) =>
      also(readIdentifier('username', text), ({ value }) => (words.isReserved(value) ? 'block' : undefined)),
    ),
    nickname: whenGiven(changes.nickname, (text) => readIdentifier('nickname', text)),
    ...itemFields(items, today),
  });
  return { username, nickname, items: storedProfile(items) };
}

function normalizedItems(changes: ProfileChanges): Partial<ProfileValues> {
  return Object.fromEntries(
    profileItems.flatMap((item) => {
      const value = changes[item];
      return value === undefined ? [] : [[item, typeof value === 'string' ? cleanItem(item, value) : value]];
    }),
  );
}

function itemFields(items: Partial<ProfileValues>, today: string): Readonly<Record<string, Field<string>>> {
  return Object.fromEntries(
    Object.entries(items).flatMap(([item, value]) =>
      typeof value === 'string' ? [[item, textField(itemRules[item as keyof ProfileValues], value, { today })]] : [],
    ),
  );
}

function differing(account: Account, { username, nickname, items }: CheckedChanges): CheckedChanges {
  return {
    username: username?.value === account.username ? undefined : username,
    nickname: nickname?.shown === account.nickname ? undefined : nickname,
    items: Object.fromEntries(Object.entries(items).filter(([item, value]) => account[item as keyof ProfileItems] !== value)),
  };
}

function refuseWords({ identity: { words } }: ChangeProfileDeps, { username, nickname }: CheckedChanges): void {
  const usernameIsSensitive = username !== undefined && words.isSensitive(username.value);
  if (!usernameIsSensitive && nickname) refuseNickname(words, nickname.shown);
  if (usernameIsSensitive) throw new Refusal('sensitiveWords', { fields: { username: 'sensitive' } });
}
