import { endsOthers } from '#contract/acts/acts.ts';
import { identifier } from '#server/core/account/identifiers/identifier.ts';
import { withProof } from '#server/core/account/identifiers/proven-contact.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import type { Session, StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { readActivation } from '#server/core/sign-in/links/activation-payload.ts';
import { actionOf, maskContact, writeContact, type ContactChangeDeps } from './contact-change.ts';

export interface Activated {
  /** The new email, masked. */
  readonly target: string;
  /** The session of this browser under its new id, if it belongs to the account. */
  readonly session: StartedSession | undefined;
}

/**
 * Binds a new email with the link mailed to it, in any browser. The link proves the mailbox; the person was proven when
 * it was made. Any change of credentials, and any other new email, ends it.
 *
 * One transaction: link spent, email, notices with the way back, audit; a change also ends all other access.
 *
 * @throws {Refusal} tokenError for a link that is unknown, used, void or expired; emailExists when another account has
 * taken the email in the meantime, passwordLocked, deletionPending
 */
export async function activateEmail(
  deps: ContactChangeDeps,
  { visit, session }: { readonly visit: Visit; readonly session: Session | undefined },
  token: string,
): Promise<Activated> {
  const {
    store: { db },
    evidence: { links },
  } = deps;
  return db.tx(async () => {
    const link = await links.redeem('activation', token);
    const account = await readAccount(deps.identity, link.accountId);
    refuseInactive(account);
    const { shown, by } = readActivation(link.payload);
    const next = identifier('email', shown);
    if (!next || !link.proven) throw new Error('an activation link without an email');
    const own = session?.accountId === account.id ? session : undefined;
    const action = actionOf('email', account);
    await writeContact(deps, account, { kind: 'email', next: withProof(next, link.proven), by, visit, sessionId: own?.sessionId });
    const target = maskContact('email', next.shown);
    if (own) return { target, session: await deps.access.goOnAfter(action, { session: own, visit }) };
    if (endsOthers(action)) await deps.access.endAll(account, visit.browser);
    return { target, session: undefined };
  });
}
