import { isInternal, isRandom, table } from '#server/platform/db/tables/table.ts';

/** The name of an account in its passkeys: random, so that an authenticator learns no id. */
export interface UserHandlesTable {
  account_id: string;
  /** 32 bytes, base64url. */
  handle: string;
}

export const userHandles = table<UserHandlesTable>()({
  name: 'user_handles',
  key: ['account_id'],
  sweep: 'never, because the passkeys of the account carry it',
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because the passkeys of the account carry it',
  merge: 'keep',
  data: 'nothing, because it is a random name that only passkeys carry',
  columns: { account_id: isInternal, handle: isRandom },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    user_handles: UserHandlesTable;
  }
}
