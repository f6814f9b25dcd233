import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canon, identifier, signInIdentifier, type IdentifierKind } from './identifier.ts';

const kinds: readonly IdentifierKind[] = ['phone', 'email', 'username', 'nickname'];

describe('canonical spelling', () => {
  it('is stable when canonicalized again, for any text', () => {
    const near = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^\s?(\+?86)?[ -]?1[3-9]\d{9}\s?$/),
      fc.stringMatching(/^[A-Za-z0-9._+-]{1,10}[@＠][A-Za-zÄöß中国-]{1,8}\.(com|Com|中国|de)$/),
      fc.stringMatching(/^[a-z][a-z0-9_-]{2,31}$/),
    );
    fc.assert(
      fc.property(fc.constantFrom(...kinds), near, (kind, text) => {
        const once = canon(kind, text);
        expect(once === undefined ? undefined : canon(kind, once)).toBe(once);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['13800138000'],
    ['+8613800138000'],
    ['8613800138000'],
    [' 138 0013 8000 '],
    ['138-0013-8000'],
    ['１３８００１３８０００'],
    ['+86 138 0013 8000'],
    ['١٣٨٠٠١٣٨٠٠٠'],
  ])('reads %s as the phone 13800138000', (text) => {
    expect(canon('phone', text)).toBe('13800138000');
  });

  it.each(['12800138000', '1380013800', '138001380000', '+85213800138', '', '13800138000a'])('rejects %j as a phone', (text) => {
    expect(canon('phone', text)).toBeUndefined();
  });

  it('folds the case of an email and the script of its domain, and keeps the spelling of its owner', () => {
    expect(identifier('email', ' Li.Lei@Bücher.Example ')).toEqual({
      kind: 'email',
      value: 'li.lei@xn--bcher-kva.example',
      shown: 'Li.Lei@xn--bcher-kva.example',
    });
  });

  it.each(['a@b', 'a@b.com\r\nBcc: c@d.com', 'a@b.com,c@d.com', '"a@b"@c.com', 'a b@c.com', 'ä@b.com', '@b.com', 'a@.com'])(
    'rejects %j as an email',
    (text) => {
      expect(canon('email', text)).toBeUndefined();
    },
  );

  it.each([
    ['Ａnna', 'anna'],
    ['ANNA', 'anna'],
    ['ﬁn', 'fin'],
    ['é', 'é'],
    ['a\u202eb', 'ab'],
    ['a\u200bb', 'ab'],
    ['می\u200cخواهم', 'میخواهم'],
  ])('treats the nicknames %s and %s as the same', (one, other) => {
    expect(canon('nickname', one)).toBe(canon('nickname', other));
  });

  it.each(['a b', '＜b', '\ud800', '\u200b', ''])('rejects %j as a nickname', (text) => {
    expect(canon('nickname', text)).toBeUndefined();
  });

  it('never reads a username as a phone or an email', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9_-]{2,31}$/), (username) => {
        expect(signInIdentifier(username)).toMatchObject({ kind: 'username', value: username });
      }),
    );
  });

  it.each([
    ['+86 13800138000', 'phone', '13800138000'],
    ['Anna@Example.com', 'email', 'anna@example.com'],
    ['li_lei', 'username', 'li_lei'],
  ])('reads %s at sign-in as a %s', (text, kind, value) => {
    expect(signInIdentifier(text)).toMatchObject({ kind, value });
  });
});
