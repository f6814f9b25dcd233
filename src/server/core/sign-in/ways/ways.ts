import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import type { FormerWays } from './former-ways.ts';
import { hasSecondStep } from './second-steps.ts';
import { leavesWayIn, type ClaimWaits } from './decisions.ts';
import type { KnownWays } from './independence.ts';
import type { Taking } from './taking.ts';
import { kindOf, longPeriodMs, type Way, type WayId } from './way.ts';
import { createWayRows, type WayRow } from './ways.repository.ts';

/** A new account is still being set up: what is added then is no sign of an intruder. */
const setUpMs = 7 * day;

/** Kinds that an account has once at most, or as one family. */
const singleKinds = ['phone', 'email', 'password', 'social'] as const;

export type SingleKind = (typeof singleKinds)[number];

/** The ways of an account, and those that they stand for. */
export interface AccountWays extends KnownWays {
  /** The ways that stand in the account. */
  readonly own: readonly Way[];
  readonly waitsMs?: ClaimWaits | undefined;
}

/** A new way. `account` is the state before. */
export interface Vouching {
  readonly account: Account;
  /** A passkey is named by its id, a second step by its own name, a way of another kind by its moment. */
  readonly added: SingleKind | { readonly passkey: string } | { readonly way: WayId; readonly replaces: boolean };
  /** Milliseconds, the same as in the row of the way itself. */
  readonly at: number;
  /** The way that proved the person (`idOf`). */
  readonly by: WayId;
  /** All that was shown, where that is known: what two independent ways add stands for itself at once. */
  readonly taking?: Taking | undefined;
}

/** Roots of the ways of an account: a way added with a mailbox stands for no more than the mailbox for 45 days. */
export interface Ways {
  of(account: Account): Promise<AccountWays>;
  /** The way of an account that a proof by this kind shows. */
  idOf(account: Account, kind: SingleKind): WayId;
  /** Records that a new way stands for the one that proved the person, in the transaction of the addition. */
  vouch(vouching: Vouching): Promise<void>;
}

export interface WaysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly formers: Pick<FormerWays, 'of'>;
  /** Replaces the usual ones. */
  readonly claimWaitsMs?: ClaimWaits;
}

export function createWays({ db, clock, formers, claimWaitsMs: waitsMs }: WaysDeps): Ways {
  const rows = createWayRows(db);

  return {
    async of(account) {
      const found = new Map((await rows.of(account.id)).map((row) => [row.way, row] as const));
      const own = [
        ...singleKinds.flatMap((kind) => ownWay(account, kind, found) ?? []),
        ...passkeysOf(account, found),
        ...secondStepsOf(account, found),
      ];
      const before = (await formers.of(account)).map(({ way }) => way);
      // The row of a way that is gone says less than how it left.
      const all = [...[...found.values()].map(wayOf), ...before, ...own];
      return { own, known: new Map(all.map((way) => [way.id, way] as const)), now: clock.now(), waitsMs };
    },

    idOf,

    async vouch({ account, added, at, by, taking }) {
      if (taking?.independence === 'independent') return;
      // A replaced way is never free: its thief would only have to hurry.
      const isNew = typeof added === 'object' ? !('replaces' in added && added.replaces) : addedAt(account, added) === undefined;
      if (isNew && at < account.createdAt + setUpMs) return;
      const way = nameOf(added, at);
      // Replaced twice within a millisecond: the row stays as it is.
      if (way === by) return;
      await rows.put({ account_id: account.id, way, added_at: at, vouched_by: by, own_root_at: at + longPeriodMs });
    },
  };
}

function nameOf(added: Vouching['added'], at: number): WayId {
  if (typeof added === 'string') return `${added}:${at}`;
  return 'way' in added ? added.way : passkeyWay(added.passkey);
}

/** The name of a passkey among the ways of its account. */
export function passkeyWay(id: string): WayId {
  return `passkey:${id}`;
}

/** The name of an authenticator app among the ways of its account. */
export function totpWay(id: string): WayId {
  return `totp:${id}`;
}

