import { keepFormerThing } from '#server/core/sign-in/former-things/former-things.ts';
import { provenBy } from '#server/core/sign-in/ways/taking.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { removeOwnPasskey } from '#server/core/sign-in/passkeys/passkeys.guarded.ts';
import { tellOfPasskey } from '#server/core/sign-in/passkeys/tell-of-passkey.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import { keepsWayIn, passkeyWay } from '#server/core/sign-in/ways/ways.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AddPasskeyDeps } from './add-passkey.ts';

/** The account after a change, and the session that made it, under its new id; undefined if nothing changed. */
export interface ChangedAccount {
  readonly account: Account;
  readonly session: StartedSession | undefined;
}

/**
 * Removes a passkey. Never the last way in: the rest must sign in and recover.
 *
 * Is there one → is there another way in → is there a proof → one transaction: nothing has changed in the meantime,
 * proof spent, passkey removed, notices, audit, the end of all other access: a session that began with it may still be
 * open.
 *
 * @throws {Refusal} lastWayIn, verificationNeeded, unauthorized
 */
export async function removePasskey(deps: AddPasskeyDeps, person: Person, id: string): Promise<ChangedAccount> {
  const {
    store: { db },
    evidence: { passkeys, proofs },
    journal,
  } = deps;
  const { session, visit } = person;
  const { account, accountId } = session;
  const passkey = (await passkeys.of(account)).find((own) => own.id === id);
  if (passkey === undefined) return { account, session: undefined };
  if (!keepsWayIn(account, passkeyWay(id))) throw new Refusal('lastWayIn', { reason: 'the passkey is the last way in' });
  const need = { action: 'removePasskey', target: id } as const;
  await proofs.require(session, need);
  return db.tx(async () => {
    await lockCredentials(db, session);
    const { taking } = await proofs.spend(session, need);
    await keepFormerThing(deps, account, { thing: { kind: 'passkey', id }, by: taking });
    if (!(await removeOwnPasskey(db, { id, accountId }))) throw new Refusal('unauthorized', { reason: 'it was removed just now' });
    await raiseVersion(db, accountId);
    await tellOfPasskey(journal, { account, event: 'passkeyRemoved', passkey, by: visit });
    const renewed = await deps.access.goOnAfter(need.action, person);
    const detail = { passkey: id, ...provenBy(taking) };
    await journal.audit.record({ event: 'passkey.removed', accountId, sessionId: renewed.sessionId, origin: visit, detail });
    return { account: await readAccount(deps.identity, accountId), session: renewed };
  });
}
