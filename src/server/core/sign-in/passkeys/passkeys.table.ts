import type { PasskeyOrigin } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Public keys of the passkeys of accounts. */
export interface PasskeysTable {
  id: string;
  account_id: string;
  /** As its authenticator names it, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** Its COSE algorithm. */
  alg: number;
  /** The domain for which it was made: it works under no other. */
  rp_id: string;
  /** Model of the authenticator, only for display: nothing attests it. */
  aaguid: string;
  /** As the browser names them, with commas. */
  transports: string;
  /** Carriers that a thief takes with it (`Carrier`), with commas. */
  carriers: string;
  /** 1 for one that may be on several devices. It never changes. */
  backup_eligible: number;
  backed_up: Guarded<number>;
  sign_count: Guarded<number>;
  /** 0 until its person was verified by their device for the first time: until then it proves nothing. */
  uv_seen: Guarded<number>;
  name: string;
  made_by: PasskeyOrigin;
  created_at: number;
  last_used_at: Guarded<number | null>;
  /** City, or country, of the last use. */
  last_place: Guarded<string>;
  /** When its counter went back, or what never changes did: it proves nothing from then on. */
  suspect_at: Guarded<number | null>;
}

export const passkeys = table<PasskeysTable>()({
  name: 'passkeys',
  key: ['id'],
  sweep: 'never, because their owner removes them',
  erase: { rows: 'go', of: 'account_id', receipt: 'passkeys' },
  restore: 'keep, because they are what the account has',
  merge: 'keep',
  data: { topic: 'account', basis: 'contract', until: 'removal', since: 'created_at' },
  columns: {
    id: isInternal,
    account_id: isInternal,
    credential_id: 'derived from passkeys',
    public_key: 'derived from passkeys',
    alg: isBookkeeping,
    rp_id: isBookkeeping,
    aaguid: 'in the export as passkeys',
    transports: 'derived from passkeys',
    carriers: 'derived from passkeys',
    backup_eligible: 'in the export as passkeys, a switch',
    backed_up: 'in the export as passkeys, a switch',
    sign_count: isBookkeeping,
    uv_seen: isBookkeeping,
    name: 'in the export as passkeys',
    made_by: 'in the export as passkeys',
    created_at: 'in the export as passkeys, a time',
    last_used_at: 'in the export as passkeys, a time',
    last_place: 'in the export as passkeys',
    suspect_at: 'in the export as passkeys, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    passkeys: PasskeysTable;
  }
}
