import { profileItems, type ProfileValues } from '#contract/profile/items.ts';
import { itemRules, normaliseItem } from '#contract/rules/profile.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import { type Identifier, readIdentifier } from '#server/core/accounts/identifier.ts';
import { replaceIdentifier } from '#server/core/accounts/identifiers.repository.ts';
import { writeProfileItems, type ProfileItems } from '#server/core/accounts/profile-items.repository.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import { lockCredentials } from '#server/core/credentials/credential-change.ts';
import type { NameWords } from '#server/core/words/name-words.ts';
import { refuseNickname } from '#server/core/words/refuse-nickname.ts';
import { hour, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { raiseVersion, takeNicknameChange, takeUsernameChange } from '#server/core/accounts/accounts.guarded.ts';
import { type Field, also, checkFields, whenGiven } from '#server/core/fields/check-fields.ts';
import { textField } from '#server/core/fields/fields.ts';
import type { Db } from '#server/platform/db/db.ts';
import { storedProfile } from '#server/platform/db/profile-columns.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { limitRefusal, nicknameLimit, type NicknameLimitSettings } from './change-limits.ts';
import { readAccount, type Person } from './person.ts';

export interface ChangeProfileDeps extends NicknameLimitSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly accounts: Accounts;
  readonly words: NameWords;
  readonly audit: Audit;
}

/** Any profile items as a form sends them; what is left out stays. */
export interface ProfileChanges extends Partial<ProfileValues> {
  readonly username?: string;
  readonly nickname?: string;
}

/** What is left to do when everything is checked: only what differs from the account. */
interface CheckedChanges {
  readonly username: Identifier | undefined;
  readonly nickname: Identifier | undefined;
  readonly items: ProfileItems;
}

/**
 * Changes items of a profile, all or none; names with their limits are among them.
 *
 * Rules of every field → what differs → words of the names → change limits → one transaction: limits taken, names, items, version,
 * audit. A value that the account has already costs no change.
 *
 * @throws {Refusal} badRequest with the failed rules (`block` for a reserved username), sensitiveWords with the fields that it marks,
 * changeLimit with `data.nextAt` (null for a username, which has had its only change), updateLimit within a day of the last change of
 * nickname, usernameExists, nicknameExists, unauthorised
 */
export async function changeProfile(deps: ChangeProfileDeps, person: Person, changes: ProfileChanges): Promise<Account> {
  const { db } = deps;
  const { account } = person.session;
  const checked = differing(account, readFields(deps, changes));
  const { username, nickname } = checked;
  if (!username && !nickname && Object.keys(checked.items).length === 0) return account;
  refuseWords(deps, checked);
  if (username && account.usernameChanges > 0) throw limitRefusal('username', null);
  if (nickname) refuseLimited(deps, account);
  return db.tx(() => write(deps, person, checked));
}

async function write(deps: ChangeProfileDeps, person: Person, { username, nickname, items }: CheckedChanges): Promise<Account> {
  const { db, clock, audit, nicknamePeriodMs } = deps;
  const { session, visit } = person;
  const { accountId, sessionId } = session;
  await lockCredentials(db, session);
  const at = clock.now();
  if (username) {
    if (!(await takeUsernameChange(db, accountId))) throw limitRefusal('username', null);
    await replaceIdentifier(deps, { accountId, identifier: username, at });
  }
  if (nickname) {
    if (!(await takeNicknameChange(db, { accountId, at, notBefore: at - nicknamePeriodMs }))) {
      refuseLimited(deps, await readAccount(deps, person));
      throw new Error('a change of nickname that is due was not taken');
    }
    await replaceIdentifier(deps, { accountId, identifier: nickname, at });
  }
  await writeProfileItems(db, accountId, items);
  await raiseVersion(db, accountId);
  const names = [username && 'username', nickname && 'nickname', ...Object.keys(items)].filter((name) => name !== undefined);
  await audit.record({ event: 'profile.changed', accountId, sessionId, origin: visit, detail: { items: names.join() } });
  return readAccount(deps, person);
}

function refuseLimited({ clock, nicknamePeriodMs }: ChangeProfileDeps, account: Account): void {
  const refusal = nicknameLimit(account, { at: clock.now(), nicknamePeriodMs });
  if (refusal) throw refusal;
}

function readFields({ clock, words }: ChangeProfileDeps, changes: ProfileChanges): CheckedChanges {
  const items = normalisedItems(changes);
  // The latest day that anybody on Earth calls today: nobody's own day is refused.
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

function normalisedItems(changes: ProfileChanges): Partial<ProfileValues> {
  return Object.fromEntries(
    profileItems.flatMap((item) => {
      const value = changes[item];
      return value === undefined ? [] : [[item, typeof value === 'string' ? normaliseItem(item, value) : value]];
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

function refuseWords({ words }: ChangeProfileDeps, { username, nickname }: CheckedChanges): void {
  const usernameIsSensitive = username !== undefined && words.isSensitive(username.value);
  if (!usernameIsSensitive && nickname) refuseNickname(words, nickname.shown);
  if (usernameIsSensitive) throw new Refusal('sensitiveWords', { fields: { username: 'sensitive' } });
}
