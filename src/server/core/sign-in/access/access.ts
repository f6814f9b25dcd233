import { endsOthers, type SensitiveAction } from '#contract/acts/acts.ts';
import { lockAccount, raiseCredentialEpoch } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { endKnownBrowsers, endStrangeBrowsers } from '#server/core/sign-in/known-browsers/known-browsers.guarded.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createSignInGate, type Admission, type SignInGate } from './admission.ts';
import { moveWrongPasswords } from '#server/core/sign-in/sessions/sessions.guarded.ts';
import { createDormancy, type Dormancy } from '#server/core/sign-in/sessions/dormancy.ts';
import type { NewSession, Session, Sessions, StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import { assuranceOf, raisedAssurance, type ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import { createTrustedBrowsers, type TrustedBrowsers } from '#server/core/sign-in/two-step/trusted-browsers.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Codes } from '#server/core/sign-in/codes/codes.ts';
import type { Db } from '#server/core/database/db.ts';
import { moveSession } from '#server/platform/db/tables/table-lives.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';
import { createRisks } from '#server/core/protection/risk/risks.ts';
import type { Ways } from '#server/core/sign-in/ways/ways.ts';
import { minute } from '#server/platform/clock.ts';

/** A signed-in person and their request. */
export interface PresentPerson {
  readonly session: Session;
  readonly visit: Pick<Visit, 'clientIp' | 'userAgent' | 'browser'>;
}

/** A sign-in that has just begun. */
export interface BegunSession extends StartedSession {
  /** Whether the account did not know the browser before. */
  readonly isStrange: boolean;
}

interface BeginningSession extends Pick<NewSession, 'silentPasskeyUntil'> {
  readonly admission: Admission;
  readonly visit: Visit;
  readonly at: number;
}

/** Starts, renews and ends sign-ins, always in the caller's transaction. */
export interface Access extends SignInGate {
  readonly sessions: Sessions;
  readonly dormancy: Dormancy;
  readonly trust: TrustedBrowsers;
  /**
   * Signs an admitted person in with a new session, never an existing one. The browser becomes a known browser of the
   * account. Where the same person was signed in in this browser, the session continues under its new id, as strong as
   * this sign-in: apps and devices are told of no end (OpenID Connect Core 3.1.2.1, `prompt=login`). One of another person ends.
   */
  begin(signIn: BeginningSession): Promise<BegunSession>;
  /**
   * Gives the session a new id because its rights grow; a copy of the old id becomes worthless. The rows of the
   * session move along, as each table declares. Those that name an epoch are void if `credentialEpoch` is another.
   * @throws {Refusal} unauthorized when the session ended at this moment
   */
  renew(person: PresentPerson, credentialEpoch?: number): Promise<StartedSession>;
  /** As `renew`, after ways were shown in the session: what it is worth to apps may grow by them. */
  raise(person: PresentPerson, shown: readonly ShownWay[]): Promise<StartedSession>;
  /**
   * Ends everything made with the previous credentials at once: every session, token, code, proof and link except
   * `undo` links. The account knows no browser any more, except for the one that acts. What it allowed to apps stays.
   * `account` is the state before the change.
   */
  endAll(account: Account, actingBrowser?: string): Promise<{ readonly credentialEpoch: number }>;
  /**
   * Ends everything, as `endAll`, and the sessions with their number. The account still knows its browsers from before
   * the window, but trusts none.
   */
  endForFreeze(account: Account, since: number): Promise<{ readonly sessions: number }>;
  /**
   * Continues after a sensitive action, under a new session id. An action that changes or removes a way to sign in ends
   * everything else like `endAll`, proofs included; an action that adds one ends nothing (`endsOthers`, ADR 5).
   */
  goOnAfter(action: SensitiveAction, person: PresentPerson): Promise<StartedSession>;
}

export interface AccessParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly ways: Pick<Ways, 'of'>;
  /** Whether risky sign-ins take a second step. */
  readonly stepUp?: boolean;
  /** How long a trusted browser skips the second step; 30 by default. */
  readonly trustDays?: number;
}

export function createAccess(store: Store, { accounts, sessions, codes, ways, stepUp = false, trustDays }: AccessParts): Access {
  const { db, clock } = store;
  const risks = createRisks(store);

  async function replace(
    { session, visit }: PresentPerson,
    {
      credentialEpoch = session.account.credentialEpoch,
      assurance = session.assurance,
    }: Partial<Pick<NewSession, 'credentialEpoch' | 'assurance'>>,
  ): Promise<StartedSession> {
    if (!(await sessions.end(session.sessionId))) throw new Refusal('unauthorized', { reason: 'the session has just ended' });
    const { clientIp, userAgent } = visit;
    const started = await sessions.start({ accountId: session.accountId, credentialEpoch, clientIp, userAgent, assurance });
    await goOn(session.sessionId, started);
    return started;
  }

  /** Moves everything that belongs to an ended session to the next one. */
  async function goOn(from: string, { sessionId: to }: StartedSession): Promise<void> {
    await moveWrongPasswords(db, { from, to });
    await moveSession(db, { from, to });
  }

  /** Ends the session that a browser had. Returns its id if this account can continue with it. */
  async function leave(token: string, accountId: string): Promise<string | undefined> {
    const found = await sessions.find(token);
    const isEnded = await sessions.endByToken(token);
    return isEnded && found.status === 'live' && found.session.accountId === accountId ? found.session.sessionId : undefined;
  }

  const renew = (person: PresentPerson, credentialEpoch?: number) =>
    replace(person, credentialEpoch === undefined ? {} : { credentialEpoch });

  const dormancy = createDormancy({ db, clock });
  const trust = createTrustedBrowsers({ db, clock, trustDays });
  return {
    sessions,
    dormancy,
    trust,
    ...createSignInGate({ dormancy, trust, risks, stepUp, ways }),
    async begin({ admission: { account, shown, isApproved }, visit, at, silentPasskeyUntil }) {
      const before = visit.sessionToken === undefined ? undefined : await leave(visit.sessionToken, account.id);
      const [{ clientIp, userAgent }, browser] = [visit, visit.rememberBrowser()];
      const isStrange = at > account.createdAt + minute && !(await risks.knowsBrowser(account.id, browser));
      await accounts.knowBrowser(account.id, browser, { at, clientIp, userAgent });
      await risks.note({ accountId: account.id, clientIp, country: visit.country, at });
      const { id: accountId, credentialEpoch } = account;
      const of = { accountId, credentialEpoch, clientIp, userAgent };
      const started = await sessions.start({ ...of, assurance: assuranceOf(shown, at, isApproved), silentPasskeyUntil });
      if (before !== undefined) await goOn(before, started);
      return { ...started, isStrange };
    },
    renew,
    raise: (person, shown) => replace(person, { assurance: raisedAssurance(person.session.assurance, shown, clock.now()) }),
    async endAll(account, actingBrowser) {
      const credentialEpoch = await raiseCredentialEpoch(db, account.id);
      await sessions.endAll(account.id);
      await endKnownBrowsers(db, { accountId: account.id, except: actingBrowser, at: clock.now() });
      await codes.revoke(account);
      return { credentialEpoch };
    },
    async endForFreeze(account, since) {
      await raiseCredentialEpoch(db, account.id);
      const ended = await sessions.endAll(account.id);
      await endStrangeBrowsers(db, account.id, { since, at: clock.now() });
      await codes.revoke(account);
      return { sessions: ended };
    },
    async goOnAfter(action, person) {
      if (!endsOthers(action)) return renew(person);
      const { accountId, account } = person.session;
      const started = await renew(person, await raiseCredentialEpoch(db, accountId));
      await sessions.endAll(accountId, started.sessionId);
      await endKnownBrowsers(db, { accountId, except: person.visit.browser, at: clock.now() });
      await codes.revoke(account);
      return started;
    },
  };
}

/**
 * Starts a change of credentials by a signed-in person, in its transaction. Locks the account until the transaction
 * ends, and checks that nothing changed since the session was read, so that checks of `session.account` still hold.
 * @throws {Refusal} unauthorized when another change came first, because that change ended this session
 */
export async function lockCredentials(db: Db, { accountId, account }: Session): Promise<void> {
  const now = await lockAccount(db, accountId);
  if (now?.state !== 'active' || now.credentialEpoch !== account.credentialEpoch) {
    throw new Refusal('unauthorized', { reason: 'the credentials have just changed' });
  }
}
