import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { serverDataDir } from './server.ts';

/** The server's own database file, for what a browser cannot bring about: time that has passed, names that a later screen gives. */
export interface ServerDatabase extends Disposable {
  /** Every session of the account has run out a moment ago. */
  expireSessions(account: { readonly phone: string }): void;
  /** Every session of the account was ended elsewhere. */
  endSessions(account: { readonly phone: string }): void;
  /** The nickname that an account was given. */
  nicknameOf(account: { readonly phone: string }): string;
  /** Gives an account a name more. */
  addIdentifier(account: { readonly phone: string }, kind: 'email' | 'username', value: string): void;
  /** The account as one that came by a social platform: without a password. */
  takePasswordAway(account: { readonly phone: string }): void;
  /** The account as one that has nothing but a social account left: without its phone. Nothing finds it by that any more. */
  takePhoneAway(account: { readonly phone: string }): void;
  /** Every proof of identity of the account has run out a moment ago. */
  expireProofs(account: { readonly phone: string }): void;
  /** Nobody has used the account for 181 days. */
  leaveUnused(account: { readonly phone: string }): void;
  /** The password was changed a moment ago. */
  renewPassword(account: { readonly phone: string }): void;
  /** What an OS client was given to open the account deletion page: the X-Token, good for a minute. */
  issueTicket(account: { readonly phone: string }): string;
}

export function openServerDatabase(): ServerDatabase {
  const file = join(serverDataDir(), 'cedar.db');
  if (!existsSync(file)) throw new Error(`the server has no database at ${file}`);
  const database = new DatabaseSync(file, { timeout: 5000 });
  const ofAccount = `account_id = (SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`;

  function change(sql: string, ...values: readonly (string | number)[]): void {
    if (database.prepare(sql).run(...values).changes === 0) throw new Error(`nothing changed: ${sql}`);
  }

  return {
    expireSessions({ phone }) {
      const before = Date.now() - 1000;
      change(`UPDATE sessions SET expires_at = ?, idle_expires_at = ? WHERE ${ofAccount}`, before, before, phone);
    },
    endSessions({ phone }) {
      change(`UPDATE sessions SET ended_at = ? WHERE ${ofAccount}`, Date.now(), phone);
    },
    nicknameOf({ phone }) {
      const row = database.prepare(`SELECT shown FROM identifiers WHERE kind = 'nickname' AND ${ofAccount}`).get(phone);
      return String(row?.['shown']);
    },
    addIdentifier({ phone }, kind, value) {
      const now = Date.now();
      const row = [kind, value, value, now, now, phone];
      change(
        `INSERT INTO identifiers (kind, value, account_id, shown, verified_at, created_at)
         SELECT ?, ?, account_id, ?, ?, ? FROM identifiers WHERE kind = 'phone' AND value = ?`,
        ...row,
      );
    },
    takePasswordAway({ phone }) {
      change(
        `UPDATE accounts SET password_hash = NULL, version = version + 1 WHERE id = (SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`,
        phone,
      );
    },
    takePhoneAway({ phone }) {
      change(
        `UPDATE accounts SET version = version + 1 WHERE id = (SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`,
        phone,
      );
      change(`DELETE FROM identifiers WHERE kind = 'phone' AND value = ?`, phone);
    },
    expireProofs({ phone }) {
      change(`UPDATE proofs SET expires_at = ? WHERE ${ofAccount}`, Date.now() - 1000, phone);
    },
    leaveUnused({ phone }) {
      const before = Date.now() - 181 * 86_400_000;
      change(`UPDATE sessions SET last_seen_at = ? WHERE ${ofAccount}`, before, phone);
      change(`UPDATE known_browsers SET last_at = ? WHERE ${ofAccount}`, before, phone);
    },
    renewPassword({ phone }) {
      change(
        `UPDATE accounts SET password_changed_at = ? WHERE id = (SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`,
        Date.now(),
        phone,
      );
    },
    issueTicket({ phone }) {
      const ticket = newToken();
      const now = Date.now();
      change(
        `INSERT INTO page_tickets (id, kind, account_id, credential_epoch, holder, created_at, expires_at)
         SELECT ?, 'open', id, credential_epoch, '', ?, ? FROM accounts
         WHERE id = (SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`,
        sha256(ticket),
        now,
        now + 60_000,
        phone,
      );
      return ticket;
    },
    [Symbol.dispose]() {
      database.close();
    },
  };
}
