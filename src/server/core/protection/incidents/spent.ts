import { wayRows } from '#contract/sign-in/ways/ways.words.ts';
import type { FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import { day, minute } from '#server/platform/clock.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';
import { kindOf, longPeriodMs, type Way, type WayId } from '#server/core/sign-in/ways/way.ts';

/** A freeze sets aside what changed in so many days before it. */
const windowMs = 7 * day;

/** What a notice is about, and who was behind it. Milliseconds. */
export interface Disowned {
  readonly event: string;
  readonly at: number;
  /** Ways that opened the session of the act or proved it. */
  readonly ways: readonly WayId[];
  /** Hash of the browser's cookie, or ''. */
  readonly browser: string;
  /**
   * Further events of the same digest, of which some may be the owner's: ways that were not behind all of them count as
   * named.
   */
  readonly others?: readonly Pick<Disowned, 'ways' | 'browser'>[];
}

/** What was stolen takes these ways with it, as somebody says who froze the account. */
const takenWith: Readonly<Record<FreezeReason, (way: Way) => boolean>> = {
  unknown: () => false,
  password: ({ kind }) => kind === 'password',
  number: ({ kind }) => kind === 'phone',
  phone: ({ kind, carriers }) => kind === 'phone' || kind === 'totp' || (isThing(kind) && carriers.includes('phone')),
  computer: ({ kind, carriers }) => kind === 'password' || kind === 'social' || (isThing(kind) && carriers.includes('computer')),
};

function isThing(kind: Way['kind']): boolean {
  return kind === 'passkey' || kind === 'browser';
}

/**
 * From when on changes are set aside: seven days before the freeze, or before the disowned event if that is older; never
 * more than 45 days back, and never what the account was made with.
 */
export function windowOf({
  now,
  createdAt,
  disownedAt = now,
}: {
  readonly now: number;
  readonly createdAt: number;
  readonly disownedAt?: number | undefined;
}): number {
  return Math.max(now - longPeriodMs, Math.min(now - windowMs, disownedAt), createdAt + minute);
}

/** What somebody says who freezes an account. */
export interface Disowning {
  readonly disowned: Disowned | undefined;
  readonly why: FreezeReason;
  readonly windowFrom: number;
  /**
   * False for a phone or email that does not stand for itself: a thief who added it may disown what the owner did, so that
   * what was behind it counts as named.
   */
  readonly isOwnWord?: boolean;
}

/** Ways that prove nothing until the end of a freeze, and ways of which only an answer says that they were stolen. */
export interface Suspected {
  readonly spent: readonly WayId[];
  readonly named: readonly WayId[];
}

/**
 * Ways that a thief has used, and ways that he holds as the answer says. A browser of before the window that acted was open to them, and so is the password that it fills
 * in. What was added in the window was added with the way that it stands for, which they have shown then.
 */
export function suspectedWays(
  { known }: Pick<AccountWays, 'known'>,
  { disowned, why, windowFrom, isOwnWord = true }: Disowning,
): Suspected {
  const taken = [...known.values()].filter(takenWith[why]).map(({ id }) => id);
  const behind = (disowned === undefined ? [] : [disowned, ...(disowned.others ?? [])]).map((act) =>
    waysBehind(act, { known, windowFrom }),
  );
  const used = (behind[0] ?? []).filter((id) => isOwnWord && behind.every((ids) => ids.includes(id)));
  const doubted = behind.flat().filter((id) => !used.includes(id));
  const spent = withVouchers(used, { known, windowFrom });
  return { spent: [...spent], named: [...withVouchers([...taken, ...doubted], { known, windowFrom })].filter((id) => !spent.has(id)) };
}

function waysBehind(
  { ways, browser }: Pick<Disowned, 'ways' | 'browser'>,
  { known, windowFrom }: { readonly known: AccountWays['known']; readonly windowFrom: number },
): readonly WayId[] {
  const id: WayId = `browser:${browser}`;
  const isOld = browser !== '' && (known.get(id)?.addedAt ?? windowFrom) < windowFrom;
  const opened = isOld ? [id, ...idsOf(known, 'password')] : [];
  return [...ways, ...opened];
}

function withVouchers(
  ids: readonly WayId[],
  { known, windowFrom }: { readonly known: AccountWays['known']; readonly windowFrom: number },
): ReadonlySet<WayId> {
  const all = new Set(ids);
  // A set goes on over what is added to it meanwhile.
  for (const id of all) {
    const way = known.get(id);
    if (way !== undefined && way.vouchedBy !== null && way.addedAt >= windowFrom) all.add(way.vouchedBy);
  }
  return all;
}

function idsOf(known: AccountWays['known'], kind: Way['kind']): readonly WayId[] {
  return [...known.keys()].filter((id) => kindOf(id) === kind);
}

/** What the ways of a frozen account are worth: one counts if it stood before the window, and no thief has it. */
export interface Counting extends Suspected {
  readonly windowFrom: number;
}

/** The ways of a frozen account, with those that do not count as spent or named: so is what stands for one of them. */
export function countingWays({ own, known, now }: AccountWays, { spent, named, windowFrom }: Counting): AccountWays {
  const isSpent = ({ id, addedAt }: Way) => spent.includes(id) || addedAt >= windowFrom;
  const judged = (way: Way): Way => ({ ...way, isSpent: way.isSpent || isSpent(way), isNamed: named.includes(way.id) });
  const gone = spent.filter((id) => !known.has(id)).map(spentOne);
  const all = [...gone, ...[...known.values()].map(judged)];
  return { own: own.map(judged), known: new Map(all.map((way) => [way.id, way] as const)), now };
}

/** A spent way of which no row is left: others may stand for it. */
function spentOne(id: WayId): Way {
  const kind = kindOf(id);
  return { id, kind, carriers: wayRows[kind].carriers, addedAt: 0, vouchedBy: null, ownRootAt: 0, isSpent: true };
}
