import { wayRows, type Carrier, type Strength, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { day } from '#server/platform/clock.ts';

/**
 * The one long period: longer than the 30 days that a thief is given and the 7 that the owner needs. So long a way
 * stands for the one that it was added with.
 */
export const longPeriodMs = 45 * day;

/** So long a way that another root took out counts as one that the account has. */
export const takenMs = 7 * day;

/** Names one way of an account, also after it is gone: a replaced password is another way. */
export type WayId = `${WayKind}:${string}`;

/**
 * Where a way is: in the account; taken out by another root, which counts as in the account for a week; gone for another
 * reason; or put out by somebody who got in by a wait.
 */
export type WayState = 'current' | 'taken' | 'former' | 'out';

/** A way of an account. Times are milliseconds since the epoch. */
export interface Way {
  readonly id: WayId;
  readonly kind: WayKind;
  readonly state: WayState;
  /** Its own, without those of the way that it stands for. */
  readonly carriers: readonly Carrier[];
  readonly addedAt: number;
  /** The way that vouched for it; null for one that was its own root at once. */
  readonly vouchedBy: WayId | null;
  /** From this moment it stands for itself. */
  readonly ownRootAt: number;
  /** A passkey that never proved itself, or of which a copy may be in use: it proves nothing, nor does a way that stands for it. */
  readonly isSuspect: boolean;
}

/** Worth of a way at a moment. */
export interface Standing {
  readonly kind: WayKind;
  /** The way at the end of the chain of those that vouch for each other. */
  readonly root: WayId;
  readonly rootKind: WayKind;
  readonly carriers: ReadonlySet<Carrier>;
  /** Strength of the weakest in the chain: a way proves no more than the one that it stands for. */
  readonly strength: Strength;
  readonly isSuspect: boolean;
}

/**
 * Follows a way to its root. While it stands for another, it lies on that one's carriers too: who holds a laptop adds their
 * own phone by the mailbox, and would show it beside the password.
 */
export function standingOf(way: Way, known: ReadonlyMap<WayId, Way>, now: number): Standing {
  const carriers = new Set<Carrier>(way.carriers);
  let strength: Strength = wayRows[way.kind].strength;
  let { isSuspect, id: root, kind: rootKind } = way;
  const passed = new Set<WayId>([way.id]);
  for (let each = way; each.vouchedBy !== null && now < each.ownRootAt && !passed.has(each.vouchedBy);) {
    root = each.vouchedBy;
    passed.add(root);
    rootKind = kindOf(root);
    strength = weaker(strength, wayRows[rootKind].strength);
    const voucher = known.get(root);
    for (const carrier of voucher?.carriers ?? wayRows[rootKind].carriers) carriers.add(carrier);
    // It is gone, and took what it stood for with it.
    if (voucher === undefined) break;
    isSuspect ||= voucher.isSuspect;
    each = voucher;
  }
  return { kind: way.kind, root, rootKind, carriers, strength, isSuspect };
}

export function kindOf(id: WayId): WayKind {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of an id says what stands before the colon
  return id.slice(0, id.indexOf(':')) as WayKind;
}

function weaker(one: Strength, other: Strength): Strength {
  return one < other ? one : other;
}
