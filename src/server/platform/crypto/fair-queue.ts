/** The origin of work. Requests of one source share its turns, regardless of their number. */
export interface Source {
  /** Requests of a known account, or of a network about which nothing more is known. */
  readonly kind: 'account' | 'network';
  /** The account's id; or the networks in which rates are counted, the largest first. */
  readonly ids: readonly string[];
}

interface Entry<T> {
  readonly item: T;
  /** The path of its source: the kind, then the ids. */
  readonly path: readonly string[];
}

/** Sources as a tree. The order of a map is that of the turns: an entry moves to the end after its turn. */
type Branch<T> = Map<string, Branch<T> | Entry<T>[]>;

/**
 * A bounded queue in which no crowd delays other sources. Kinds take turns, then the sources of a kind, then the
 * networks of a network; a source is first come, first served (fair queueing: RFC 970). Beyond the bound the newest
 * item of the largest source is dropped, like the fattest flow in RFC 8290 section 4.1: a newcomer is refused only if
 * its own source has the most waiting.
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

  /** Queues an item. Returns the displaced one, which may be itself; undefined if there is room. */
  add(item: T, { kind, ids }: Source): T | undefined {
    const path = [kind, ...ids];
    waitingAt(this.#kinds, path).push({ item, path });
    this.#length += 1;
    return this.#length > this.#bound ? this.#giveWay(path) : undefined;
  }

  /** Removes and returns the next item; undefined if empty. */
  next(): T | undefined {
    const entry = turnOf(this.#kinds);
    if (entry !== undefined) this.#take(entry);
    return entry?.item;
  }

  /** Removes an item that no longer waits; does nothing if absent. */
  remove(item: T): void {
    const entry = this.#entries().find((waiting) => waiting.item === item);
    if (entry !== undefined) this.#take(entry);
  }

  /** Removes and returns everything. */
  clear(): T[] {
    const items = this.#entries().map(({ item }) => item);
    this.#kinds.clear();
    this.#length = 0;
    return items;
  }

  #entries(): Entry<T>[] {
    return entriesOf(this.#kinds);
  }

  /**
   * Among equal sources the newcomer's own, because it displaces only larger ones; otherwise the one whose turn comes
   * last.
   */
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

/** The list of a source, created if absent. */
function waitingAt<T>(branch: Branch<T>, [name = '', ...rest]: readonly string[]): Entry<T>[] {
  const known = branch.get(name) ?? (rest.length === 0 ? [] : new Map<string, Branch<T> | Entry<T>[]>());
  branch.set(name, known);
  return Array.isArray(known) ? known : waitingAt(known, rest);
}

/** The next entry; moves all levels above it to the end. */
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

/** Returns whether the entry was there. Also removes levels that become empty. */
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
