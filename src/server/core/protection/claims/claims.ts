import { removals, type RemovalAct } from '#contract/acts/acts.ts';
import { type ClaimKind, type ClaimState } from '#contract/protection/claims/claims.words.ts';
import type { ClaimView } from '#contract/protection/claims/claims.schemas.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import type { Store } from '#server/core/store.ts';
import { standingOf, type Way, type WayId } from '#server/core/sign-in/ways/way.ts';
import { mayStop, type OpenClaim } from '#server/core/sign-in/ways/decisions.ts';
import { nameWay } from '#server/core/sign-in/ways/name-way.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';
import { day, hour } from '#server/platform/clock.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endClaim, finishClaim, lapseClaim, takeClaimStep, voidOpenClaim, type ClaimRow, type ClaimStep } from './claims.guarded.ts';
import { createClaimRows, type ClaimRows } from './claims.repository.ts';

/** A request that waits. Times are milliseconds since the epoch. */
export interface Claim {
  readonly id: string;
  readonly accountId: string;
  readonly kind: ClaimKind;
  /** Of a removal. */
  readonly action: RemovalAct | undefined;
  /** What is to go; undefined for a recovery and for a removal of no way. */
  readonly way: WayId | undefined;
  readonly shown: readonly WayId[];
  readonly roots: readonly WayId[];
  readonly at: number;
  readonly dueAt: number;
  readonly state: ClaimState;
  readonly place: string;
  readonly visitor: string;
  readonly language: Language;
}

export interface NewClaim {
  readonly kind?: Extract<ClaimKind, 'recovery' | 'unfreeze'>;
  /** The freeze that it would end. */
  readonly incidentId?: string | null;
  readonly account: Account;
  readonly ways: AccountWays;
  readonly shown: readonly Way[];
  readonly waitMs: number;
  /** Whether it takes the place of one that waits by less, and no stop of that one stands against it. */
  readonly overtakes?: boolean;
  /** What is to be removed; undefined for a recovery. */
  readonly removal?: { readonly action: RemovalAct; readonly way: WayId | undefined };
  readonly visit: { readonly clientIp: string; readonly visitor: string; readonly lang: Language };
  /** SHA-256 of a token that its opener has made; left out for one that is made here. */
  readonly id?: string;
}

/** Whatever staff opens waits so long, and every address of the account can stop it. */
export const deskWaitMs = 72 * hour;

/** How long the roots of a claim that was stopped open no other. */
const closedMs = 30 * day;

/** Requests that wait: at most one of an account is open, and it has one end. */
export interface Claims {
  /**
   * Opens a claim, in the caller's transaction. Locks the account until the transaction ends.
   * @throws {Refusal} claimOpen with `data.dueAt`; claimClosed with `data.nextAt` after a stop, or within a day of the last
   * claim, so that nobody is bothered twice a day
   */
  open(claim: NewClaim): Promise<{ readonly claim: Claim; readonly token: string }>;
  /**
   * Opens the latest claim that was stopped during a freeze anew, for the browser that had opened it, in the caller's
   * transaction; undefined where there is none, or another one is open.
   */
  reopenStopped(of: { readonly account: Account; readonly incidentId: string; readonly waitMs: number }): Promise<Claim | undefined>;
  find(id: string): Promise<Claim | undefined>;
  findByToken(token: string): Promise<Claim | undefined>;
  findOpen(accountId: string): Promise<Claim | undefined>;
  /** The latest that this browser has opened as a visitor. */
  findOfVisitor(visitor: string): Promise<Claim | undefined>;
  /** Whether these ways stop it. */
  mayStop(claim: Claim, shown: readonly Way[], ways: AccountWays): boolean;
  /** True for the one caller that ended it. In the caller's transaction. */
  stop(claim: Claim): Promise<boolean>;
  cancel(claim: Claim): Promise<boolean>;
  /** @throws {Refusal} claimNotDue with `data.dueAt` before its time, tokenError after its end */
  finish(claim: Claim): Promise<void>;
  /** Ends one of which nothing is left to do. */
  void(claim: Claim): Promise<boolean>;
  /** Two independent ways overtake it. */
  overtake(accountId: string): Promise<void>;
  /** The next claim with a message or an effect that is due, for one caller. */
  takeStep(step: ClaimStep): Promise<Claim | undefined>;
  takeLapsed(): Promise<Claim | undefined>;
}

