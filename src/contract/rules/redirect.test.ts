import { describe, expect, it } from 'vitest';
import { addressFault, addressFaults, isLoopbackAddress, type AddressContext } from './redirect.ts';

const own = ['https://id.example.com'];
const web: AddressContext = { use: 'redirect', kind: 'web', own };
const native: AddressContext = { ...web, kind: 'native' };

const good: readonly (readonly [string, AddressContext])[] = [
  ['https://notes.example.com/callback', web],
  ['https://notes.example.com', web],
  ['https://notes.example.com/', web],
  ['https://notes.example.com:8443/cb?from=id', web],
  ['https://notes.example.com/a..b/c', web],
  ['https://xn--e1afmkfd.example/', web],
  ['http://127.0.0.1/callback', web],
  ['http://127.0.0.1:8765/callback', native],
  ['http://[::1]:8765/callback', native],
  ['http://localhost:3000/cb', web],
  ['com.example.notes:/callback', native],
  ['com.example.notes://callback', native],
  ['com.example.notes:/oauth2redirect?x=1', native],
];

/** Close to a good address, and each wrong in its own way. */
const nearMisses: readonly (readonly [rule: string, address: string, context?: AddressContext])[] = [
  ['required', ''],
  ['addressSpace', ' https://notes.example.com/callback'],
  ['addressSpace', 'https://notes.example.com/callback '],
  ['addressSpace', 'https://notes.example.com/callback\n'],
  ['addressSpace', 'https://notes.example.com/callback\u00a0'],
  ['addressSpace', '\ufeffhttps://notes.example.com/callback'],
  ['addressMax', `https://notes.example.com/${'x'.repeat(1000)}`],
  ['addressFragment', 'https://notes.example.com/callback#'],
  ['addressFragment', 'https://notes.example.com/#/callback'],
  ['addressFragment', 'com.example.notes:/#x', native],
  ['addressWildcard', 'https://*.example.com/callback'],
  ['addressWildcard', 'https://notes.example.com/*'],
  ['addressWildcard', 'https://notes.example.com:*/'],
  ['addressUser', 'https://user@notes.example.com/callback'],
  ['addressUser', 'https://user:pass@notes.example.com/callback'],
  ['addressUser', 'https://notes.example.com@evil.example/callback'],
  ['addressUser', 'https://@notes.example.com/'],
  ['addressDots', 'https://notes.example.com/../callback'],
  ['addressDots', 'https://notes.example.com/a/..'],
  ['addressDots', 'https://notes.example.com/./callback'],
  ['addressDots', 'https://notes.example.com/%2e%2e/callback'],
  ['addressDots', 'https://notes.example.com/%2E./callback'],
  ['addressDots', 'https://notes.example.com/..\\callback'],
  ['addressDots', 'com.example.notes:/../x', native],
  ['addressHttps', 'http://notes.example.com/callback'],
  ['addressHttps', 'http://127.0.0.2/callback'],
  ['addressHttps', 'http://127.1/callback'],
  ['addressHttps', 'http://0x7f000001/callback'],
  ['addressHttps', 'http://localhost.example.com/callback'],
  ['addressHttps', 'http://localhost./callback'],
  ['addressHttps', 'http://[::ffff:127.0.0.1]/callback'],
  ['addressHttps', 'http://127.0.0.1.example.com/'],
  ['addressHttps', 'http:/notes.example.com/'],
  ['addressHttps', 'ftp://notes.example.com/callback'],
  ['addressHttps', 'javascript:alert(1)'],
  ['addressHttps', 'data:text/html,x'],
  ['addressHttps', 'file:///etc/passwd'],
  ['addressHttps', 'com.example.notes:/callback'],
  ['addressHttps', 'com.example.notes:/callback', { ...native, kind: 'browser' }],
  ['addressHttps', 'com.example.notes:/callback', { ...native, use: 'page' }],
  ['addressHttps', 'http://127.0.0.1/logout', { ...web, use: 'notify' }],
  ['addressScheme', 'notes:/callback', native],
  ['addressScheme', 'javascript:alert(1)', native],
  ['addressScheme', 'data:text/html,x', native],
  ['addressScheme', 'blob:https://notes.example.com/x', native],
  ['addressScheme', 'com..notes:/callback', native],
  ['addressComplete', '.com.example:/callback', native],
  ['addressComplete', 'notes.example.com/callback'],
  ['addressComplete', '//notes.example.com/callback'],
  ['addressComplete', '/callback'],
  ['addressComplete', 'https:'],
  ['addressComplete', 'https://'],
  ['addressComplete', 'https:///callback'],
  ['addressComplete', 'https:notes.example.com/callback'],
  ['addressComplete', 'https:/notes.example.com/callback'],
  ['addressComplete', 'https:\\\\notes.example.com\\callback'],
  ['addressComplete', 'HTTPS://notes.example.com/callback'],
  ['addressComplete', 'https://NOTES.example.com/callback'],
  ['addressComplete', 'https://notes.example.com:443/callback'],
  ['addressComplete', 'https://notes.example.com./callback'],
  ['addressComplete', 'https://notes.example.com/call back'],
  ['addressComplete', 'https://notes.example.com/\u202ecb'],
  ['addressComplete', 'https://n\u043etes.example.com/callback'],
  ['addressComplete', 'https://例子.example/callback'],
  ['addressComplete', 'https://notes.example.com/<script>'],
  ['addressComplete', 'https://notes.example.com/"x"'],
  ['addressComplete', 'https://0x7f.1/callback'],
  ['addressComplete', 'https://notes.example.com:99999/'],
  ['addressComplete', 'com.example.notes:', native],
  ['addressOwn', 'https://id.example.com/callback'],
  ['addressOwn', 'https://id.example.com/developer/try'],
];

describe('an address of an app', () => {
  it.each(good)('may be %s', (address, context) => {
    expect(addressFault(address, context)).toBeUndefined();
  });

  it.each(nearMisses.map(([rule, address, context = web]) => ({ rule, address, context })))(
    'breaks the rule $rule as $address',
    ({ rule, address, context }) => {
      expect(addressFault(address, context)).toBe(rule);
    },
  );

  it('has at least sixty near misses', () => {
    expect(new Set(nearMisses.map(([, address]) => address)).size).toBeGreaterThanOrEqual(60);
  });

  it('stands once in a list', () => {
    const address = 'https://notes.example.com/cb';
    expect(addressFaults([address, 'https://notes.example.com/x', address], web)).toEqual([undefined, undefined, 'addressTwice']);
  });

  it('works with any port only on the person’s own computer', () => {
    expect(
      ['http://127.0.0.1/cb', 'http://[::1]:1/', 'http://localhost/', 'https://localhost/', 'https://a.example/'].map(isLoopbackAddress),
    ).toEqual([true, true, true, false, false]);
  });
});
