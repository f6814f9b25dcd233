import { hashNewPassword } from '#server/core/account/identity/hash-new-password.ts';
import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { AuditEvent } from '#server/core/protection/audit/audit.ts';
import { lockCredentials, type Access } from '#server/core/sign-in/access/access.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { accountSource } from '#server/platform/http/requests/work-source.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import type { AskedPassword } from '#server/platform/crypto/password-hasher.ts';
import type { Leaving } from '#server/core/sign-in/ways/former-ways.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { ruleRefusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';
import { takenByOne, takingOf, type Taking } from '#server/core/sign-in/ways/taking.ts';

export interface ReplacePasswordDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
}

/** Evidence of the person: one way, and all that was shown where that is known. */
export interface ProvenBy {
  readonly way: WayId;
  readonly taking?: Taking | undefined;
}

export interface NewPassword {
  readonly newPassword: string;
  readonly audited: Extract<AuditEvent, 'password.changed' | 'password.set'>;
  readonly told: Extract<ChangeEvent, 'passwordChanged' | 'passwordSet'>;
  /**
   * Spends the proof of the change, and returns what gave it. Runs in the same transaction, first; gets the account as it
   * is then.
   */
  readonly settle: (present: Account) => Promise<ProvenBy>;
}

/**
 * Replaces the password of a signed-in person after all checks: hash → one transaction: nothing has changed in the
 * meantime, proof spent, password, audit, notices; a change also ends all other access.
 * @throws {Refusal} unauthorized when another change came first
 */
export async function replacePassword(deps: ReplacePasswordDeps, person: Person, change: NewPassword): Promise<StartedSession> {
  const { session, visit } = person;
  const hash = await hashNewPassword(deps.identity, {
    field: 'newPassword',
    password: change.newPassword,
    source: accountSource(session.accountId),
  });
  return deps.store.db.tx(async () => {
    await lockCredentials(deps.store.db, session);
    const present = await readAccount(deps.identity, session.accountId);
    const by = await change.settle(present);
    await writePassword(deps, present, { hash, ...by, at: deps.store.clock.now() });
    const renewed = await deps.access.goOnAfter(present.passwordHash === null ? 'setPassword' : 'changePassword', person);
    const { sessionId } = renewed;
    await deps.journal.audit.record({ event: change.audited, accountId: session.accountId, sessionId, origin: visit });
    await tellOwner(deps, { account: present, event: change.told, by: visit });
    return renewed;
  });
}

/** Sets a password, which proves no more for a time than what proved the person. `account` is the state before. */
export async function writePassword(
  { identity: { credentials, formers, ways } }: Pick<ReplacePasswordDeps, 'identity'>,
  account: Account,
  { hash, way: by, taking, at }: ProvenBy & { readonly hash: string; readonly at: number },
): Promise<void> {
  const all = await ways.of(account);
  const proof = all.known.get(by);
  const takenBy = taking ?? (proof === undefined ? takenByOne : takingOf([proof], all));
  await keepFormerPassword({ identity: { formers, ways } }, account, { leftBy: 'replaced', by: takenBy });
  await ways.vouch({ account, added: 'password', at, by, taking });
  await credentials.setPassword(account.id, { hash, at });
}

/** A password that leaves keeps proving in a recovery, unless two independent ways took it out. */
export async function keepFormerPassword(
  { identity: { formers, ways } }: { readonly identity: Pick<Identity, 'formers' | 'ways'> },
  account: Account,
  left: Pick<Leaving, 'leftBy' | 'by'>,
): Promise<void> {
  const all = await ways.of(account);
  const way = all.own.find(({ kind }) => kind === 'password');
  if (way !== undefined && account.passwordHash !== null)
    await formers.keep({ account, way, value: account.passwordHash, ways: all, ...left });
}

/**
 * Refuses a new password that equals the present one. Costs a hash, so call it last.
 * @throws {Refusal} badRequest with custom_password
 */
export async function refuseSamePassword(
  { hasher }: Pick<Identity, 'hasher'>,
  { passwordHash }: Account,
  asked: AskedPassword,
): Promise<void> {
  if (passwordHash !== null && (await hasher.verify(passwordHash, asked))) throw ruleRefusal({ newPassword: 'custom_password' });
}
