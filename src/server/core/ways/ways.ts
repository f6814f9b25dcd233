import { wayRows, type WayKind } from '#contract/vocabulary/ways.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database.ts';
import type { FormerWays } from './former-ways.ts';
import { leavesWayIn } from './decisions.ts';
import type { KnownWays } from './independence.ts';
import { kindOf, longPeriodMs, type Way, type WayId } from './way.ts';
import { createWayRows, type WayRow } from './ways.repository.ts';

/** A new account is still being set up: what is added then is no sign of an intruder. */
const setUpMs = 7 * day;

/** Kinds that an account has once at most, or as one family. */
const ownKinds = ['phone', 'email', 'password', 'social'] as const;

export type OwnKind = (typeof ownKinds)[number];

/** The ways of an account, and those that they stand for. */
export interface AccountWays extends KnownWays {
  readonly own: Readonly<Record<OwnKind, Way | undefined>>;
}

/** A new way. `account` is the state before. */
export interface Vouching {
  readonly account: Account;
  readonly kind: OwnKind;
  /** Milliseconds, the same as in the row of the way itself. */
  readonly at: number;
  /** The way that proved the person (`idOf`). */
  readonly by: WayId;
}

/** What the ways of an account stand for: a way added with a mailbox stands for no more than the mailbox for 45 days. */
export interface Ways {
  of(account: Account): Promise<AccountWays>;
  /** The way of an account that a proof by this kind shows. */
  idOf(account: Account, kind: OwnKind): WayId;
  /** Records that a new way stands for the one that proved the person, in the transaction of the addition. */
  vouch(vouching: Vouching): Promise<void>;
}

export interface WaysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly formers: Pick<FormerWays, 'of'>;
}

export function createWays({ db, clock, formers }: WaysDeps): Ways {
  const rows = createWayRows(db);

  return {
    async of(account) {
      const found = new Map((await rows.of(account.id)).map((row) => [row.way, row] as const));
      const own = {
        phone: ownWay(account, 'phone', found),
        email: ownWay(account, 'email', found),
        password: ownWay(account, 'password', found),
        social: ownWay(account, 'social', found),
      };
      const before = (await formers.of(account)).map(({ way }) => way);
      const all = [...before, ...[...found.values()].map(wayOf), ...Object.values(own).filter((way) => way !== undefined)];
      return { own, known: new Map(all.map((way) => [way.id, way] as const)), now: clock.now() };
    },

    idOf,

    async vouch({ account, kind, at, by }) {
      // A replaced way is never free: its thief would only have to hurry.
      const isNew = addedAt(account, kind) === undefined;
      if (isNew && at < account.createdAt + setUpMs) return;
      const way = `${kind}:${at}`;
      // Replaced twice within a millisecond: it stands for what it stood for.
      if (way === by) return;
      await rows.put({ account_id: account.id, way, added_at: at, vouched_by: by, own_root_at: at + longPeriodMs, carriers: null });
    },
  };
}

/** The guard of the last way in: whether the account signs in and recovers without its ways of a kind. */
export function keepsWayIn(account: Account, without: OwnKind): boolean {
  return leavesWayIn(
    ownKinds.filter((kind) => kind !== without && addedAt(account, kind) !== undefined).map((kind) => ({ id: idOf(account, kind) })),
  );
}

function idOf(account: Account, kind: OwnKind): WayId {
  return `${kind}:${addedAt(account, kind) ?? 0}`;
}

/** Undefined without one. All social accounts are one way, the first one: adding another adds nothing to it. */
function addedAt({ phoneAddedAt, emailAddedAt, passwordHash, passwordChangedAt, socials }: Account, kind: OwnKind): number | undefined {
  switch (kind) {
    case 'phone':
      return phoneAddedAt ?? undefined;
    case 'email':
      return emailAddedAt ?? undefined;
    case 'password':
      return passwordHash === null ? undefined : (passwordChangedAt ?? 0);
    case 'social':
      return socials.length === 0 ? undefined : Math.min(...socials.map(({ boundAt }) => boundAt));
  }
}

function ownWay(account: Account, kind: OwnKind, rows: ReadonlyMap<string, WayRow>): Way | undefined {
  const at = addedAt(account, kind);
  if (at === undefined) return undefined;
  const id: WayId = `${kind}:${at}`;
  const row = rows.get(id);
  if (row !== undefined) return wayOf(row);
  return { id, kind, carriers: wayRows[kind].carriers, addedAt: at, vouchedBy: null, ownRootAt: at, isSpent: false };
}

function wayOf(row: WayRow): Way {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `vouch` writes them
  const [id, vouchedBy] = [row.way, row.vouched_by] as [WayId, WayId];
  const kind: WayKind = kindOf(id);
  return { id, kind, carriers: wayRows[kind].carriers, addedAt: row.added_at, vouchedBy, ownRootAt: row.own_root_at, isSpent: false };
}
