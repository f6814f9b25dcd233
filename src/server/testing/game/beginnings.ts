import { kinds, owner, places, slotId, slotOf, thief, waysOf, type Position } from './position.ts';

/** A position to begin with, the root that the thief holds (undefined: only a copied session), and the number of ways. */
export interface Beginning {
  readonly position: Position;
  readonly root: number | undefined;
  readonly size: number;
}

const [none, current, taken, former] = [0, 1, 2, 3];

const contacts = new Set([kinds.indexOf('phone'), kinds.indexOf('email')]);

export interface Limits {
  /** Most ways of the account, those that left it included. */
  readonly most: number;
  /** Kinds of ways; all by default. */
  readonly among?: readonly (typeof kinds)[number][];
  /** Whether a way may be known to owner and thief. */
  readonly shared?: boolean;
}

/**
 * Every account of so many ways with a thief of one root: he holds a way that the account has, or had until its owner replaced it.
 * Each other way is the owner's, nobody's, or was replaced by the thief.
 */
export function beginnings({ most, among = kinds, shared = false }: Limits): readonly Beginning[] {
  const chosen = among.map((kind) => kinds.indexOf(kind));
  const all: Beginning[] = [...bySessionAlone(most, chosen)];
  for (const root of chosen) {
    const holds = [slotId(current, thief), ...(shared ? [slotId(current, owner | thief)] : [])];
    for (const by of chosen)
      holds.push(slotId(former, thief, current, owner, by), ...(by === root ? [] : [slotId(taken, thief, current, owner, by)]));
    const others = [
      slotId(none, 0),
      slotId(current, owner),
      slotId(current, 0),
      slotId(taken, owner, current, thief, root),
      slotId(former, owner, current, thief, root),
      slotId(none, 0, current, thief, root),
    ];
    for (const own of holds) {
      for (const slots of choices(
        kinds.map((_, kind) => (kind === root ? [own] : chosen.includes(kind) ? others : [slotId(none, 0)])),
        most,
      )) {
        if (isPossible(slots, root)) all.push(...inEveryState({ slots, root, hasSid: [false, true] }));
      }
    }
  }
  return all.toSorted((one, two) => one.size - two.size);
}

function bySessionAlone(most: number, chosen: readonly number[]): readonly Beginning[] {
  const others = [slotId(none, 0), slotId(current, owner), slotId(current, 0)];
  return choices(
    kinds.map((_, kind) => (chosen.includes(kind) ? others : [slotId(none, 0)])),
    most,
  )
    .filter((slots) => hasContact(slots))
    .flatMap((slots) => inEveryState({ slots, root: undefined, hasSid: [true] }));
}

function choices(options: readonly (readonly number[])[], most: number): readonly (readonly number[])[] {
  let all: readonly (readonly number[])[] = [[]];
  for (const each of options) all = all.flatMap((before) => each.map((id) => [...before, id]).filter((slots) => sizeOf(slots) <= most));
  return all;
}

function sizeOf(slots: readonly number[]): number {
  return slots.reduce((sum, _, kind) => {
    const { first, next } = slotOf(positionOf(slots), kind);
    return sum + (first === none ? 0 : 1) + (next === none ? 0 : 1);
  }, 0);
}

function positionOf(slots: readonly number[]): Position {
  const waits = { [owner]: undefined, [thief]: undefined };
  return { ways: waysOf(slots), isFrozen: false, isProtected: false, hasSid: false, waits, stopped: 0 };
}

function hasContact(slots: readonly number[]): boolean {
  return [...contacts].some((kind) => {
    const { first, next } = slotOf(positionOf(slots), kind);
    return places[first] === 'current' || places[next] === 'current';
  });
}

/** Somebody can be told; what replaced the thief's way was the owner's, or that very way; a thief of the past has made nothing. */
function isPossible(slots: readonly number[], root: number): boolean {
  if (!hasContact(slots)) return false;
  const position = positionOf(slots);
  const { first, root: by } = slotOf(position, root);
  if (places[first] === 'current') return true;
  const voucher = slotOf(position, by);
  if (by === root ? places[first] !== 'former' : places[voucher.first] !== 'current' || voucher.firstBy === thief) return false;
  return slots.every((_, kind) => kind === root || slotOf(position, kind).nextBy !== thief);
}

function inEveryState({
  slots,
  root,
  hasSid,
}: {
  readonly slots: readonly number[];
  readonly root: number | undefined;
  readonly hasSid: readonly boolean[];
}): readonly Beginning[] {
  return [false, true].flatMap((isProtected) =>
    [false, true].flatMap((isFrozen) =>
      (isFrozen ? [false] : hasSid).map((sid) => ({
        position: { ...positionOf(slots), isProtected, isFrozen, hasSid: sid },
        root,
        size: sizeOf(slots),
      })),
    ),
  );
}