/** The recovery codes that were made at a moment: one way. */
export function paperWay(madeAt: number): WayId {
  return `recoveryCode:${madeAt}`;
}

/**
 * The guard of the last way in: whether the account signs in and recovers without its ways of a kind, or without one. A
 * protected account keeps a second step too.
 */
export function keepsWayIn(account: Account, without: SingleKind | WayId): boolean {
  const left: WayId[] = [
    ...singleKinds.filter((kind) => kind !== without && addedAt(account, kind) !== undefined).map((kind) => idOf(account, kind)),
    ...account.passkeys.map(({ id }) => passkeyWay(id)),
  ];
  const keepsStep = account.twoStepAt === null || hasSecondStep(withoutStep(account, without));
  return keepsStep && leavesWayIn(left.filter((id) => id !== without).map((id) => ({ id })));
}

function withoutStep(account: Account, without: SingleKind | WayId): Account {
  return {
    ...account,
    messageMethods: account.messageMethods.filter((kind) => kind !== without),
    passkeys: account.passkeys.filter(({ id }) => passkeyWay(id) !== without),
    totpApps: account.totpApps.filter(({ id }) => totpWay(id) !== without),
  };
}

/** The way of a kind of which an account has one. */
export function idOf(account: Account, kind: SingleKind): WayId {
  return `${kind}:${addedAt(account, kind) ?? 0}`;
}

/** Undefined without one. All social accounts are one way, the first one: adding another adds nothing to it. */
function addedAt({ phoneAddedAt, emailAddedAt, passwordHash, passwordChangedAt, socials }: Account, kind: SingleKind): number | undefined {
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

function ownWay(account: Account, kind: SingleKind, rows: ReadonlyMap<string, WayRow>): Way | undefined {
  const at = addedAt(account, kind);
  if (at === undefined) return undefined;
  const id: WayId = `${kind}:${at}`;
  const row = rows.get(id);
  if (row !== undefined) return { ...wayOf(row), state: 'current' };
  return { id, kind, carriers: wayRows[kind].carriers, addedAt: at, vouchedBy: null, ownRootAt: at, isSuspect: false, state: 'current' };
}

/** Authenticator apps, and the recovery codes as one way. */
function secondStepsOf({ totpApps, recoveryCodes: { left, madeAt } }: Account, rows: ReadonlyMap<string, WayRow>): readonly Way[] {
  const apps = totpApps.map(({ id, addedAt: at }) => ({ id: totpWay(id), kind: 'totp', at }) as const);
  const paper = left === 0 || madeAt === null ? [] : [{ id: paperWay(madeAt), kind: 'recoveryCode', at: madeAt } as const];
  return [...apps, ...paper].map(({ id, kind, at }) => {
    const row = rows.get(id);
    if (row !== undefined) return { ...wayOf(row), state: 'current' };
    return { id, kind, carriers: wayRows[kind].carriers, addedAt: at, vouchedBy: null, ownRootAt: at, isSuspect: false, state: 'current' };
  });
}

function passkeysOf({ passkeys }: Account, rows: ReadonlyMap<string, WayRow>): readonly Way[] {
  return passkeys.map(({ id, addedAt: at, carriers, proves }) => {
    const row = rows.get(passkeyWay(id));
    const added = { id: passkeyWay(id), kind: 'passkey', addedAt: at, vouchedBy: null, ownRootAt: at } as const;
    return { ...(row === undefined ? added : wayOf(row)), carriers, isSuspect: !proves, state: 'current' };
  });
}

/** Way of a row: the account may have lost it long ago. */
function wayOf(row: WayRow): Way {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `vouch` writes them
  const [id, vouchedBy] = [row.way, row.vouched_by] as [WayId, WayId];
  const kind: WayKind = kindOf(id);
  return {
    id,
    kind,
    carriers: wayRows[kind].carriers,
    addedAt: row.added_at,
    vouchedBy,
    ownRootAt: row.own_root_at,
    isSuspect: false,
    state: 'former',
  };
}
