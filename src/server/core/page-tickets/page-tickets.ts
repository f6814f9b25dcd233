import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import { minute, second, type Clock } from '#server/platform/clock.ts';
import { claimPageTicket } from './page-tickets.guarded.ts';
import type { Db } from '#server/core/database.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createPageTicketRows } from './page-tickets.repository.ts';

/** How long it may take from the answer to the opened page, by who got the ticket. */
export const openLifeMs = {
  /** An OS client opens the page itself (contract 5, X-Token). */
  client: 60 * second,
  /** Somebody who has just signed in: the page loads in between, on whatever network. */
  signIn: 5 * minute,
} as const;

/** A session of the account deletion page: long enough to read, write a reason and wait for a code. */
const pageLifeMs = 30 * minute;
/** A verification step allows the deletion for as long as a proof of identity holds (contract 3). */
const deletionTicketLifeMs = 10 * minute;

/** The account deletion page, opened in one browser. */
export interface OpenedPage {
  /** What the page sends as X-Token from now on. */
  readonly token: string;
  readonly accountId: string;
}

/**
 * The tickets of the account deletion page (contract 5): random, only their hashes are kept, dead as soon as the account's credentials
 * change. One leads to the page, from an OS client, a sign-in (`open`, good once) or a message (`mailed`, good until the account is gone,
 * because a mail is opened more than once). The page exchanges it for a session of its own, which works in that browser and for the calls
 * of that page alone. A verification step gives one that allows the deletion, once, to whoever took that step.
 */
export interface PageTickets {
  /** A ticket that opens the page once. In the caller's transaction, where there is one. */
  issueOpen(accountId: string, to: keyof typeof openLifeMs): Promise<string>;
  /** A ticket for a message that leads to the page until then. In the caller's transaction. */
  issueMailed(accountId: string, expiresAt: number): Promise<string>;
  /**
   * Opens the page in a browser (hash of its visitor cookie).
   * @throws {Refusal} tokenError for a ticket that is unknown, used or expired
   */
  redeemOpen(token: string, visitor: string): Promise<OpenedPage>;
  /** The page's session, for the calls that take an X-Token; undefined when there is none in this browser. */
  find(token: string, visitor: string): Promise<Session | undefined>;
  /** A ticket that allows the deletion once, in this session. In the caller's transaction. */
  issueDeletion(session: Pick<Session, 'accountId' | 'sessionId'>): Promise<string>;
  /**
   * Spends it, in the transaction of the deletion.
   * @throws {Refusal} tokenError for one that is unknown, used, expired or somebody else's
   */
  redeemDeletion(session: Pick<Session, 'accountId' | 'sessionId'>, token: string): Promise<void>;
}

export function createPageTickets({ db, clock, accounts }: { db: Db; clock: Clock; accounts: Pick<Accounts, 'findById'> }): PageTickets {
  const rows = createPageTicketRows(db);

  async function insert(ticket: { kind: 'open' | 'mailed' | 'page' | 'delete'; accountId: string; holder: string; expiresAt: number }) {
    const token = newToken();
    await rows.insert({ ...ticket, id: sha256(token), at: clock.now() });
    return token;
  }

  return {
    issueOpen: (accountId, to) => insert({ kind: 'open', accountId, holder: '', expiresAt: clock.now() + openLifeMs[to] }),
    issueMailed: (accountId, expiresAt) => insert({ kind: 'mailed', accountId, holder: '', expiresAt }),

    redeemOpen: (token, visitor) =>
      db.tx(async () => {
        const at = clock.now();
        const found = await rows.findLive({ id: sha256(token), kinds: ['open', 'mailed'], at });
        const isOpened = found !== undefined && (found.kind === 'mailed' || (await claimPageTicket(db, { id: found.id, at })));
        if (!isOpened) throw new Refusal('tokenError', { reason: 'no live ticket' });
        const { accountId } = found;
        return { token: await insert({ kind: 'page', accountId, holder: visitor, expiresAt: at + pageLifeMs }), accountId };
      }),

    async find(token, visitor) {
      const found = await rows.findLive({ id: sha256(token), kinds: ['page'], at: clock.now() });
      const account = found?.holder === visitor ? await accounts.findById(found.accountId) : undefined;
      if (!found || !account) return undefined;
      const { id: accountId, language } = account;
      return {
        sessionId: `page:${found.id}`,
        accountId,
        language,
        verifiedUntil: null,
        startedAt: found.at,
        account,
        limitedTo: 'deletion',
      };
    },

    issueDeletion: ({ accountId, sessionId }) =>
      insert({ kind: 'delete', accountId, holder: sessionId, expiresAt: clock.now() + deletionTicketLifeMs }),

    async redeemDeletion({ accountId, sessionId }, token) {
      const at = clock.now();
      const found = await rows.findLive({ id: sha256(token), kinds: ['delete'], at });
      const isOwn = found?.holder === sessionId && found.accountId === accountId;
      if (!isOwn || !(await claimPageTicket(db, { id: found.id, at })))
        throw new Refusal('tokenError', { reason: 'no live deletion ticket' });
    },
  };
}
