import { assuranceOf, type ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { keptLink } from '#server/core/sign-in/links/links.ts';
import type { TokenLink } from '#server/core/sign-in/links/mail-link.ts';
import { minute, second, type Clock } from '#server/platform/clock.ts';
import { claimPageTicket } from './page-tickets.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createPageTicketRows, type TicketRecord } from './page-tickets.repository.ts';

/** Maximum time between the answer and the opened page, by recipient of the ticket. */
export const openLifeMs = {
  /** An OS client opens the page itself (contract 5, X-Token). */
  client: 60 * second,
  /** A person who just signed in: the page must load in between, possibly on a slow network. */
  signIn: 5 * minute,
} as const;

/** Session of the account deletion page: long enough to read, write a reason and wait for a code. */
const pageLifeMs = 30 * minute;
/** A verification step allows the deletion for the lifetime of an identity proof (contract 3). */
const deletionTicketLifeMs = 10 * minute;

/** The account deletion page, opened in one browser. */
export interface OpenedPage {
  /** The page's X-Token from now on. */
  readonly token: string;
  readonly accountId: string;
}

/**
 * Tickets of the account deletion page (contract 5): random, stored as hashes, invalid after a change of credentials.
 * A ticket opens the page, from an OS client or a sign-in (`open`, valid once) or from a message (`mailed`, valid until
 * the account is gone, because a mail is opened more than once). The page exchanges it for a session limited to that
 * browser and to that page's calls; a program may send the ticket with those calls directly. A verification step gives
 * a ticket that allows the deletion once, to the same session.
 */
export interface PageTickets {
  /** A ticket that opens the page once. Joins the caller's transaction, if there is one. */
  issueOpen(accountId: string): Promise<string>;
  /** The same for a sign-in that met the deletion: it continues after a withdrawal with the ways that it has shown. */
  issueMet(accountId: string, shown: readonly ShownWay[]): Promise<string>;
  /** A ticket for a message, which opens the page until then. In the caller's transaction. */
  issueMailed(accountId: string, expiresAt: number): Promise<TokenLink>;
  /**
   * Opens the page in a browser (hash of its visitor cookie).
   * @throws {Refusal} tokenError for a ticket that is unknown, used or expired
   */
  redeemOpen(token: string, visitor: string): Promise<OpenedPage>;
  /**
   * The session for calls with an X-Token: of a page opened in this browser, or of a ticket that opened none yet.
   * Undefined without one.
   */
  find(token: string, visitor: string): Promise<Session | undefined>;
  /** A ticket that allows the deletion once, in this session. In the caller's transaction. */
  issueDeletion(session: Pick<Session, 'accountId' | 'sessionId'>): Promise<string>;
  /**
   * Spends the ticket, in the transaction of the deletion.
   * @throws {Refusal} tokenError for one that is unknown, used, expired or from another session
   */
  redeemDeletion(session: Pick<Session, 'accountId' | 'sessionId'>, token: string): Promise<void>;
}

export function createPageTickets({ db, clock, accounts }: { db: Db; clock: Clock; accounts: Pick<Accounts, 'findLive'> }): PageTickets {
  const rows = createPageTicketRows(db);

  type Needed = Pick<TicketRecord, 'kind' | 'accountId' | 'expiresAt'>;

  async function insert(ticket: Needed & Partial<TicketRecord>, token = newToken()) {
    await rows.insert({ visitor: null, sessionId: null, signsIn: false, ways: [], ...ticket, id: sha256(token), at: clock.now() });
    return token;
  }

  return {
    issueOpen: (accountId) => insert({ kind: 'open', accountId, expiresAt: clock.now() + openLifeMs.client }),
    issueMet: (accountId, shown) =>
      insert({
        kind: 'open',
        accountId,
        expiresAt: clock.now() + openLifeMs.signIn,
        signsIn: shown.length > 0,
        ways: shown.map(({ id }) => id),
      }),
    async issueMailed(accountId, expiresAt) {
      const link = keptLink('withdrawal');
      await insert({ kind: 'mailed', accountId, expiresAt }, link.token);
      return link;
    },

    redeemOpen: (token, visitor) =>
      db.tx(async () => {
        const at = clock.now();
        const found = await rows.findLive({ id: sha256(token), kinds: ['open', 'mailed'], at });
        const isOpened = found !== undefined && (found.kind === 'mailed' || (await claimPageTicket(db, { id: found.id, at })));
        if (!isOpened) throw new Refusal('tokenError', { reason: 'no live ticket' });
        const { accountId, signsIn, ways } = found;
        return { token: await insert({ kind: 'page', accountId, visitor, expiresAt: at + pageLifeMs, signsIn, ways }), accountId };
      }),

    async find(token, visitor) {
      const found = await rows.findLive({ id: sha256(token), kinds: ['page', 'open', 'mailed'], at: clock.now() });
      if (found === undefined || (found.kind === 'page' && found.visitor !== visitor)) return undefined;
      const account = await accounts.findLive(found.accountId);
      if (!account) return undefined;
      const { id: accountId, language } = account;
      return {
        sessionId: `page:${found.id}`,
        accountId,
        language,
        verifiedUntil: null,
        startedAt: found.at,
        assurance: assuranceOf(
          found.ways.map((way) => ({ id: way })),
          found.at,
        ),
        account,
        limitedTo: { isTicket: found.kind !== 'page', signsIn: found.signsIn },
      };
    },

    issueDeletion: ({ accountId, sessionId }) =>
      insert({ kind: 'delete', accountId, sessionId, expiresAt: clock.now() + deletionTicketLifeMs }),

    async redeemDeletion({ accountId, sessionId }, token) {
      const at = clock.now();
      const found = await rows.findLive({ id: sha256(token), kinds: ['delete'], at });
      const isOwn = found?.sessionId === sessionId && found.accountId === accountId;
      if (!isOwn || !(await claimPageTicket(db, { id: found.id, at })))
        throw new Refusal('tokenError', { reason: 'no live deletion ticket' });
    },
  };
}
