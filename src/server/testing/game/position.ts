import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Way, WayId, WayState } from '#server/core/sign-in/ways/way.ts';

/** Positions of the game of an owner and a thief: who holds which way, in which state, and who waits. */

export const kinds = ['password', 'phone', 'email', 'passkey', 'totp', 'recoveryCode', 'social'] as const satisfies readonly WayKind[];

/** Bits: a way may be known to both. */
export const owner = 1;
export const thief = 2;
export type Side = typeof owner | typeof thief;

/** 0 is no way. */
export const places: readonly (WayState | undefined)[] = [undefined, 'current', 'taken', 'former', 'out'];

/** Ways of one kind in an account: the earlier one, and one that was added by a root of another kind. */
export interface Slot {
  readonly first: number;
  readonly firstBy: number;
  readonly next: number;
  readonly nextBy: number;
  /** Index of the kind whose first way added it. */
  readonly root: number;
}

const slots: Slot[] = [];
const interned = new Map<number, number>();

export function slotId(first: number, firstBy: number, next = 0, nextBy = 0, root = 0): number {
  const slot = { first, firstBy: first === 0 ? 0 : firstBy, next, nextBy: next === 0 ? 0 : nextBy, root: next === 0 ? 0 : root };
  const key = slot.first + slot.firstBy * 8 + slot.next * 64 + slot.nextBy * 512 + slot.root * 4096;
  let id = interned.get(key);
  if (id === undefined) {
    id = slots.length;
    if (id > 255) throw new Error('more states of a kind than a byte holds');
    interned.set(key, id);
    slots.push(slot);
  }
  return id;
}

/** A wait: days until it is due, and roots that opened it. */
export interface Wait {
  readonly days: number;
  readonly roots: number;
}

/** Everything that an account has: the same object for the same slots, with what it says of each side. */
export interface Ways {
  readonly id: number;
  /** Ids of slots, one for each kind. */
  readonly slots: readonly number[];
  readonly held: (readonly Way[] | undefined)[];
}

const made = new Map<string, Ways>();

export function waysOf(ids: readonly number[]): Ways {
  const key = String.fromCodePoint(...ids);
  let found = made.get(key);
  if (found === undefined) made.set(key, (found = { id: made.size, slots: ids, held: [] }));
  return found;
}

export interface Position {
  readonly ways: Ways;
  readonly isFrozen: boolean;
  readonly isProtected: boolean;
  /** Whether the thief has a copied session cookie. */
  readonly hasSid: boolean;
  readonly waits: Readonly<Record<Side, Wait | undefined>>;
  /** The side that was stopped, where a rule remembers it. */
  readonly stopped: number;
}

export function slotOf({ ways: { slots: ids } }: Position, kind: number): Slot {
  return slotIn(ids, kind);
}

function slotIn(ids: readonly number[], kind: number): Slot {
  const slot = slots[ids[kind] ?? 0];
  if (slot === undefined) throw new Error('no slot');
  return slot;
}

export function withSlot(position: Position, kind: number, id: number): Position {
  if (position.ways.slots[kind] === id) return position;
  return { ...position, ways: waysOf(position.ways.slots.with(kind, id)) };
}

/** A number below 2^53: that of the ways, then five bits of flags, and six for each wait. */
export function keyOf({ ways: { id }, isFrozen, isProtected, hasSid, waits, stopped }: Position): number {
  const flags = (isFrozen ? 1 : 0) | (isProtected ? 2 : 0) | (hasSid ? 4 : 0) | (stopped << 3);
  return id * 2 ** 17 + (flags << 12) + (waitKey(waits[owner]) << 6) + waitKey(waits[thief]);
}

function waitKey(wait: Wait | undefined): number {
  return wait === undefined ? 0 : 1 + wait.days + 16 * wait.roots;
}

export const now = 1_000_000_000;

function wayOf(kind: number, state: WayState, root: number | undefined): Way {
  const name = kinds[kind] ?? 'password';
  const id: WayId = `${name}:${root === undefined ? 'first' : `by${root}`}`;
  const vouchedBy = root === undefined ? null : idOfFirst(root);
  const ownRootAt = root === undefined ? 0 : Number.POSITIVE_INFINITY;
  return { id, kind: name, state, carriers: wayRows[name].carriers, addedAt: 0, vouchedBy, ownRootAt, isSuspect: false };
}

export function idOfFirst(kind: number): WayId {
  return `${kinds[kind] ?? 'password'}:first`;
}

const wayObjects = new Map<number, Way>();

/** The same object for the same way. */
export function theWay(kind: number, state: WayState, root?: number): Way {
  const key = kind * 1000 + places.indexOf(state) * 100 + (root ?? 99);
  let way = wayObjects.get(key);
  if (way === undefined) wayObjects.set(key, (way = wayOf(kind, state, root)));
  return way;
}

/** Roots of ways: the first of each kind. */
export const known: ReadonlyMap<WayId, Way> = new Map(kinds.map((_, kind) => [idOfFirst(kind), theWay(kind, 'current')] as const));

/** All ways that a side holds; `only` those that nobody else holds. */
export function heldBy({ ways: all }: Position, side: Side, only = false): readonly Way[] {
  return (all.held[sideKey(side, only)] ??= findHeld(all, side, only));
}

/** Below 8. */
export function sideKey(side: Side, only: boolean): number {
  return side + (only ? 4 : 0);
}

function findHeld({ slots: ids }: Ways, side: Side, only: boolean): readonly Way[] {
  const holds = (by: number) => (only ? by === side : (by & side) !== 0);
  return kinds.flatMap((_, kind) => {
    const { first, firstBy, next, nextBy, root } = slotIn(ids, kind);
    const [one, other] = [places[first], places[next]];
    return [
      ...(one !== undefined && holds(firstBy) ? [theWay(kind, one)] : []),
      ...(other !== undefined && holds(nextBy) ? [theWay(kind, other, root)] : []),
    ];
  });
}

/** A position in words, for a failure. */
export function show(position: Position): string {
  const who = ['nobody', 'owner', 'thief', 'both'];
  const ways = kinds.flatMap((kind, index) => {
    const { first, firstBy, next, nextBy, root } = slotOf(position, index);
    return [
      ...(first === 0 ? [] : [`${kind} of ${who[firstBy]} (${places[first]})`]),
      ...(next === 0 ? [] : [`${kind} of ${who[nextBy]} (${places[next]}) by ${kinds[root]}`]),
    ];
  });
  const { isFrozen, isProtected, hasSid, waits } = position;
  const waiting = ([owner, thief] as const).flatMap((side) => {
    const wait = waits[side];
    return wait === undefined ? [] : [`${who[side]} waits ${wait.days} days by ${wait.roots}`];
  });
  return [...ways, isProtected ? 'protected' : 'ordinary', ...(isFrozen ? ['frozen'] : []), ...(hasSid ? ['sid'] : []), ...waiting].join(
    ', ',
  );
}
