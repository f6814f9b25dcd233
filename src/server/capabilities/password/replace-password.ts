import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Audit, AuditEvent } from '#server/core/audit/audit.ts';
import { endOtherAccess, lockCredentials } from '#server/core/credentials/credential-change.ts';
import type { Credentials } from '#server/core/credentials/credentials.repository.ts';
import type { Field } from '#server/core/fields/check-fields.ts';
import { newPasswordField } from '#server/core/fields/fields.ts';
import { accountSource } from '#server/platform/http/work-source.ts';
import { contactsOf, type Notices } from '#server/core/notices/notices.ts';
import type { Session, Sessions, StartedSession } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { Codes } from '#server/core/verification/codes.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { AskedPassword, PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import type { Db } from '#server/platform/db/db.ts';
import { ruleRefusal } from '#server/platform/refusal.ts';

export interface ReplacePasswordDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly codes: Codes;
  readonly audit: Audit;
  readonly notices: Notices;
  readonly settings: {
    /** Names of the product that no password may be made of. */
    readonly brand: readonly string[];
  };
}

/** A signed-in person and the browser that they use. */
export interface Person {
  readonly session: Session;
  readonly visit: Visit;
}

export interface NewPassword {
  readonly newPassword: string;
  readonly audited: Extract<AuditEvent, 'password.changed' | 'password.set'>;
  readonly told: Extract<ChangeEvent, 'passwordChanged' | 'passwordSet'>;
  /** Spends what allows the change. Runs in the same transaction, first. */
  readonly settle: () => Promise<void>;
}

/**
 * Replaces the password of a signed-in person, everything checked: hash → one transaction: nothing has changed meanwhile, spend what
 * allows it, password, the end of all other access, audit, notices.
 * @throws {Refusal} unauthorised when another change came first
 */
export async function replacePassword(deps: ReplacePasswordDeps, person: Person, change: NewPassword): Promise<StartedSession> {
  const { session, visit } = person;
  const hash = await deps.hasher.hash({ password: change.newPassword, source: accountSource(session.accountId) });
  return deps.db.tx(async () => {
    await lockCredentials(deps.db, session);
    await change.settle();
    await deps.credentials.setPassword(session.accountId, { hash, at: deps.clock.now() });
    const renewed = await endOtherAccess(deps, person);
    const { sessionId } = renewed;
    await deps.audit.record({ event: change.audited, accountId: session.accountId, sessionId, origin: visit });
    await tellOwner(deps, { account: session.account, event: change.told, from: visit.address });
    return renewed;
  });
}

/** Writes to every phone and email of the account: whoever has one of them alone could not hide the change. */
export async function tellOwner(
  { notices }: Pick<ReplacePasswordDeps, 'notices'>,
  { account, event, from }: { readonly account: Account; readonly event: ChangeEvent; readonly from: string },
): Promise<void> {
  for (const to of contactsOf(account)) await notices.sendChange({ account, event, to, language: account.language, from });
}

/** A new password of this account. */
export function ownNewPasswordField(
  { settings }: Pick<ReplacePasswordDeps, 'settings'>,
  { phone, email, username, nickname }: Pick<Account, 'phone' | 'email' | 'username' | 'nickname'>,
  newPassword: string,
): Field<string> {
  const own = [phone, email, username, nickname].filter((word) => word !== null);
  return newPasswordField(newPassword, { own, brand: settings.brand });
}

/**
 * Refuses a new password that is the one which the account has. Costs a hash, so call it last.
 * @throws {Refusal} badRequest with custom_password
 */
export async function refuseSamePassword(
  { hasher }: Pick<ReplacePasswordDeps, 'hasher'>,
  { passwordHash }: Account,
  asked: AskedPassword,
): Promise<void> {
  if (passwordHash !== null && (await hasher.verify(passwordHash, asked))) throw ruleRefusal({ newPassword: 'custom_password' });
}