export function createClaims({ db, clock }: Store): Claims {
  const rows = createClaimRows(db);

  async function refuseAnother({ account, ways, shown, overtakes = false }: NewClaim): Promise<void> {
    const at = clock.now();
    if (overtakes) await voidOpenClaim(db, { accountId: account.id, at });
    const open = await rows.openOf(account.id);
    if (open) throw new Refusal('claimOpen', { reason: 'the account has an open claim', data: { dueAt: iso(open.due_at) } });
    const roots = new Set(openersOf(shown, ways));
    for (const row of await rows.since(account.id, at - closedMs - 14 * day)) {
      if (overtakes && [...roots].some((root) => !idsIn(row.roots).includes(root))) continue;
      const closedUntil = row.state === 'stopped' && idsIn(row.roots).some((root) => roots.has(root)) ? (row.ended_at ?? at) + closedMs : 0;
      const nextAt = Math.max(closedUntil, row.opened_at + day);
      if (nextAt > at) throw new Refusal('claimClosed', { data: { nextAt: iso(nextAt) } });
    }
  }

  return {
    async open(wanted) {
      const { account, ways, shown, waitMs, visit, removal, incidentId = null } = wanted;
      await lockAccount(db, account.id);
      await refuseAnother(wanted);
      const at = clock.now();
      const token = newToken();
      const row = {
        id: wanted.id ?? sha256(token),
        account_id: account.id,
        kind: wanted.kind ?? (removal === undefined ? ('recovery' as const) : ('removal' as const)),
        action: removal?.action ?? '',
        way: removal?.way ?? '',
        shown: JSON.stringify(shown.map(({ id }) => id)),
        roots: JSON.stringify(openersOf(shown, ways)),
        incident_id: incidentId,
        opened_at: at,
        due_at: at + waitMs,
        state: 'open' as const,
        ended_at: null,
        place: maskIp(visit.clientIp),
        visitor: visit.visitor,
        language: visit.lang,
        told: 0,
      };
      await rows.insert(row);
      return { claim: claimOf(row), token };
    },

    reopenStopped: (of) => reopenStopped({ db, clock, rows }, of),

    find: async (id) => claimOrNone(await rows.find(id)),
    findByToken: async (token) => claimOrNone(await rows.find(sha256(token))),
    findOpen: async (accountId) => claimOrNone(await rows.openOf(accountId)),
    findOfVisitor: async (visitor) => claimOrNone(await rows.ofVisitor(visitor)),

    mayStop: (claim, shown, ways) => mayStop(openClaimOf(claim, ways), { shown, ...ways }),

    stop: ({ id }) => endClaim(db, { id, to: 'stopped', at: clock.now() }),
    cancel: ({ id }) => endClaim(db, { id, to: 'cancelled', at: clock.now() }),
    void: ({ id }) => endClaim(db, { id, to: 'void', at: clock.now() }),

    async finish({ id }) {
      const at = clock.now();
      if (await finishClaim(db, { id, at })) return;
      const now = await rows.find(id);
      if (now?.state === 'open' && now.due_at >= at)
        throw new Refusal('claimNotDue', { reason: 'the claim was not due in its transaction', data: { dueAt: iso(now.due_at) } });
      throw new Refusal('tokenError', { reason: 'the claim is over' });
    },

    overtake: (accountId) => voidOpenClaim(db, { accountId, at: clock.now() }),
    takeStep: async (step) => claimOrNone(await takeClaimStep(db, { step, at: clock.now() })),
    takeLapsed: async () => claimOrNone(await lapseClaim(db, clock.now())),
  };
}

/** Nobody has the token of the new one: the browser is known by its cookie, and a shown address gets a link. */
async function reopenStopped(
  { db, clock, rows }: Pick<Store, 'db' | 'clock'> & { readonly rows: ClaimRows },
  { account, incidentId, waitMs }: Parameters<Claims['reopenStopped']>[0],
): Promise<Claim | undefined> {
  await lockAccount(db, account.id);
  if ((await rows.openOf(account.id)) !== undefined) return undefined;
  const before = (await rows.since(account.id, 0)).find(({ state, incident_id: of }) => state === 'stopped' && of === incidentId);
  if (before === undefined) return undefined;
  const at = clock.now();
  const fresh = { id: sha256(newToken()), opened_at: at, due_at: waitMs + at, state: 'open' as const, ended_at: null, told: 0 };
  const row = { ...before, ...fresh };
  await rows.insert(row);
  return claimOf(row);
}

/** The roots of what opens a claim: a browser counts with it, but opens none. */
function openersOf(shown: readonly Way[], ways: AccountWays): readonly WayId[] {
  return rootsOf(
    shown.filter(({ kind }) => kind !== 'browser'),
    ways,
  );
}

/** The roots of ways at this moment. */
export function rootsOf(shown: readonly Way[], { known, now }: Pick<AccountWays, 'known' | 'now'>): readonly WayId[] {
  return [...new Set(shown.map((way) => standingOf(way, known, now).root))];
}

function openClaimOf({ roots, way }: Claim, { known }: AccountWays): OpenClaim {
  return { roots: new Set(roots), target: way === undefined ? undefined : known.get(way) };
}

/** The claim as its owner or its opener sees it. */
export function claimView(claim: Claim, account: Account): ClaimView {
  return {
    id: claim.id,
    kind: claim.kind,
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

function claimOf(row: Omit<ClaimRow, 'told' | 'ended_at' | 'incident_id'>): Claim {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    action: removals.find((each) => each === row.action),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `open` writes it
    way: row.way === '' ? undefined : (row.way as WayId),
    shown: idsIn(row.shown),
    roots: idsIn(row.roots),
    at: row.opened_at,
    dueAt: row.due_at,
    state: row.state,
    place: row.place,
    visitor: row.visitor,
    language: row.language,
  };
}

function idsIn(json: string): readonly WayId[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `open` writes them
  return JSON.parse(json) as readonly WayId[];
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
