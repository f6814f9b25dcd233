import type { Clock, WallClock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database/db.ts';

/** Storage of rows, with clock and keys. */
export interface Store {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
}

/** A store with the wall clock, for times that come from others or that others read. */
export interface WorldStore extends Store {
  readonly wall: WallClock;
}
