import type { Beginning } from './beginnings.ts';
import { nextDay, nextPeriod, nextWeek, type Moves } from './moves.ts';
import { heldBy, idOfFirst, keyOf, kinds, known, now, owner, show, thief, type Position } from './position.ts';
import { independence, rootsIn } from '#server/core/sign-in/ways/independence.ts';
import { standingOf, type Way } from '#server/core/sign-in/ways/way.ts';

/** Result of an exploration, and the first promise that it found broken. */
export interface Found {
  positions: number;
  broken?: string;
}

function broken(found: Found, promise: string, at: Position, from: Beginning): void {
  found.broken ??= `${promise}: ${show(at)}; from ${show(from.position)}`;
}

/** By the product's own count, whatever a control does; asked once of each account. */
function counted(shown: (position: Position) => readonly Way[]): (position: Position) => number {
  const counts: number[] = [];
  return (position) => (counts[position.ways.id] ??= rootsIn(independence(shown(position), { known, now })));
}

/** How much only the owner holds of what the account has. */
const ownersOwn = counted((position) => heldBy(position, owner, true).filter(({ state }) => state === 'current'));

const thiefsAll = counted((position) => heldBy(position, thief));

/** G1, G4, G5, and G3 where nobody objects: every position that owner and thief reach together, by any acts in any order. */
export function together(moves: Moves, from: readonly Beginning[], found: Found): void {
  const seen = new Map<string, Set<number>>();
  const all = [...from];
  for (let beginning = all.shift(); beginning !== undefined; beginning = all.shift()) {
    const { root } = beginning;
    const hasTwo = ownersOwn(beginning.position) === 2;
    const group = groupOf(beginning);
    const mine = seen.get(group) ?? new Set<number>();
    seen.set(group, mine);
    const open = [beginning.position];
    for (let position = open.pop(); position !== undefined && found.broken === undefined; position = open.pop()) {
      const key = keyOf(position);
      if (mine.has(key)) continue;
      mine.add(key);
      found.positions += 1;
      const thiefHasOne = thiefsAll(position) < 2;
      const isOwed = thiefHasOne && (hasTwo || ownersOwn(position) === 2);
      if (isOwed) checkOwner(moves, position, { found, beginning });
      checkUndisturbed(moves, position, { found, beginning });
      const ofThief = moves.ofThief(position, root);
      const wait = position.waits[owner];
      if (isOwed && wait?.roots === 2 && ofThief.some(({ next }) => next.waits[owner] === undefined))
        broken(found, 'G1: the wait of an owner with two ends', position, beginning);
      const isDue = wait?.days === 0 || moves.worth(position, owner) === 'independent';
      const rest = [
        ...moves.ofOwner(position).map(({ next }) => next),
        nextDay(position),
        nextWeek(position),
        isDue ? moves.enter(position, owner) : undefined,
      ];
      const theirs = ofThief.filter(({ isIn }) => thiefHasOne || isIn !== true).map(({ next }) => next);
      const aged = afterPeriod(position);
      if (aged !== undefined && !seen.get(groupOf(aged))?.has(keyOf(aged.position))) all.push(aged);
      for (const next of [...theirs, ...rest]) if (next !== undefined && !mine.has(keyOf(next))) open.push(next);
    }
    if (found.broken !== undefined) return;
  }
}

function groupOf({ root, position }: Beginning): string {
  return `${root ?? '-'}${ownersOwn(position) === 2}`;
}

/** Another beginning, 45 days later; undefined where the thief has two roots by then, and is the owner by every rule. */
function afterPeriod(position: Position): Beginning | undefined {
  const aged = nextPeriod(position);
  if (aged === undefined || thiefsAll(aged) > 1) return undefined;
  const [way] = heldBy(aged, thief);
  return { position: aged, root: way && kinds.findIndex((kind) => kind === way.kind), size: 0 };
}

function checkOwner(
  moves: Moves,
  position: Position,
  { found, beginning }: { readonly found: Found; readonly beginning: Beginning },
): void {
  const worth = moves.worth(position, owner);
  if (worth !== 'independent' && position.waits[owner] === undefined) {
    const wait = moves.opened(position, owner)?.waits[owner];
    if (wait === undefined || wait.days > 1 || wait.roots < 2)
      broken(found, 'G1: an owner with two is not in within a day', position, beginning);
  }
  const entered = moves.enter(position, owner);
  if (moves.mayFreeze(entered, thief)) broken(found, 'G4: the thief freezes again', entered, beginning);
  if (entered.hasSid || moves.hasCurrent(entered, thief)) broken(found, 'G5: something of the thief serves', entered, beginning);
  if (worth === 'independent' && heldBy(entered, thief).length > 0) broken(found, 'G5: something of the thief is left', entered, beginning);
}

