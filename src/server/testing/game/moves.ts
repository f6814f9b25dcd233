import type { Independence } from '#server/core/sign-in/ways/independence.ts';
import { day } from '#server/platform/clock.ts';
import {
  heldBy,
  idOfFirst,
  kinds,
  known,
  now,
  owner,
  places,
  sideKey,
  slotId,
  slotOf,
  theWay,
  thief,
  withSlot,
  type Position,
  type Side,
} from './position.ts';
import type { Rules } from './rules.ts';

const placeOf = { current: 1, taken: 2, former: 3, out: 4, void: 0 } as const;

/** A move, the position after it, and whether the thief has got in by it. */
export interface Move {
  readonly label: string;
  readonly next: Position;
  readonly isIn?: boolean;
}

const judged = { known, now };

/** The decisions of the product, applied to positions. What a set of ways is worth is asked once. */
export class Moves {
  readonly rules: Rules;
  /** Indices of the kinds that are played. */
  readonly #kinds: readonly number[];
  readonly #worth = new Map<number, Independence>();
  readonly #stops = new Map<number, number>();

  constructor(rules: Rules, among: readonly (typeof kinds)[number][] = kinds) {
    this.rules = rules;
    this.#kinds = among.map((kind) => kinds.indexOf(kind));
  }

  /** Worth of everything that a side shows at the door. */
  worth(position: Position, side: Side, only = false): Independence {
    const key = position.ways.id * 8 + sideKey(side, only);
    let worth = this.#worth.get(key);
    if (worth === undefined) this.#worth.set(key, (worth = this.rules.independence(heldBy(position, side, only), judged)));
    return worth;
  }

  /** The most roots whose wait a side stops. */
  stops(position: Position, side: Side): number {
    const key = position.ways.id * 8 + side;
    let most = this.#stops.get(key);
    if (most === undefined) {
      const shown = heldBy(position, side);
      most = [2, 1].find((roots) => this.rules.mayStop(roots, { shown, ...judged })) ?? 0;
      this.#stops.set(key, most);
    }
    return most;
  }

  mayFreeze(position: Position, side: Side): boolean {
    if (position.isFrozen) return false;
    return (side === thief && position.hasSid) || heldBy(position, side).some((way) => this.rules.mayFreeze(way));
  }

  hasCurrent(position: Position, side: Side): boolean {
    return heldBy(position, side).some(({ state }) => state === 'current');
  }

  /** Whether one way signs in. */
  isInside(position: Position, side: Side): boolean {
    return !position.isProtected && (!position.isFrozen || !this.rules.closesDoor) && this.hasCurrent(position, side);
  }

  freeze(position: Position): Position {
    let next: Position = { ...position, isFrozen: true, hasSid: false };
    if (this.rules.freezeEndsWaits) next = { ...next, waits: { [owner]: undefined, [thief]: undefined } };
    if (!this.rules.putsBack) return next;
    for (const kind of this.#kinds) {
      const { first, firstBy } = slotOf(next, kind);
      if (places[first] === 'taken') next = withSlot(next, kind, slotId(placeOf.current, firstBy));
    }
    return next;
  }

  /** The wait that a side may open; undefined where it may not. */
  opened(position: Position, side: Side): Position | undefined {
    const isOpen = !position.isProtected && !position.isFrozen;
    if (side === thief && isOpen) return undefined;
    if ((position.stopped & side) !== 0 || (this.rules.oneWait && position.waits[other(side)] !== undefined)) return undefined;
    const { waitsMs } = this.rules;
    const worth = this.worth(position, side);
    const verdict = this.rules.mayEnter({ shown: heldBy(position, side), ...judged, isClosed: true, waitsMs });
    if (verdict === 'refused') return undefined;
    const days = Math.ceil((verdict === 'now' ? waitsMs.shared : verdict.afterMs) / day);
    return { ...position, waits: { ...position.waits, [side]: { days, roots: this.rules.rootsIn(worth) } } };
  }

