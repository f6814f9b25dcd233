import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';
import type { DeliveryFailure } from '#server/platform/sending/outbox/undeliverable.ts';

/**
 * One-time codes (contract 3): bound to scene, channel, target and holder; at most five wrong tries and one success.
 */
export interface CodesTable {
  id: string;
  scene: string;
  channel: 'sms' | 'email';
  /** Keyed hash of the canonical phone or email. */
  target_hash: string;
  /** `account:<id>`, with `:elsewhere` for browsers that it does not know, or `visitor:<id>`. */
  holder: string;
  /** Whether it is one of those that strangers share. */
  asker: Guarded<'stranger' | 'holder'>;
  /** Keyed hash of code and all bindings. */
  code_hash: string;
  attempts: Guarded<number>;
  created_at: number;
  expires_at: number;
  /** Set when a newer code replaces this one. */
  voided_at: Guarded<number | null>;
  used_at: Guarded<number | null>;
  /** 1 when the holder may learn of a failed message; 0 when that would reveal the existence of an account. */
  tells_failure: Guarded<number, number | undefined>;
  /** Reason of the failed delivery. */
  failure: Guarded<DeliveryFailure | null, undefined>;
  /** Time when the holder was told of the failure. */
  failure_told_at: Guarded<number | null, undefined>;
}

export const codes = table<CodesTable>()({
  name: 'codes',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: day, every: 'hour' }],
  erase: {
    rows: 'go',
    of: 'holder',
    prefix: 'account:',
    others: 'because visitors asked for them: keyed hashes of targets and of browsers',
  },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'short', basis: 'security', until: 'short', since: 'created_at' },
  columns: {
    id: isRandom,
    scene: 'in the export as codes',
    channel: 'in the export as codes',
    target_hash: 'derived from codes',
    holder: 'derived from codes',
    asker: isBookkeeping,
    code_hash: 'derived from codes',
    attempts: isBookkeeping,
    created_at: 'in the export as codes, a time',
    expires_at: 'derived from codes',
    voided_at: isBookkeeping,
    used_at: 'in the export as codes, a time',
    tells_failure: isBookkeeping,
    failure: isBookkeeping,
    failure_told_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    codes: CodesTable;
  }
}
