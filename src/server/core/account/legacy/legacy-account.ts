import type { Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { ProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';

/** Content of a legacy account, in the spelling of this product. Stored sealed. */
export interface LegacyRecord {
  /** The id in the old system, known to its owner. */
  readonly number: string;
  readonly phone: string | null;
  /** Whether the old system verified the phone; only then it is taken over without a code of ours. */
  readonly phoneIsVerified: boolean;
  /** As its owner wrote it. */
  readonly email: string | null;
  readonly emailIsVerified: boolean;
  readonly username: string | null;
  readonly nickname: string | null;
  readonly region: RegionOrNone;
  readonly language: Language | null;
  readonly items: ProfileItems;
  /** Milliseconds; null when unknown to the old system. */
  readonly createdAt: number | null;
}

/** A legacy account that waits for its upgrade. */
export interface LegacyAccount {
  /** Random; revealed only after proof of ownership. */
  readonly id: string;
  readonly record: LegacyRecord;
  readonly hasPassword: boolean;
}

/**
 * The phone or email (in lower case) that proves a legacy account: only one that the old system verified. Anybody could
 * enter an unverified one there, by mistake or on purpose.
 */
export function provingContact(record: LegacyRecord, kind: 'phone' | 'email'): string | undefined {
  if (kind === 'phone') return record.phoneIsVerified ? (record.phone ?? undefined) : undefined;
  return record.emailIsVerified ? record.email?.toLowerCase() : undefined;
}