  mayStop(position: Position, side: Side): boolean {
    const wait = position.waits[other(side)];
    return wait !== undefined && this.stops(position, side) >= wait.roots;
  }

  stopped(position: Position, side: Side): Position {
    const stopped = this.rules.closesStopped ? position.stopped | other(side) : position.stopped;
    return { ...position, stopped, waits: { ...position.waits, [other(side)]: undefined } };
  }

  /** An entry: the account keeps the ways that this side holds, and the decision says what becomes of the others. */
  enter(position: Position, side: Side): Position {
    const worth = this.worth(position, side);
    const entry = this.rules.rootsIn(worth);
    const gone = placeOf[this.rules.unkeptIs(worth)];
    const theirs = position.waits[other(side)];
    const lasts = theirs !== undefined && this.rules.outlasts({ openers: theirs.roots, entry });
    const waits = { [side]: undefined, [other(side)]: lasts ? theirs : undefined } as Position['waits'];
    let next: Position = { ...position, isFrozen: false, hasSid: side === thief, waits, stopped: 0 };
    for (const kind of this.#kinds) {
      const slot = slotOf(next, kind);
      let { first, firstBy, next: second } = slot;
      const { nextBy, root } = slot;
      const isFirstMine = first !== 0 && (firstBy & side) !== 0;
      const isNextMine = second !== 0 && (nextBy & side) !== 0;
      if (isNextMine && second !== placeOf.current && !isFirstMine) second = placeOf.current;
      if (second !== 0 && !isNextMine && nextBy !== 0) second = gone;
      if (isFirstMine && first !== placeOf.current && second !== placeOf.current) first = placeOf.current;
      else if (isFirstMine && first !== placeOf.current) [first, second] = [placeOf.current, 0];
      if (first !== 0 && !isFirstMine && firstBy !== 0) first = gone;
      // A code that both read is replaced on the way in.
      if (first === placeOf.current && firstBy === (owner | thief)) firstBy = side;
      next = withSlot(next, kind, slotId(first, firstBy, second, nextBy, root));
    }
    return next;
  }

  /** Everything that the thief may do. `root` is the kind that he holds, undefined for only a session. */
  ofThief(position: Position, root: number | undefined): readonly Move[] {
    const moves: Move[] = [];
    const push = (label: string, next: Position, isIn?: boolean) => void moves.push(isIn ? { label, next, isIn } : { label, next });
    if (this.mayFreeze(position, thief)) push('the thief freezes', this.freeze(position));
    const opened = position.waits[thief] === undefined ? this.opened(position, thief) : undefined;
    if (opened !== undefined) push('the thief opens a wait', opened);
    if (this.mayStop(position, thief)) push('the thief stops the owner', this.stopped(position, thief));
    const isClosed = position.isProtected || position.isFrozen;
    if (position.waits[thief]?.days === 0) push('the thief is in after a wait', this.enter(position, thief), true);
    else if (isClosed && this.worth(position, thief) === 'independent') push('the thief is in at once', this.enter(position, thief), true);
    if (position.waits[thief] !== undefined)
      push('the thief stops his own wait', { ...position, waits: { ...position.waits, [thief]: undefined } });
    if (this.isInside(position, thief) && root !== undefined)
      for (const kind of this.#kinds) moves.push(...this.#replace(position, kind, { side: thief, root }));
    return moves;
  }

  #replace(position: Position, kind: number, { side, root }: { readonly side: Side; readonly root: number }): readonly Move[] {
    const { first, firstBy, next, nextBy } = slotOf(position, kind);
    if ((next === placeOf.current && nextBy === side) || (first === placeOf.current && firstBy === side)) return [];
    const label = `the ${side === thief ? 'thief' : 'owner'} sets the ${kinds[kind]}`;
    if (first === placeOf.current) {
      const by = { independence: 'single', roots: [idOfFirst(root)] } as const;
      const left = placeOf[this.rules.leavesAs(theWay(kind, 'current'), by, judged)];
      return [{ label, next: withSlot(position, kind, slotId(left, firstBy, placeOf.current, side, root)) }];
    }
    if (first === placeOf.former && (firstBy & side) !== 0) return [];
    return [{ label, next: withSlot(position, kind, slotId(first, firstBy, placeOf.current, side, root)) }];
  }

