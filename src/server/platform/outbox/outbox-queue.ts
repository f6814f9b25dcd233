import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/platform/db/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import type { SmsMessage } from '#server/platform/sms/sms.ts';
import type { Lane } from './lane.ts';
import { createOutboxRows } from './outbox.repository.ts';

/** A message as it waits in the outbox. */
export type OutboxMessage = ({ readonly channel: 'email' } & MailMessage) | ({ readonly channel: 'sms' } & SmsMessage);

/** A message and what is to become of it. */
export interface OutboxEntry {
  readonly message: OutboxMessage;
  /** True for a message to nobody: it takes the same way and the same time, and is thrown away by the worker. */
  readonly discard: boolean;
  /**
   * True for a message of which nobody learns that there is an account, or only who knows it: what becomes of it may show an outage to
   * everybody.
   */
  readonly showsOutage?: boolean;
}

/** Messages that a committed transaction promised. */
export interface OutboxQueue {
  /**
   * Puts a message in, in the caller's transaction: it is sent if that commits, and thrown away unsent after `expiresAt`. A code's message
   * has the code's id.
   */
  put(entry: OutboxEntry & { readonly id?: string; readonly lane: Lane; readonly expiresAt: number }): Promise<void>;
  /** The message of a leased row, opened. */
  open(sealed: string): OutboxEntry;
  remove(id: string): Promise<void>;
  /** Removes what is to go to one of these addresses, in the caller's transaction; returns how many there were. */
  removeTo(addresses: readonly string[]): Promise<number>;
  /** Removes what has expired; returns how many. */
  removeExpired(at: number): Promise<number>;
  /** How many have not been sent, and when the oldest of them was made (milliseconds since the epoch). */
  backlog(): Promise<{ readonly count: number; readonly oldestAt: number | undefined }>;
}

const purpose = 'outbox';

export function createOutboxQueue({ db, keyring, clock }: { db: Db; keyring: Keyring; clock: Clock }): OutboxQueue {
  const rows = createOutboxRows(db);
  const open = (sealed: string): OutboxEntry => JSON.parse(keyring.open(purpose, sealed));
  return {
    put({ id = newId(), message, lane, discard, showsOutage = false, expiresAt }) {
      const sealed = keyring.seal(purpose, JSON.stringify({ message, discard, showsOutage }));
      return rows.insert({ id, channel: message.channel, sealed, lane, at: clock.now(), expiresAt });
    },
    open,
    remove: (id) => rows.remove(id),
    async removeTo(addresses) {
      // Sealed, so that each has to be opened; what waits is what could not be sent yet.
      const own = (await rows.all()).filter(({ sealed }) => addresses.includes(open(sealed).message.to));
      for (const { id } of own) await rows.remove(id);
      return own.length;
    },
    removeExpired: (at) => rows.removeExpired(at),
    backlog: () => rows.backlog(),
  };
}