/** G3: from everywhere, an owner of one way is in within 14 days if nobody objects. */
function checkUndisturbed(
  moves: Moves,
  position: Position,
  { found, beginning }: { readonly found: Found; readonly beginning: Beginning },
): void {
  const holdsNone = heldBy(position, owner, true).length === 0;
  if (holdsNone || moves.worth(position, owner) === 'independent' || position.waits[owner] !== undefined) return;
  const wait = moves.opened(position, owner)?.waits[owner];
  const waitsForOther = moves.rules.oneWait && position.waits[thief] !== undefined;
  if (!waitsForOther && (wait === undefined || wait.days > 14))
    broken(found, 'G3: an owner with one is not in within 14 days', position, beginning);
}

/** G2: an owner who keeps one current way of another root looks every two days; the thief does anything between. */
export function everyTwoDays(moves: Moves, from: readonly Beginning[], found: Found): void {
  const seen = new Map<string, Set<number>>();
  for (const beginning of from) {
    const { root, position: start } = beginning;
    if (root !== undefined && !keepsOther(start, root)) continue;
    if (root === undefined && ownersOwn(start) === 0) continue;
    if (thiefsAll(start) > 1) continue;
    const mine = seen.get(`${root ?? '-'}`) ?? new Set<number>();
    seen.set(`${root ?? '-'}`, mine);
    const open: (readonly [Position, boolean])[] = [[start, false]];
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      const [position, isBeforeLook] = each;
      const key = keyOf(position) * 2 + Number(isBeforeLook);
      if (mine.has(key)) continue;
      mine.add(key);
      found.positions += 1;
      for (const { next, isIn } of moves.ofThief(position, root)) {
        if (isIn === true) return broken(found, 'G2: the thief is in', position, beginning);
        open.push([next, isBeforeLook]);
      }
      const later = nextDay(position);
      if (!isBeforeLook) {
        // On the day between, the owner comes only for their own date.
        open.push([later.waits[owner]?.days === 0 ? moves.look(later).next : later, true]);
        continue;
      }
      if (later.waits[thief]?.days === 0) return broken(found, 'G2: the thief is in a moment before the look', position, beginning);
      const { next } = moves.look(later);
      if (moves.isInside(next, thief)) return broken(found, 'G2: the thief is inside after a look', next, beginning);
      open.push([next, false]);
    }
  }
}

/** G3: who holds a current way is in within 14 days against a former one, whatever its holder does. */
export function withinTwoWeeks(moves: Moves, from: readonly Beginning[], found: Found): void {
  for (const beginning of from) {
    const { root, position: start } = beginning;
    if (root === undefined || !isOneAgainstFormer(start, root)) continue;
    let layer = new Map([[keyOf(start), start]]);
    for (let passed = 0; passed <= 14 && layer.size > 0; passed += 1) {
      const reach = new Map(layer);
      const open = [...layer.values()];
      for (let position = open.pop(); position !== undefined; position = open.pop()) {
        found.positions += 1;
        for (const { next, isIn } of moves.ofThief(position, root)) {
          if (isIn === true) return broken(found, 'G3: the former holder is in', position, beginning);
          const key = keyOf(next);
          if (!reach.has(key)) open.push(next);
          reach.set(key, next);
        }
      }
      const after = new Map<number, Position>();
      for (const position of reach.values()) {
        const looks = passed % 2 === 0 || position.waits[owner]?.days === 0;
        const { next, isIn } = looks ? moves.look(position) : { next: position, isIn: false };
        if (!isIn) after.set(keyOf(nextDay(next)), nextDay(next));
      }
      layer = after;
    }
    const [left] = layer.values();
    if (left !== undefined) return broken(found, 'G3: an owner with one way is out after two weeks', left, beginning);
  }
}

function keepsOther(position: Position, root: number): boolean {
  return heldBy(position, owner, true).some((way) => way.state === 'current' && standingOf(way, known, now).root !== idOfFirst(root));
}

function isOneAgainstFormer(position: Position, root: number): boolean {
  const holds = heldBy(position, thief);
  const isFormer = holds.length > 0 && holds.every(({ state }) => state === 'former');
  return isFormer && keepsOther(position, root);
}
