import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { signInIdentifier } from '#server/core/account/identifiers/identifier.ts';
import { codePurpose } from '#server/core/sign-in/codes/message-purpose.ts';
import { referenceOf } from '#server/core/protection/notices/reference.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { MessagePurpose } from '#server/platform/sending/outbox/delivery.ts';
import type { OutboxMessage } from '#server/platform/sending/outbox/outbox-queue.ts';
import { keepMessageCopy } from './message-copies.repository.ts';
import { setMessageState } from './sent-messages.guarded.ts';
import { addSentMessage } from './sent-messages.repository.ts';

export interface MessagePurposeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'findId'>;
  /** Seals what is kept of notices so that the desk can send them again; undefined where there is no desk. */
  readonly copies?: Pick<Keyring, 'seal'> | undefined;
}

/**
 * The purpose of messages, for the outbox: a message and its code share one id, and what leaves for an account is listed
 * before it leaves, so that its owner can tell our messages from those of others.
 */
export function messagePurpose({ db, clock, accounts, copies }: MessagePurposeDeps): MessagePurpose {
  /** Without an id, as for codes of visitors: the account that has the contact. */
  async function accountOf(to: string, about: string | undefined): Promise<string | undefined> {
    const contact = about === undefined ? signInIdentifier(to) : undefined;
    return about ?? (contact && (await accounts.findId(contact.kind, contact.value)));
  }

  return {
    ...codePurpose(db),

    async leaving({ id, expiresAt }, { message, about }) {
      const accountId = await accountOf(message.to, about);
      if (accountId === undefined) return;
      const { channel, scene: kind, to } = message;
      const target = channel === 'sms' ? maskPhone(to) : maskEmail(to);
      await db.tx(async () => {
        // The farewell of an erased account leaves nothing of it.
        const account = await lockAccount(db, accountId);
        if (account === undefined || account.state === 'purged') return;
        const row = { id, account_id: accountId, at: clock.now(), expires_at: expiresAt, channel, kind, target };
        await addSentMessage(db, { ...row, reference: referenceIn(message, id), state: 'waiting' });
        if (copies === undefined || isCode(message)) return;
        const sealed = copies.seal('outbox', JSON.stringify(message));
        await keepMessageCopy(db, { id, account_id: accountId, first: id, sealed, expires_at: expiresAt });
      });
    },

    became: (id, state) => setMessageState(db, { id, state }),
  };
}

/** A code is good for minutes, and its person asks for a new one. */
function isCode(message: OutboxMessage): boolean {
  return (message.channel === 'email' ? message.content.code : message.code) !== undefined;
}

function referenceIn(message: OutboxMessage, id: string): string {
  return message.channel === 'email' && message.content.reference !== undefined ? referenceOf(id) : '';
}
