import type { Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { ProfileItems } from '#server/core/accounts/profile-items.repository.ts';

/** What an account of the old kind holds, in the spelling of this product. Kept sealed. */
export interface LegacyRecord {
  /** Its id in the old system, as its owner knows it. */
  readonly number: string;
  readonly phone: string | null;
  /** Whether the old system had proven the phone: only then is it taken over without a code of ours. */
  readonly phoneIsVerified: boolean;
  /** As its owner wrote it. */
  readonly email: string | null;
  readonly emailIsVerified: boolean;
  readonly username: string | null;
  readonly nickname: string | null;
  readonly region: RegionOrNone;
  readonly language: Language | null;
  readonly items: ProfileItems;
  /** Milliseconds, or null where the old system does not know. */
  readonly createdAt: number | null;
}

/** A legacy account that waits for its upgrade. */
export interface LegacyAccount {
  /** Random: told only to somebody who has proven to be its owner. */
  readonly id: string;
  readonly record: LegacyRecord;
  readonly hasPassword: boolean;
}

/**
 * The phone or the email (in lower case) that proves a legacy account: only one that the old system had proven. Anybody may have written
 * the others there, by mistake or on purpose.
 */
export function provingContact(record: LegacyRecord, kind: 'phone' | 'email'): string | undefined {
  if (kind === 'phone') return record.phoneIsVerified ? (record.phone ?? undefined) : undefined;
  return record.emailIsVerified ? record.email?.toLowerCase() : undefined;
}