  /** Everything that the owner may do. */
  ofOwner(position: Position): readonly Move[] {
    const moves: Move[] = [];
    if (this.mayFreeze(position, owner)) moves.push({ label: 'the owner freezes', next: this.freeze(position) });
    if (this.mayStop(position, owner)) moves.push({ label: 'the owner stops the thief', next: this.stopped(position, owner) });
    const opened = position.waits[owner] === undefined ? this.opened(position, owner) : undefined;
    if (opened !== undefined) moves.push({ label: 'the owner opens a wait', next: opened });
    if (position.isFrozen || position.isProtected) return moves;
    for (const root of this.#kinds) {
      const { first, firstBy } = slotOf(position, root);
      if (first !== placeOf.current || firstBy !== owner) continue;
      for (const kind of this.#kinds) {
        const slot = slotOf(position, kind);
        const isStolen = slot.first === placeOf.current && (slot.firstBy & thief) !== 0 && slot.next === 0;
        if (kind !== root && isStolen) moves.push(...this.#replace(position, kind, { side: owner, root }));
      }
    }
    return moves;
  }

  /** The owner's round at a look: in, or freeze, wait and stop. */
  look(position: Position): { readonly next: Position; readonly isIn: boolean } {
    let next = position;
    for (let round = 0; round < 6; round += 1) {
      if (this.worth(next, owner) === 'independent' || next.waits[owner]?.days === 0) return { next: this.enter(next, owner), isIn: true };
      if (!next.isProtected && this.mayFreeze(next, owner)) {
        next = this.freeze(next);
        continue;
      }
      const opened = next.waits[owner] === undefined ? this.opened(next, owner) : undefined;
      if (opened === undefined && !this.mayStop(next, owner)) break;
      next = opened ?? this.stopped(next, owner);
    }
    return { next, isIn: false };
  }
}

export function nextDay(position: Position): Position {
  const sooner = (side: Side) => {
    const wait = position.waits[side];
    return wait === undefined ? undefined : { ...wait, days: Math.max(0, wait.days - 1) };
  };
  return { ...position, waits: { [owner]: sooner(owner), [thief]: sooner(thief) } };
}

/** A week without a freeze: taken ways become former. Undefined where nothing changes. */
export function nextWeek(position: Position): Position | undefined {
  if (position.isFrozen) return undefined;
  let next = position;
  for (const kind of kinds.keys()) {
    const { first, firstBy, next: second, nextBy, root } = slotOf(next, kind);
    if (places[first] === 'taken') next = withSlot(next, kind, slotId(placeOf.former, firstBy, second, nextBy, root));
  }
  if (next === position) return undefined;
  const due = (side: Side) => position.waits[side] && { ...position.waits[side], days: 0 };
  return { ...next, waits: { [owner]: due(owner), [thief]: due(thief) } };
}

/**
 * Forty-five days without a freeze: added ways become their own roots, ways that left prove nothing, and waits have lapsed.
 * Undefined where nothing changes.
 */
export function nextPeriod(position: Position): Position | undefined {
  if (position.isFrozen) return undefined;
  let next: Position = { ...position, waits: { [owner]: undefined, [thief]: undefined } };
  let isSame = position.waits[owner] === undefined && position.waits[thief] === undefined;
  for (const kind of kinds.keys()) {
    const { first, firstBy, next: second, nextBy } = slotOf(next, kind);
    if (first === 0 && second === 0) continue;
    const id =
      second === placeOf.current
        ? slotId(placeOf.current, nextBy)
        : first === placeOf.current
          ? slotId(placeOf.current, firstBy)
          : slotId(0, 0);
    isSame &&= second === 0 && (first === placeOf.current || first === 0);
    next = withSlot(next, kind, id);
  }
  return isSame ? undefined : next;
}

export function other(side: Side): Side {
  return side === owner ? thief : owner;
}
