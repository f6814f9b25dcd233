import { waitingActs, type Act, type WaitingAct } from '#contract/acts/acts.ts';
import { type ClaimKind, type ClaimState } from '#contract/protection/claims/claims.words.ts';
import type { ClaimView } from '#contract/protection/claims/claims.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { placeText } from '#server/core/protection/notices/event-place.ts';
import { nowhere, type PlaceOf } from '#server/platform/geo/places.ts';
import type { Store } from '#server/core/store.ts';
import { mayStop, outlasts } from '#server/core/sign-in/ways/decisions.ts';
import { independence, rootsIn } from '#server/core/sign-in/ways/independence.ts';
import { takingOf } from '#server/core/sign-in/ways/taking.ts';
import type { Way, WayId } from '#server/core/sign-in/ways/way.ts';
import { nameWay } from '#server/core/sign-in/ways/name-way.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';
import { day, hour, second } from '#server/platform/clock.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endClaim, finishClaim, lapseClaim, lapseMs, takeClaimStep, type ClaimRow, type ClaimStep } from './claims.guarded.ts';
import { createClaimRows } from './claims.repository.ts';

/** A request that waits. Times are milliseconds since the epoch. */
export interface Claim {
  readonly id: string;
  readonly accountId: string;
  readonly kind: ClaimKind;
  /** Undefined for a recovery. */
  readonly action: WaitingAct | undefined;
  /** The way that is to go; undefined where none is. */
  readonly way: WayId | undefined;
  readonly shown: readonly WayId[];
  /** One or two: so many stop it. */
  readonly roots: readonly WayId[];
  readonly at: number;
  readonly dueAt: number;
  readonly state: ClaimState;
  readonly place: string;
  readonly visitor: string;
}

export interface NewClaim {
  readonly account: Account;
  readonly ways: AccountWays;
  readonly shown: readonly Way[];
  readonly waitMs: number;
  /** The act, and the keyed hash of its target; undefined for a recovery. */
  readonly act?: { readonly action: WaitingAct; readonly targetHash: string; readonly way: WayId | undefined };
  readonly visit: { readonly clientIp: string; readonly visitor: string };
  /** SHA-256 of a token that its opener has made; left out for one that is made here. */
  readonly id?: string;
}

/** Wait of requests that staff opens; every phone and email of the account can stop them. */
export const deskWaitMs = 72 * hour;

/** Requests that wait, each to its own date. */
export interface Claims {
  /**
   * Opens a claim, in the caller's transaction. Locks the account until the transaction ends.
   * @throws {Refusal} tooManyRequests where the same roots have opened one of its kind within a day: each
   * bothers everybody, and no act uses up the way back
   */
  open(claim: NewClaim): Promise<{ readonly claim: Claim; readonly token: string }>;
  find(id: string): Promise<Claim | undefined>;
  findByToken(token: string): Promise<Claim | undefined>;
  /** The open one of an account that is due first. */
  findOpen(accountId: string): Promise<Claim | undefined>;
  /** The latest that this browser has opened as a visitor. */
  findOfVisitor(visitor: string): Promise<Claim | undefined>;
  /** Whether these ways stop it. */
  mayStop(claim: Claim, shown: readonly Way[], ways: AccountWays): boolean;
  /** An act that nobody stopped and that its person may do now, about one of these things. */
  findDue(act: { readonly accountId: string; readonly action: Act; readonly targetHashes: readonly string[] }): Promise<Claim | undefined>;
  /** A recovery that nobody stopped, that is due, and that two of these roots have opened, for at least so long. */
  findDueRecovery(of: {
    readonly accountId: string;
    readonly roots: readonly WayId[];
    readonly waitMs: number;
  }): Promise<Claim | undefined>;
  /** True for the one caller that ended it. In the caller's transaction. */
  stop(claim: Claim): Promise<boolean>;
  /** @throws {Refusal} claimNotDue with `data.dueAt` before its time, tokenError after its end */
  finish(claim: Claim): Promise<void>;
  /** Ends a claim that no longer has an effect. */
  void(claim: Claim): Promise<boolean>;
  /** Somebody got in by so many roots: what waits by no more is void. */
  endBy(accountId: string, entry: number): Promise<void>;
  /** The next claim with a message or an effect that is due, for one caller. */
  takeStep(step: ClaimStep): Promise<Claim | undefined>;
  takeLapsed(): Promise<Claim | undefined>;
}

