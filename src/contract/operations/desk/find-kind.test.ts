import { describe, expect, it } from 'vitest';
import { findKindsOf, readSubject } from './find-kind.ts';

const sub = 'Zt4k-0123456789_abcdEF';

describe('what a text can be', () => {
  it.each([
    ['138 0000 0000', ['phone']],
    ['+86 138-0000-0000', ['phone']],
    ['name@example.com', ['email']],
    ['2083 0000 0000', ['number']],
    ['p4tc-2hna', ['reference']],
    [sub, ['device', 'username']],
    ['lin-xiao', ['username', 'app']],
    ['app-q3v8', ['app']],
    [`app-q3v8:${sub}`, ['subject']],
    [` com.example.Notes:${sub} `, ['subject']],
    // Parts, patterns, and what no kind has.
    [`app-q3v8:${sub.slice(1)}`, []],
    [`app-q3v8:${sub}x`, []],
    [`:${sub}`, []],
    [`app-q3v8:*${sub.slice(1)}`, []],
    [`app q3v8:${sub}`, []],
    [`app-q3v8:${sub}:${sub}`, []],
    [`-app:${sub}`, []],
    ['138*', []],
    ['lin%', []],
    ['', []],
    ['\u0000', []],
    ['1'.repeat(1_000_000), []],
    // Digits that only look like ours, signs without width, and signs that turn the direction.
    ['１３８００００００００', []],
    ['١٣٨٠٠٠٠٠٠٠٠', []],
    ['138\u200B00000000', []],
    ['\u202E13800000000', []],
    ['lin\u200Dxiao', []],
    ['lіn-xiao', []],
  ])('%j is %j', (text, kinds) => {
    expect(findKindsOf(text)).toEqual(kinds);
  });

  it('has two parts where it names a person of an app', () => {
    expect(readSubject(`com.example.notes:${sub}`)).toEqual({ clientId: 'com.example.notes', sub });
    expect(readSubject(sub)).toBe(undefined);
  });
});
