import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/platform/db/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { MailMessage } from '#server/platform/sending/mail/mail.ts';
import type { SmsMessage } from '#server/platform/sending/sms/sms.ts';
import type { Lane } from './lane.ts';
import { createOutboxRows } from './outbox.repository.ts';

/** A message in the outbox. */
export type OutboxMessage = ({ readonly channel: 'email' } & MailMessage) | ({ readonly channel: 'sms' } & SmsMessage);

/** A message and its handling. */
export interface OutboxEntry {
  readonly message: OutboxMessage;
  /** True for a message without a recipient: it takes the same path and time, and the worker discards it. */
  readonly discard: boolean;
  /**
   * True for a message that reveals an account to nobody, or only to those who know it: its failure may be shown as an
   * outage to everyone.
   */
  readonly showsOutage?: boolean;
  /** Internal id of the account that the message concerns, if it is known. */
  readonly about?: string | undefined;
}

/** Messages promised by committed transactions. */
export interface OutboxQueue {
  /**
   * Adds a message in the caller's transaction: it is sent after the commit, and discarded unsent after `expiresAt`.
   * The message of a code has the id of the code.
   */
  put(entry: OutboxEntry & { readonly id?: string; readonly lane: Lane; readonly expiresAt: number }): Promise<void>;
  /** The decrypted message of a leased row. */
  open(sealed: string): OutboxEntry;
  remove(id: string): Promise<void>;
  /** Removes messages to these contacts, in the caller's transaction; returns their number. */
  removeTo(addresses: readonly string[]): Promise<number>;
  /** Removes expired messages; returns their number. */
  removeExpired(at: number): Promise<number>;
  /** The number of unsent messages, and the creation of the oldest (milliseconds since the epoch). */
  backlog(): Promise<{ readonly count: number; readonly oldestAt: number | undefined }>;
}

const purpose = 'outbox';

export function createOutboxQueue({ db, keyring, clock }: { db: Db; keyring: Keyring; clock: Clock }): OutboxQueue {
  const rows = createOutboxRows(db);
  const open = (sealed: string): OutboxEntry => JSON.parse(keyring.open(purpose, sealed));
  return {
    put({ id = newId(), message, lane, discard, showsOutage = false, about, expiresAt }) {
      const sealed = keyring.seal(purpose, JSON.stringify({ message, discard, showsOutage, about }));
      return rows.insert({ id, channel: message.channel, sealed, lane, at: clock.now(), expiresAt });
    },
    open,
    remove: (id) => rows.remove(id),
    async removeTo(addresses) {
      // Contacts are sealed, so that each row must be opened; only unsent messages are here.
      const own = (await rows.all()).filter(({ sealed }) => addresses.includes(open(sealed).message.to));
      for (const { id } of own) await rows.remove(id);
      return own.length;
    },
    removeExpired: (at) => rows.removeExpired(at),
    backlog: () => rows.backlog(),
  };
}