export function createClaims({ db, clock }: Store, placeOf: PlaceOf = () => nowhere): Claims {
  const rows = createClaimRows(db);

  async function refuseSoon({ id }: Account, { kind, roots }: { readonly kind: ClaimKind; readonly roots: string }): Promise<void> {
    const at = clock.now();
    const last = (await rows.since(id, at - day)).find((row) => row.roots === roots && claimOf(row).kind === kind);
    if (last === undefined) return;
    const retryAfter = Math.ceil((last.opened_at + day - at) / second);
    throw new Refusal('tooManyRequests', { retryAfter, reason: 'a claim by the same roots within a day' });
  }

  return {
    async open({ account, ways, shown, waitMs, visit, act, id }) {
      await lockAccount(db, account.id);
      const roots = JSON.stringify(openersOf(shown, ways));
      const kind: ClaimKind = act === undefined ? 'recovery' : 'act';
      // A claim that two members of staff open is counted by its number.
      if (id === undefined) await refuseSoon(account, { kind, roots });
      const at = clock.now();
      const token = newToken();
      const row = {
        id: id ?? sha256(token),
        account_id: account.id,
        kind,
        action: act?.action ?? '',
        target_hash: act?.targetHash ?? '',
        way: act?.way ?? '',
        shown: JSON.stringify(shown.map((way) => way.id)),
        roots,
        opened_at: at,
        due_at: at + waitMs,
        state: 'open' as const,
        ended_at: null,
        place: placeText(placeOf, visit.clientIp, account.language),
        visitor: visit.visitor,
        told: 0,
      };
      await rows.insert(row);
      return { claim: claimOf(row), token };
    },

    find: async (id) => claimOrNone(await rows.find(id)),
    findByToken: async (token) => claimOrNone(await rows.find(sha256(token))),
    findOpen: async (accountId) => claimOrNone((await rows.openOf(accountId))[0]),
    findOfVisitor: async (visitor) => claimOrNone(await rows.ofVisitor(visitor)),

    async findDue({ accountId, action, targetHashes }) {
      const isIt = (row: ClaimRow) => row.action === action && targetHashes.includes(row.target_hash);
      return claimOrNone((await rows.openOf(accountId)).find((row) => isIt(row) && isDue(row, clock.now())));
    },
    async findDueRecovery({ accountId, ...shown }) {
      return claimOrNone((await rows.openOf(accountId)).find((row) => isOf(row, shown) && isDue(row, clock.now())));
    },
    mayStop: ({ roots }, shown, ways) => mayStop(roots.length, { shown, ...ways }),

    stop: ({ id }) => endClaim(db, { id, to: 'stopped', at: clock.now() }),
    void: ({ id }) => endClaim(db, { id, to: 'void', at: clock.now() }),

    async finish({ id }) {
      const at = clock.now();
      if (await finishClaim(db, { id, at })) return;
      const now = await rows.find(id);
      if (now?.state === 'open' && now.due_at >= at)
        throw new Refusal('claimNotDue', { reason: 'the claim was not due in its transaction', data: { dueAt: iso(now.due_at) } });
      throw new Refusal('tokenError', { reason: 'the claim is over' });
    },

    async endBy(accountId, entry) {
      for (const { id, roots } of await rows.openOf(accountId)) {
        if (!outlasts({ openers: idsIn(roots).length, entry })) await endClaim(db, { id, to: 'void', at: clock.now() });
      }
    },

    takeStep: async (step) => claimOrNone(await takeClaimStep(db, { step, at: clock.now() })),
    takeLapsed: async () => claimOrNone(await lapseClaim(db, clock.now())),
  };
}

function isDue({ due_at: dueAt }: ClaimRow, at: number): boolean {
  return dueAt < at && at < dueAt + lapseMs;
}

/** Whether a recovery has waited as long as the ways that are shown now would wait, for two of their roots. */
function isOf(row: ClaimRow, { roots, waitMs }: { readonly roots: readonly WayId[]; readonly waitMs: number }): boolean {
  const hasWaited = row.due_at - row.opened_at >= waitMs;
  const opened = idsIn(row.roots);
  return row.kind === 'recovery' && hasWaited && opened.length === 2 && opened.every((root) => roots.includes(root));
}

/** Roots that open a claim: two, or the first of those that count as one. */
function openersOf(shown: readonly Way[], ways: AccountWays): readonly WayId[] {
  const { roots, independence: together } = takingOf(shown, ways);
  return roots.toSorted().slice(0, Math.max(1, rootsIn(together)));
}

/**
 * Whether the ways that opened a claim still count for as many roots: what two apart took out opens nothing later, and what
 * waits by it is over.
 */
export function stands({ shown, roots }: Pick<Claim, 'shown' | 'roots'>, ways: AccountWays): boolean {
  const counting = shown.flatMap((id) => ways.known.get(id) ?? []);
  const together = independence(counting, ways);
  return together !== 'none' && rootsIn(together) >= roots.length;
}

/** The claim as its owner or its opener sees it. */
export function claimView(claim: Claim, account: Account): ClaimView {
  return {
    id: claim.id,
    kind: claim.kind,
    action: claim.action ?? null,
    way: claim.way === undefined ? null : nameWay(claim.way, account),
    shown: claim.shown.map((id) => nameWay(id, account)),
    at: iso(claim.at),
    place: claim.place,
    dueAt: iso(claim.dueAt),
    state: claim.state,
  };
}

function claimOrNone(row: ClaimRow | undefined): Claim | undefined {
  return row && claimOf(row);
}

function claimOf(row: Omit<ClaimRow, 'told' | 'ended_at' | 'target_hash' | 'language'>): Claim {
  return {
    id: row.id,
    accountId: row.account_id,
    // An instance from before the last migration may have written `removal`.
    kind: row.kind === 'recovery' ? 'recovery' : 'act',
    action: waitingActs.find((each) => each === row.action),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `open` writes it
    way: row.way === '' ? undefined : (row.way as WayId),
    shown: idsIn(row.shown),
    roots: idsIn(row.roots),
    at: row.opened_at,
    dueAt: row.due_at,
    state: row.state,
    place: row.place,
    visitor: row.visitor,
  };
}

function idsIn(json: string): readonly WayId[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `open` writes them
  return JSON.parse(json) as readonly WayId[];
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
