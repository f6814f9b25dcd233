/** Who asks for work. What asks together waits together, whatever the number of its requests. */
export interface Source {
  /** Requests that an account answers for, and those of a network that nothing else is known of. */
  readonly kind: 'account' | 'network';
  /** The account's id, or the network as rates are counted for it. */
  readonly id: string;
}

interface Entry<T> {
  readonly item: T;
  readonly source: Source;
}

/**
 * A bounded queue in which nobody waits behind somebody else's crowd. The kinds take turns, within a kind its sources do, and within a
 * source the order is that of asking (fair queueing: RFC 970). Beyond the bound the newest of the largest source gives way, as the fattest
 * flow does in RFC 8290 section 4.1: a newcomer is turned away only where nobody has more waiting than its own source.
 */
export class FairQueue<T> {
  readonly #bound: number;
  /** The order of both maps is that of the turns: whoever had one goes to the end. */
  readonly #kinds = new Map<Source['kind'], Map<string, Entry<T>[]>>();
  #length = 0;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get length(): number {
    return this.#length;
  }

  /** Lets an item wait. Returns the one that gave way to it, which may be itself; undefined where there is room for all. */
  add(item: T, source: Source): T | undefined {
    const sources = this.#kinds.get(source.kind) ?? new Map<string, Entry<T>[]>();
    const entries = sources.get(source.id) ?? [];
    this.#kinds.set(source.kind, sources.set(source.id, entries));
    entries.push({ item, source });
    this.#length += 1;
    return this.#length > this.#bound ? this.#giveWay(source) : undefined;
  }

  /** Takes out whose turn it is; undefined where nobody waits. */
  next(): T | undefined {
    const [kind] = this.#kinds;
    const [turn] = kind?.[1] ?? [];
    const [first] = turn?.[1] ?? [];
    if (kind === undefined || turn === undefined || first === undefined) return undefined;
    const [sources, entries] = [kind[1], turn[1]];
    this.#kinds.delete(kind[0]);
    sources.delete(turn[0]);
    this.#kinds.set(kind[0], sources.set(turn[0], entries));
    this.#take(first);
    return first.item;
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
    return [...this.#kinds.values()].flatMap((sources) => [...sources.values()].flat());
  }

  /** Of equals the newcomer's own, for it displaces nobody who has no more than it; else the one whose turn comes last. */
  #giveWay(newcomer: Source): T | undefined {
    const size = (sources: ReadonlyMap<string, readonly Entry<T>[]>) => [...sources.values()].reduce((sum, { length }) => sum + length, 0);
    const sources = largest(this.#kinds, { first: newcomer.kind, size });
    const entries = sources && largest(sources, { first: newcomer.id, size: ({ length }) => length });
    const newest = entries?.at(-1);
    if (newest !== undefined) this.#take(newest);
    return newest?.item;
  }

  #take(entry: Entry<T>): void {
    const { kind, id } = entry.source;
    const sources = this.#kinds.get(kind);
    const entries = sources?.get(id);
    if (sources === undefined || entries === undefined) return;
    entries.splice(entries.indexOf(entry), 1);
    this.#length -= 1;
    if (entries.length === 0) sources.delete(id);
    if (sources.size === 0) this.#kinds.delete(kind);
  }
}

function largest<K, V>(
  groups: ReadonlyMap<K, V>,
  { first, size }: { readonly first: K; readonly size: (group: V) => number },
): V | undefined {
  let found = groups.get(first);
  for (const group of [...groups.values()].toReversed()) if (found === undefined || size(group) > size(found)) found = group;
  return found;
}
