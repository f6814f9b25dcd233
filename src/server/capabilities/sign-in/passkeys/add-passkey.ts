import type { PasskeyCreationOptions, PasskeyRegistration } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { lockCredentials, type Access } from '#server/core/sign-in/access/access.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import { knowsBrowser } from '#server/core/sign-in/known-browsers/known-browsers.repository.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { deviceText } from '#server/core/protection/notices/event-place.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';
import type { Begun, Ceremony, PasskeyRow } from '#server/core/sign-in/passkeys/passkeys.ts';
import { tellOfPasskey } from '#server/core/sign-in/passkeys/tell-of-passkey.ts';
import { takeSilentPasskey } from '#server/core/sign-in/sessions/sessions.guarded.ts';
import type { SpentProofs } from '#server/core/sign-in/identity-proof/proofs.ts';
import { accountSource } from '#server/platform/http/requests/work-source.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

export interface AddPasskeyDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
}

/** `settings` after a proof of identity; `upgrade` without a dialog, soon after a sign-in with the password. */
type Purpose = 'settings' | 'upgrade';

const need = { action: 'addPasskey' } as const;

/**
 * Options for a new passkey. The proof that allows it is reserved for this ceremony.
 * @throws {Refusal} verificationNeeded, tooMany
 */
export async function beginPasskeyRegistration(
  { store: { db, clock }, evidence: { passkeys, proofs }, access: { sessions } }: AddPasskeyDeps,
  person: Person,
  purpose: Purpose,
): Promise<Begun<PasskeyCreationOptions>> {
  const { session } = person;
  if (purpose === 'upgrade') {
    const until = await sessions.silentPasskeyUntil(session.sessionId);
    if (until === null || clock.now() >= until) throw notSilently();
    await refuseStrangeBrowser(db, person);
  } else if ((await db.tx(() => proofs.dedicate(session, need))) === undefined) await proofs.require(session, need);
  return passkeys.beginRegistration(ceremonyOf(person, purpose), session.account);
}

/**
 * Adds the passkey that the browser made. It stands for what proved the person: no more is proven by it for 45 days.
 *
 * Ceremony and key → one transaction: proof or permission spent, challenge spent, passkey, notices, audit. The same one
 * again changes nothing.
 *
 * @throws {Refusal} verificationNeeded, passkeyRefused, tooMany, unauthorized
 */
export async function finishPasskeyRegistration(
  deps: AddPasskeyDeps,
  person: Person,
  { credential, name }: { readonly credential: PasskeyRegistration; readonly name: string },
): Promise<PasskeyRow> {
  const { store, identity, evidence, journal } = deps;
  const { session, visit } = person;
  const { accountId, sessionId } = session;
  const { purpose, passed } = await checkEither(deps, person, credential);
  if (passed.existing !== undefined) return passed.existing;
  return store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const { way: by, taking } = await spendPermission(deps, person, purpose);
    const account = await readAccount(identity, accountId);
    const machine = ['phone', 'tablet'].includes(describeUserAgent(visit.userAgent).type) ? 'phone' : 'computer';
    const madeOn = deviceText(visit.userAgent, visit.lang);
    const passkey = await evidence.passkeys.add(passed, { account, name, madeBy: purpose, machine, madeOn });
    await identity.ways.vouch({ account, added: { passkey: passkey.id }, at: passkey.created_at, by, taking });
    await tellOfPasskey(journal, { account, event: 'passkeyAdded', passkey, by: visit });
    const detail = { passkey: passkey.id, madeBy: purpose };
    await journal.audit.record({ event: 'passkey.added', accountId, sessionId, origin: visit, detail });
    return passkey;
  });
}

/** The challenge says which of the two it is: it was made for one of them. */
async function checkEither({ evidence: { passkeys } }: AddPasskeyDeps, person: Person, credential: PasskeyRegistration) {
  const answered = { credential, source: accountSource(person.session.accountId) };
  for (const purpose of ['settings', 'upgrade'] as const) {
    try {
      return { purpose, passed: await passkeys.checkRegistration(ceremonyOf(person, purpose), answered) };
    } catch (error) {
      if (purpose === 'upgrade' || !(error instanceof Refusal) || error.refusal !== 'passkeyRefused') throw error;
    }
  }
  throw new Refusal('passkeyRefused', { reason: 'the answer fits no purpose' });
}

async function spendPermission(
  { store, identity, evidence }: AddPasskeyDeps,
  person: Person,
  purpose: Purpose,
): Promise<Partial<SpentProofs> & Pick<SpentProofs, 'way'>> {
  const { session } = person;
  if (purpose === 'settings') return evidence.proofs.spend(session, need);
  await refuseStrangeBrowser(store.db, person);
  if (await takeSilentPasskey(store.db, { sessionId: session.sessionId, at: store.clock.now() })) {
    return { way: identity.ways.idOf(session.account, 'password') };
  }
  throw notSilently();
}

/** The password was typed in a browser that the account knows since then: a copied session is in another one. */
async function refuseStrangeBrowser(db: Db, { session: { accountId }, visit: { browser } }: Person): Promise<void> {
  if (!(await knowsBrowser(db, { accountId, browser }))) throw notSilently();
}

function notSilently(): Refusal {
  return new Refusal('verificationNeeded', { data: { methods: [] }, reason: 'no password in this session and browser just now' });
}

/** Bound to the browser, not to the session: a proof of identity in another tab gives that a new id. */
function ceremonyOf({ session: { accountId }, visit: { visitor } }: Person, purpose: Purpose): Ceremony {
  return { purpose, holder: `visitor:${visitor}`, accountId };
}
