import type { QrPurpose } from '#contract/sign-in/qr/qr.words.ts';
import { isBookkeeping, isInternal, isSecret, shortGraceMs, table, type Guarded, type Source } from '#server/platform/db/tables/table.ts';

/**
 * Where a code stands. Opened by a phone, asked for by an account, its number shown; then approved and claimed once, or
 * over: denied by the account, a wrong number chosen, or canceled by the computer.
 */
export type QrRowState = 'opened' | 'asked' | 'shown' | 'approved' | 'claimed' | 'denied' | 'wrong' | 'canceled';

/** Codes for signing in on a computer, from the moment at which a phone opens one. */
export interface QrSignInsTable {
  /** SHA-256 of the code, base64url. */
  id: string;
  purpose: QrPurpose;
  /** Hash of the visitor cookie of the phone. */
  phone: string;
  opened_at: number;
  /** End of the present state. */
  expires_at: Guarded<number>;
  state: Guarded<QrRowState>;
  /** Hash of the visitor cookie of the browser that shows the code; null until it asks. */
  computer: Guarded<string | null>;
  /** Client IP of the computer, or ''. */
  computer_ip: Guarded<string>;
  /** Hash of its known-browser cookie, or ''. */
  computer_browser: Guarded<string>;
  /** As its browser describes itself, or ''. */
  browser_name: Guarded<string>;
  os: Guarded<string>;
  /** The account that asked on the phone. */
  account_id: Guarded<string | null>;
  /** Its epoch then: after a change of credentials the code is worthless. */
  credential_epoch: Guarded<number>;
  /** On the computer's screen; null until it asks after the account did. */
  number: Guarded<number | null>;
  /** The three numbers on the phone, with a space between them, or ''. */
  choices: Guarded<string>;
  /** 1 when computer and phone had one address at the approval. */
  same_network: Guarded<number>;
  /** Ids of the ways that the phone showed (`WayId`): its browser, then a proof; with a space between them, or ''. */
  ways: Guarded<string>;
  source: Source;
}

export const qrSignIns = table<QrSignInsTable>()({
  name: 'qr_sign_ins',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: shortGraceMs, every: 'minute' }],
  erase: { rows: 'go', of: 'account_id', others: 'because they are codes that a visitor has opened' },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'short', basis: 'contract', until: 'short', since: 'opened_at' },
  columns: {
    id: isSecret,
    purpose: isBookkeeping,
    phone: 'derived from qrSignIns',
    opened_at: 'in the export as qrSignIns, a time',
    expires_at: 'in the export as qrSignIns, a time',
    state: 'in the export as qrSignIns',
    computer: 'derived from browserCookie',
    computer_ip: 'in the export as networkAddress',
    computer_browser: 'derived from browserCookie',
    browser_name: 'in the export as browserAndSystem',
    os: 'in the export as browserAndSystem',
    account_id: isInternal,
    credential_epoch: isBookkeeping,
    number: isBookkeeping,
    choices: isBookkeeping,
    same_network: isBookkeeping,
    ways: 'derived from signInChecks',
    source: 'derived from networkAddress',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    qr_sign_ins: QrSignInsTable;
  }
}
