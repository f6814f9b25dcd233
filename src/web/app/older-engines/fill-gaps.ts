/** The objects of a realm that get what they lack. */
type Realm = Readonly<Record<'Array' | 'String', { readonly prototype: object }>> &
  Readonly<Record<'Map' | 'Object' | 'Promise' | 'URL' | 'AbortSignal', object>>;

/** Adds the methods that the application uses, each only if it is missing. */
export function fillGaps({
  Array: array,
  String: string,
  Map: map,
  Object: object,
  Promise: promise,
  URL: url,
  AbortSignal: signal,
}: Realm): void {
  fill(array.prototype, { at, toSorted, toReversed });
  fill(string.prototype, { at });
  fill(map, { groupBy });
  fill(object, { hasOwn });
  fill(promise, { withResolvers });
  fill(url, { canParse });
  fill(signal, { timeout, any });
}

function fill(to: object, methods: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in to)) Object.defineProperty(to, name, { value, writable: true, configurable: true });
  }
}

function at(this: ArrayLike<unknown>, index: number): unknown {
  const whole = Math.trunc(index) || 0;
  return this[whole < 0 ? this.length + whole : whole];
}

function toSorted(this: Iterable<unknown>, compare?: (one: unknown, other: unknown) => number): unknown[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- of a copy: the other method is the one that is missing
  return [...this].sort(compare);
}

function toReversed(this: Iterable<unknown>): unknown[] {
  // oxlint-disable-next-line unicorn/no-array-reverse -- as above
  return [...this].reverse();
}

function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => unknown): Map<unknown, Item[]> {
  const groups = new Map<unknown, Item[]>();
  for (const [index, item] of [...items].entries()) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function hasOwn(owner: object, name: PropertyKey): boolean {
  return Object.prototype.hasOwnProperty.call(owner, name);
}

function withResolvers(): object {
  const made = {};
  const promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return Object.assign(made, { promise });
}

function canParse(address: string, base?: string): boolean {
  try {
    return new URL(address, base).href !== '';
  } catch {
    return false;
  }
}

function timeout(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

function any(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort();
    else signal.addEventListener('abort', () => controller.abort());
  }
  return controller.signal;
}
