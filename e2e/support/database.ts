import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { serverDataDir } from './server.ts';

/**
 * The server's database file, for situations that a browser cannot cause: passed time, and names that a later screen
 * gives.
 */
export interface ServerDatabase extends Disposable {
  /** Lets every session of the account expire a moment ago. */
  expireSessions(account: { readonly phone: string }): void;
  /** Ends every session of the account, as from elsewhere. */
  endSessions(account: { readonly phone: string }): void;
  /** The account's generated nickname. */
  nicknameOf(account: { readonly phone: string }): string;
  /** Gives an account another name. */
  addIdentifier(account: { readonly phone: string }, kind: 'email' | 'username', value: string): void;
  /** Turns the account into one created by a social platform: without a password. */
  takePasswordAway(account: { readonly phone: string }): void;
  /** Leaves the account only a social account: without its phone, which does not find it any more. */
  takePhoneAway(account: { readonly phone: string }): void;
  /** Removes the passkeys of an account, as from elsewhere. */
  takePasskeysAway(account: { readonly phone: string }): void;
  /** Lets every identity proof of the account expire a moment ago. */
  expireProofs(account: { readonly phone: string }): void;
  /** Sets the last use of the account to 181 days ago. */
  leaveUnused(account: { readonly phone: string }): void;
  /** Makes an account and all that it has sixty days older. */
  ageAccount(account: { readonly phone: string }): void;
  /** Turns two-step verification on. */
  protect(account: { readonly phone: string }): void;
  /** Sets the last password change to a moment ago. */
  renewPassword(account: { readonly phone: string }): void;
  /** Issues the X-Token that an OS client gets to open the account deletion page, valid for one minute. */
  issueTicket(account: { readonly phone: string }): string;
}

export function openServerDatabase(): ServerDatabase {
  const file = join(serverDataDir(), 'cedar.db');
  if (!existsSync(file)) throw new Error(`the server has no database at ${file}`);
  const database = new DatabaseSync(file, { timeout: 5000 });
  const ofAccount = `account_id = (SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`;

  function change(sql: string, ...values: readonly (string | number)[]): void {
    if (database.prepare(sql).run(...values).changes === 0) throw new Error(`no row changed: ${sql}`);
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
    takePasskeysAway({ phone }) {
      change(`DELETE FROM passkeys WHERE ${ofAccount}`, phone);
    },
    expireProofs({ phone }) {
      change(`UPDATE proofs SET expires_at = ? WHERE ${ofAccount}`, Date.now() - 1000, phone);
    },
    leaveUnused({ phone }) {
      const before = Date.now() - 181 * 86_400_000;
      change(`UPDATE sessions SET last_seen_at = ? WHERE ${ofAccount}`, before, phone);
      change(`UPDATE known_browsers SET last_at = ? WHERE ${ofAccount}`, before, phone);
    },
    protect({ phone }) {
      change(
        `UPDATE accounts SET two_step_at = ? WHERE id = (SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`,
        Date.now(),
        phone,
      );
    },
    ageAccount({ phone }) {
      const ms = 60 * 86_400_000;
      const own = `(SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`;
      change(
        `UPDATE accounts SET created_at = created_at - ?, password_changed_at = password_changed_at - ? WHERE id = ${own}`,
        ms,
        ms,
        phone,
      );
      change(`UPDATE identifiers SET created_at = created_at - ? WHERE ${ofAccount}`, ms, phone);
      change(`UPDATE known_browsers SET first_at = first_at - ? WHERE ${ofAccount}`, ms, phone);
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
        `INSERT INTO page_tickets (id, kind, account_id, credential_epoch, created_at, expires_at, signs_in)
         SELECT ?, 'open', id, credential_epoch, ?, ?, 0 FROM accounts
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
