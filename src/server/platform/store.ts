import type { Clock } from './clock.ts';
import type { Keyring } from './crypto/keyring.ts';
import type { Db } from './db/db.ts';

/** Where rows are kept, at which time, and under which keys. */
export interface Store {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
}
