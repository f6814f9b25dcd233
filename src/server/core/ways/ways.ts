import { kindOfMethod, type ProofMethod } from '#contract/vocabulary/identity-proof.ts';
import { wayRows, type Carrier, type WayKind } from '#contract/vocabulary/ways.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database.ts';
import type { FormerWays } from './former-ways.ts';
import { hasSecondStep } from '#server/core/second-step/second-steps.ts';
import { leavesWayIn } from './decisions.ts';
import type { Independence, KnownWays } from './independence.ts';
import { kindOf, longPeriodMs, type Way, type WayId } from './way.ts';
import { createWayRows, type BrowserRow, type OwnRow, type WayRow } from './ways.repository.ts';

/** A new account is still being set up: what is added then is no sign of an intruder. */
const setUpMs = 7 * day;

/** Kinds that an account has once at most, or as one family. */
const ownKinds = ['phone', 'email', 'password', 'social'] as const;

export type OwnKind = (typeof ownKinds)[number];

/** The ways of an account, and those that they stand for. */
export interface AccountWays extends KnownWays {
  readonly own: Readonly<Record<OwnKind, Way | undefined>>;
  /** Those that an account may have several of: authenticator apps, and its recovery codes as one. */
  readonly others: readonly Way[];
}

/** The ways that were shown for a change, together. */
export interface Taking {
  readonly independence: Independence;
  readonly roots: readonly WayId[];
  readonly carriers: readonly Carrier[];
  readonly sessionId: string;
  /** Hash of the cookie, or ''. */
  readonly browser: string;
}

/** A change by one way, of which no more is known. */
export const takenByOne: Taking = { independence: 'single', roots: [], carriers: [], sessionId: '', browser: '' };

/** What a new way stands for, for the columns of its own row. */
export interface Lineage {
  /** When it is added. Milliseconds. */
  readonly at: number;
  readonly vouchedBy: WayId | null;
  readonly ownRootAt: number;
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

/** A browser that has just become known. */
export interface OpenedBrowser {
  readonly account: Pick<Account, 'id'>;
  /** Hash of its cookie. */
  readonly browser: string;
  readonly at: number;
  readonly userAgent: string;
  /** The first way that opened it. */
  readonly by: WayId;
}

/** What the ways of an account stand for: a way added with a mailbox stands for no more than the mailbox for 45 days. */
export interface Ways {
  of(account: Account): Promise<AccountWays>;
  /** The way of an account that a proof by this kind shows; of several of a kind, the last one that was added. */
  idOf(account: Account, kind: OwnKind | ProofMethod): WayId;
  /** What an authenticator app or recovery codes stand for, added with a proof by a method. */
  lineageOf(account: Account, kind: 'totp' | 'recoveryCode', by: ProofMethod): Lineage;
  /** The browser of a request, where the account knows it. */
  browserOf(account: Account, browser: string | undefined): Promise<Way | undefined>;
  /** Records what opened a browser that the account did not know, in the transaction of the sign-in. */
  vouchBrowser(opened: OpenedBrowser): Promise<void>;
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
      const others = (await rows.ownOf(account.id)).map(ownWayOf);
      const before = (await formers.of(account)).map(({ way }) => way);
      const browsers = (await rows.browsersOf(account.id, found)).map((row) => browserWay(account, row));
      const all = [
        ...before,
        ...browsers,
        ...[...found.values()].map(wayOf),
        ...others,
        ...Object.values(own).filter((way) => way !== undefined),
      ];
      return { own, others, known: new Map(all.map((way) => [way.id, way] as const)), now: clock.now() };
    },

    browserOf: async (account, browser) => {
      if (browser === undefined) return undefined;
      const metas = new Map((await rows.of(account.id)).map((row) => [row.way, row] as const));
      const row = (await rows.browsersOf(account.id, metas)).find((each) => each.browser === browser);
      return row && browserWay(account, row);
    },

    async vouchBrowser({ account, browser, at, userAgent, by }) {
      const runsOn: Carrier = isPhone(userAgent) ? 'phone' : 'computer';
      const carriers = JSON.stringify([runsOn]);
      const way = `browser:${browser}`;
      await rows.put({ account_id: account.id, way, added_at: at, vouched_by: by, own_root_at: at + longPeriodMs, carriers });
    },

    idOf,

    lineageOf(account, kind, by) {
      const at = clock.now();
      const isNew = kind === 'totp' || account.recoveryCodes.madeAt === null;
      if (isNew && at < account.createdAt + setUpMs) return { at, vouchedBy: null, ownRootAt: at };
      return { at, vouchedBy: idOf(account, by), ownRootAt: at + longPeriodMs };
    },

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

/**
 * The guard of the last way in: whether the account signs in and recovers without its ways of a kind; a protected one
 * keeps a second step too.
 */
export function keepsWayIn(account: Account, without: OwnKind): boolean {
  if (
    account.twoStepAt !== null &&
    !hasSecondStep({ ...account, messageMethods: account.messageMethods.filter((kind) => kind !== without) })
  )
    return false;
  return leavesWayIn(
    ownKinds.filter((kind) => kind !== without && addedAt(account, kind) !== undefined).map((kind) => ({ id: idOf(account, kind) })),
  );
}

function idOf(account: Account, by: OwnKind | ProofMethod): WayId {
  switch (by) {
    case 'totp':
      return `totp:${account.totpAddedAt ?? 0}`;
    case 'recovery':
      return `${kindOfMethod[by]}:${account.recoveryCodes.madeAt ?? 0}`;
    default:
      return `${by}:${addedAt(account, by) ?? 0}`;
  }
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

function ownWayOf({ kind, added_at: addedAt, vouched_by, own_root_at: ownRootAt }: OwnRow): Way {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `lineageOf` makes them
  const vouchedBy = vouched_by as WayId | null;
  return { id: `${kind}:${addedAt}`, kind, carriers: wayRows[kind].carriers, addedAt, vouchedBy, ownRootAt, isSpent: false };
}

function wayOf(row: WayRow): Way {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `vouch` writes them
  const [id, vouchedBy] = [row.way, row.vouched_by] as [WayId, WayId];
  const kind: WayKind = kindOf(id);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `vouchBrowser` writes them
  const carriers = row.carriers === null ? wayRows[kind].carriers : (JSON.parse(row.carriers) as readonly Carrier[]);
  return { id, kind, carriers, addedAt: row.added_at, vouchedBy, ownRootAt: row.own_root_at, isSpent: false };
}

/** Every way that stands in an account. */
export function standingWays({ own, others }: Pick<AccountWays, 'own' | 'others'>): readonly Way[] {
  return [...Object.values(own).filter((way) => way !== undefined), ...others];
}

/** A browser of before such rows were kept stands for the password, else the phone, else the email. */
function browserWay(account: Account, { browser, first_at, user_agent, meta }: BrowserRow): Way {
  const runsOn: Carrier = isPhone(user_agent) ? 'phone' : 'computer';
  if (meta !== undefined) return wayOf(meta);
  const vouchedBy = (['password', 'phone', 'email'] as const).find((kind) => addedAt(account, kind) !== undefined);
  return {
    id: `browser:${browser}`,
    kind: 'browser',
    carriers: [runsOn],
    addedAt: first_at,
    vouchedBy: vouchedBy === undefined ? null : idOf(account, vouchedBy),
    ownRootAt: first_at + longPeriodMs,
    isSpent: false,
  };
}

function isPhone(userAgent: string): boolean {
  return /Mobile|Android|iPhone/.test(userAgent);
}
