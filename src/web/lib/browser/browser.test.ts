import { afterEach, describe, expect, it, vi } from 'vitest';
import { channelTo, keepsCookies, observerOf, sharedLocks, subtleCrypto, tabStore, writeCookie } from './browser.ts';

afterEach(() => {
  for (const key of tabStore.keys()) tabStore.removeItem(key);
  vi.unstubAllGlobals();
});

/** Browsers as they are met. */
const storages: Readonly<Record<string, () => void>> = {
  'is whole': () => vi.stubGlobal('sessionStorage', storageOf(new Map())),
  'is null, as in a web view': () => vi.stubGlobal('sessionStorage', null),
  'is absent': () => vi.stubGlobal('sessionStorage', undefined),
  'throws at every use, as with blocked site data': () =>
    vi.stubGlobal('sessionStorage', new Proxy({}, { get: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse })),
  'is full': () => vi.stubGlobal('sessionStorage', storageOf(new Map(), { setItem: refuse })),
};

function refuse(): never {
  throw new DOMException('refused', 'SecurityError');
}

function storageOf(kept: Map<string, string>, refused: Partial<Storage> = {}): Storage {
  const calls = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    ...refused,
  };
  const names = { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) };
  return new Proxy(calls as Storage, names);
}

describe('the store of a tab', () => {
  it.each(Object.entries(storages))('keeps a text for the document where storage %s', (_, prepare) => {
    prepare();
    expect(tabStore.getItem('a')).toBeNull();
    tabStore.setItem('a', '1');
    tabStore.setItem('b', '2');
    expect(tabStore.getItem('a')).toBe('1');
    expect(tabStore.keys()).toEqual(expect.arrayContaining(['a', 'b']));
    tabStore.removeItem('a');
    expect(tabStore.getItem('a')).toBeNull();
  });

  it('removes what the browser does not remove', () => {
    vi.stubGlobal('sessionStorage', storageOf(new Map([['a', '1']]), { removeItem: refuse }));
    expect(tabStore.getItem('a')).toBe('1');
    tabStore.removeItem('a');
    expect(tabStore.getItem('a')).toBeNull();
  });

  it('follows a store that was cleared meanwhile', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', storageOf(kept));
    tabStore.setItem('a', '1');
    kept.clear();
    expect(tabStore.getItem('a')).toBeNull();
  });
});

describe('a browser without', () => {
  it('locks, channels, observers, cryptography or cookies has no error', () => {
    vi.stubGlobal('navigator', {});
    for (const name of ['BroadcastChannel', 'IntersectionObserver', 'crypto', 'document']) vi.stubGlobal(name, undefined);
    writeCookie('a=b');
    const found = [sharedLocks(), channelTo('a'), observerOf(() => undefined, {}), subtleCrypto()];
    expect(found).toEqual([undefined, undefined, undefined, undefined]);
    expect(keepsCookies()).toBe(false);
  });
});
