/** Who asks for work. What asks together waits together, whatever the number of its requests. */
export interface Source {
  /** Requests that an account answers for, and those of a network that nothing else is known of. */
  readonly kind: 'account' | 'network';
  /** The account's id; or the networks as rates are counted for them, the largest first. */
  readonly ids: readonly string[];
}

interface Entry<T> {
  readonly item: T;
  /** Of its source: the kind, then the ids. */
  readonly path: readonly string[];
}

/** Sources by what they are part of. The order of the maps is that of the turns: whoever had one goes to the end. */
type Branch<T> = Map<string, Branch<T> | Entry<T>[]>;

/**
 * A bounded queue in which nobody waits behind somebody else's crowd. The kinds take turns, within a kind its sources do, the networks within
 * a network like it, and within a source the order is that of asking (fair queueing: RFC 970). Beyond the bound the newest of the largest
 * source gives way, as the fattest flow does in RFC 8290 section 4.1: a newcomer is turned away only where nobody has more waiting than its
 * own source.
 */
export class FairQueue<T> {
  readonly #bound: number;
  readonly #kinds: Branch<T> = new Map();
  #length = 0;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get length(): number {
    return this.#length;
  }

  /** Lets an item wait. Returns the one that gave way to it, which may be itself; undefined where there is room for all. */
  add(item: T, { kind, ids }: Source): T | undefined {
    const path = [kind, ...ids];
    waitingAt(this.#kinds, path).push({ item, path });
    this.#length += 1;
    return this.#length > this.#bound ? this.#giveWay(path) : undefined;
  }

  /** Takes out whose turn it is; undefined where nobody waits. */
  next(): T | undefined {
    const entry = turnOf(this.#kinds);
    if (entry !== undefined) this.#take(entry);
    return entry?.item;
  }

  /** Takes out an item that waits no longer, and nothing where it does not wait. */
  remove(item: T): void {
    const entry = this.#entries().find((waiting) => waiting.item === item);
    if (entry !== undefined) this.#take(entry);
  }

  /** Takes out everything. */
  clear(): T[] {
    const items = this.#entries().map(({ item }) => item);
    this.#kinds.clear();
    this.#length = 0;
    return items;
  }

  #entries(): Entry<T>[] {
    return entriesOf(this.#kinds);
  }

  /** Of equals the newcomer's own, for it displaces nobody who has no more than it; else the one whose turn comes last. */
  #giveWay(newcomer: readonly string[]): T | undefined {
    let at: Branch<T> | Entry<T>[] | undefined = this.#kinds;
    for (let depth = 0; at instanceof Map; depth += 1) {
      at = largest(at, { first: newcomer[depth] ?? '', size: (inside) => entriesOf(inside).length });
    }
    const newest = at?.at(-1);
    if (newest !== undefined) this.#take(newest);
    return newest?.item;
  }

  #take(entry: Entry<T>): void {
    if (removeFrom(this.#kinds, entry, 0)) this.#length -= 1;
  }
}

/** The list of a source, made where there is none. */
function waitingAt<T>(branch: Branch<T>, [name = '', ...rest]: readonly string[]): Entry<T>[] {
  const known = branch.get(name) ?? (rest.length === 0 ? [] : new Map<string, Branch<T> | Entry<T>[]>());
  branch.set(name, known);
  return Array.isArray(known) ? known : waitingAt(known, rest);
}

/** The entry whose turn it is; all that it is part of have had their turn. */
function turnOf<T>(branch: Branch<T>): Entry<T> | undefined {
  for (const [name, inside] of branch) {
    branch.delete(name);
    branch.set(name, inside);
    return Array.isArray(inside) ? inside[0] : turnOf(inside);
  }
  return undefined;
}

function entriesOf<T>(inside: Branch<T> | Entry<T>[]): Entry<T>[] {
  return Array.isArray(inside) ? inside : [...inside.values()].flatMap(entriesOf<T>);
}

/** Whether it was there. What is empty then goes too. */
function removeFrom<T>(branch: Branch<T>, entry: Entry<T>, depth: number): boolean {
  const name = entry.path[depth] ?? '';
  const inside = branch.get(name);
  if (inside === undefined) return false;
  const at = Array.isArray(inside) ? inside.indexOf(entry) : 0;
  if (Array.isArray(inside) ? at < 0 : !removeFrom(inside, entry, depth + 1)) return false;
  if (Array.isArray(inside)) inside.splice(at, 1);
  if ((Array.isArray(inside) ? inside.length : inside.size) === 0) branch.delete(name);
  return true;
}

function largest<K, V>(
  groups: ReadonlyMap<K, V>,
  { first, size }: { readonly first: K; readonly size: (group: V) => number },
): V | undefined {
  let found = groups.get(first);
  for (const group of [...groups.values()].toReversed()) if (found === undefined || size(group) > size(found)) found = group;
  return found;
}
