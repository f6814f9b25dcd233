// @one-database
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCleanText, parseStrictJson } from './strict-json.ts';

const parse = (text: string) => parseStrictJson(Buffer.from(text));

test('parses the input of every call of the contract', () => {
  expect(parse('{"a":"x","list":[{"type":"t"}],"n":1,"b":true,"z":null}')).toEqual({
    a: 'x',
    list: [{ type: 't' }],
    n: 1,
    b: true,
    z: null,
  });
  expect(parse(' {"a" : "quote \\" and brace }" } ')).toEqual({ a: 'quote " and brace }' });
  expect(parse('{"a":{"k":1},"b":{"k":2}}')).toEqual({ a: { k: 1 }, b: { k: 2 } });
});

test.each([
  ['nothing', ''],
  ['half an object', '{"a":'],
  ['a trailing comma', '{"a":1,}'],
  ['single quotes', "{'a':1}"],
  ['a comment', '{"a":1}//x'],
  ['NaN', '{"a":NaN}'],
  ['a byte order mark', '\ufeff{"a":1}'],
  ['a key twice', '{"a":1,"a":2}'],
  ['a key twice, once escaped', '{"a":1,"\\u0061":2}'],
  ['a key twice further down', '{"x":[{"a":1,"b":2,"a":3}]}'],
  ['__proto__', '{"__proto__":{"isAdmin":true}}'],
  ['__proto__, escaped', '{"\\u005f_proto__":{}}'],
  ['constructor', '{"x":{"constructor":{"prototype":{}}}}'],
  ['a lone surrogate', '{"a":"\\ud800"}'],
  ['NUL', '{"a":"x\\u0000y"}'],
  ['nine levels', `${'['.repeat(9)}${']'.repeat(9)}`],
  ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['nine levels of objects', `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`],
])('refuses %s', (_name, text) => {
  expect(parse(text)).toBeUndefined();
});

test.each([
  ['a cut sequence', [0xe9, 0x9b]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
  ['Latin-1', [0xe9]],
  ['UTF-16', [0xff, 0xfe]],
])('refuses ill-formed UTF-8: %s', (_name, bytes) => {
  expect(parseStrictJson(Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]))).toBeUndefined();
});

test('agrees with JSON.parse on all plain input', () => {
  const name = fc
    .string({ unit: 'grapheme' })
    .filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text) && isCleanText(text));
  const leaf = fc.oneof(fc.string({ unit: 'grapheme' }).filter(isCleanText), fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.oneof(leaf, fc.dictionary(name, fc.oneof(leaf, fc.array(fc.dictionary(name, leaf)))));
  fc.assert(
    fc.property(value, fc.boolean(), (one, indented) => {
      const text = JSON.stringify(one, null, indented ? 2 : 0);
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

/** The size limit of a body. */
const full = 64 * 1024;

test('never throws, for any bytes up to the size limit of a body', () => {
  const outcome = (bytes: Uint8Array) => {
    try {
      const value = parseStrictJson(Buffer.from(bytes));
      return value === undefined ? 'refused' : 'read';
    } catch (error) {
      return error;
    }
  };
  const signs = ['{', '}', '[', ']', '"', ':', ',', '\\', 'u', '0', '1', ' ', 'a', 'e', 'é', '\u0000'];
  const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 400 }).map((written) => Buffer.from(written));
  const part = fc.oneof(fc.uint8Array({ maxLength: 200 }), text);
  fc.assert(
    fc.property(part, fc.constantFrom(1, 7, 4096, full), (bytes, times) => {
      const repeated = Buffer.concat(Array.from({ length: times }, () => bytes)).subarray(0, full);
      expect(['refused', 'read']).toContain(outcome(repeated));
    }),
  );
});

test('finds an error at the end of the largest body', () => {
  const long = ' '.repeat(full);
  expect(parse(`{"a":1,${long}"b":2}`)).toEqual({ a: 1, b: 2 });
  expect(parse(`{"a":1,${long}"a":2}`)).toBeUndefined();
  expect(parse(`{"a":1,${long}"__proto__":2}`)).toBeUndefined();
  expect(parse(`{"a":1${long}`)).toBeUndefined();
  const keys = Array.from({ length: 6000 }, (_, index) => `"k${index}":0`);
  expect(Object.keys(Object(parse(`{${keys.join()}}`)))).toHaveLength(6000);
  expect(parse(`{${keys.join()},"k0":1}`)).toBeUndefined();
});
