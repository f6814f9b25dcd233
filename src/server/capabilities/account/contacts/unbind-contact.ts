import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { keepsWayIn } from '#server/core/sign-in/ways/ways.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { writeContact, type ContactKind, type ChangedAccount } from './contact-change.ts';
import type { ChangeContactDeps } from './change-contact.ts';

interface Leaving {
  readonly kind: ContactKind;
  /** The person no longer controls it. */
  readonly lost: boolean;
}

/**
 * Removes the phone or the email of the account. Never the last of them: it is the way in and the way to recover.
 *
 * Is there one → is there another → is there a proof → one transaction: nothing has changed in the meantime, proof
 * spent, contact removed unless it is the last, notices with the way back, audit, the end of all other access.
 *
 * @throws {Refusal} badRequest with `required` where the account has none, lastWayIn, verificationNeeded, unauthorized
 */
export async function unbindContact(deps: ChangeContactDeps, person: Person, { kind, lost }: Leaving): Promise<ChangedAccount> {
  const {
    store: { db },
    evidence: { proofs },
  } = deps;
  const { session, visit } = person;
  const { account, accountId, sessionId } = session;
  const target = account[kind];
  if (target === null) throw ruleRefusal({ [kind]: 'required' });
  if (!keepsWayIn(account, kind)) throw new Refusal('lastWayIn', { reason: 'the contact is the last way in' });
  const need = { action: kind === 'phone' ? 'unbindPhone' : 'unbindEmail', target } as const;
  await proofs.require(session, need);
  return db.tx(async () => {
    await lockCredentials(db, session);
    const { taking } = await proofs.spend(session, need);
    await writeContact(deps, await readAccount(deps.identity, accountId), { kind, next: undefined, taking, lost, visit, sessionId });
    const renewed = await deps.access.goOnAfter(need.action, person);
    return { account: await readAccount(deps.identity, accountId), session: renewed };
  });
}
