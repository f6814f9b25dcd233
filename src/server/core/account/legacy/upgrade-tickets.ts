import { limits } from '#contract/limits.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Identifier } from '#server/core/account/identifiers/identifier.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { claimUpgradeTicket } from './upgrade-tickets.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { provenContact, withProof, type OwnIdentifier, type ProvenContact } from '#server/core/account/identifiers/proven-contact.ts';
import { provingContact, type LegacyAccount } from './legacy-account.ts';
import type { LegacyAccounts } from './legacy-accounts.ts';
import { findUpgradeTickets, insertUpgradeTicket, type UpgradeTicketRow } from './upgrade-tickets.repository.ts';

/** A new ticket for its holder. */
export interface MadeTicket {
  readonly ticket: string;
  /** Milliseconds. */
  readonly expiresAt: number;
}

/** Proofs of a visitor: the live tickets of a call. */
export interface Proven {
  /** The ticket that proves this legacy account: by its password, or by a contact verified by the old system. */
  legacy(account: LegacyAccount): UpgradeTicketRow | undefined;
  /**
   * The ticket that proves this account; one for its phone comes first. Invalid after a change of the account's
   * credentials.
   */
  account(account: Account): UpgradeTicketRow | undefined;
  /** The ticket that proves this phone or email. */
  contact(kind: 'phone' | 'email', value: string): UpgradeTicketRow | undefined;
  /** Accounts that had a proven phone or email at that time. */
  readonly accountIds: readonly string[];
}

/**
 * Upgrade tickets: the holding browser just proved a phone or an email (code of scene `upgrade`) or a legacy account
 * (its password). Valid for ten minutes and for one upgrade or merge; only the hash is stored.
 */
export interface UpgradeTickets {
  /** For a phone or email proven by a code; `account` is its current owner. In the caller's transaction. */
  issueForContact(visit: Holder, contact: ProvenContact, account: Account | undefined): Promise<MadeTicket>;
  /** For a legacy account with a verified password; `passwordHash` is our hash of it. In the caller's transaction. */
  issueForLegacy(visit: Holder, legacy: LegacyAccount, passwordHash: string): Promise<MadeTicket>;
  /** Valid proofs of these tickets for this browser; unknown, used, expired and foreign tickets prove nothing. */
  find(visit: Holder, tickets: readonly string[]): Promise<Proven>;
  /**
   * Spends tickets, in the transaction of their effect. What it returns knows the contacts that they prove.
   * @throws {Refusal} tokenError when another request spent one of them first
   */
  redeem(visit: Holder, tickets: readonly UpgradeTicketRow[]): Promise<ProofOf>;
}

type Holder = Pick<Visit, 'visitor'>;

/** The contact with its proof; undefined for one that no ticket proves. */
export type ProofOf = (contact: Identifier<'phone' | 'email'>) => OwnIdentifier | undefined;

export function createUpgradeTickets({
  db,
  clock,
  legacyAccounts,
}: {
  db: Db;
  clock: Clock;
  legacyAccounts: LegacyAccounts;
}): UpgradeTickets {
  const holderOf = ({ visitor }: Holder) => `visitor:${visitor}`;

  async function give(
    visit: Holder,
    proven: Pick<UpgradeTicketRow, 'kind' | 'subject' | 'password_hash'>,
    account?: Account,
  ): Promise<MadeTicket> {
    const ticket = newToken();
    const at = clock.now();
    const expiresAt = at + limits.verificationLifeMs;
    await insertUpgradeTicket(db, {
      id: sha256(ticket),
      holder: holderOf(visit),
      ...proven,
      account_id: account?.id ?? null,
      credential_epoch: account?.credentialEpoch ?? null,
      created_at: at,
      expires_at: expiresAt,
    });
    return { ticket, expiresAt };
  }

  return {
    issueForContact: (visit, { kind, value }, account) =>
      give(visit, { kind, subject: legacyAccounts.hashesOf(kind, value)[0], password_hash: null }, account),

    issueForLegacy: (visit, { id }, passwordHash) => give(visit, { kind: 'legacy', subject: id, password_hash: passwordHash }),

    async find(visit, tickets) {
      const ids = [...new Set(tickets)].map(sha256);
      const live = await findUpgradeTickets(db, { ids, holder: holderOf(visit), at: clock.now() });
      const contact = (kind: 'phone' | 'email', value: string) =>
        live.find((ticket) => ticket.kind === kind && legacyAccounts.hashesOf(kind, value).includes(ticket.subject));
      return {
        contact,
        accountIds: live.flatMap(({ account_id: id }) => id ?? []),
        legacy: ({ id, record }) =>
          live.find((ticket) => ticket.kind === 'legacy' && ticket.subject === id) ??
          (['phone', 'email'] as const)
            .map((kind) => [kind, provingContact(record, kind)] as const)
            .map(([kind, value]) => (value === undefined ? undefined : contact(kind, value)))
            .find((ticket) => ticket !== undefined),
        account: ({ id, credentialEpoch }) => {
          const own = live.filter((ticket) => ticket.account_id === id && ticket.credential_epoch === credentialEpoch);
          return own.find(({ kind }) => kind === 'phone') ?? own[0];
        },
      };
    },

    async redeem(visit, tickets) {
      const at = clock.now();
      for (const id of [...new Set(tickets.map((ticket) => ticket.id))].toSorted()) {
        if (!(await claimUpgradeTicket(db, { id, holder: holderOf(visit), at }))) {
          throw new Refusal('tokenError', { reason: 'the ticket was just spent' });
        }
      }
      return (contact) => {
        const hashes: readonly string[] = legacyAccounts.hashesOf(contact.kind, contact.value);
        const isProven = tickets.some(({ kind, subject }) => kind === contact.kind && hashes.includes(subject));
        return isProven ? withProof(contact, provenContact(contact.kind, contact.value)) : undefined;
      };
    },
  };
}
