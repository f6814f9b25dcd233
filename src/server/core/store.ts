import type { Clock, WallClock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database/db.ts';

/** Storage of rows, with clock and keys. */
export interface Store {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
}

/** With the time of the rest of the world, for what others bring or read. */
export interface WorldStore extends Store {
  readonly wall: WallClock;
}
