import { describe, expect, it } from 'vitest';
import { catalogue, refusalNameOf, retiredCodes, type CatalogueEntry } from './errors.ts';

const entries: readonly (readonly [string, CatalogueEntry])[] = Object.entries(catalogue);
const codes = entries.map(([, entry]) => entry.code);

/** Spec 8. */
const specCodes = [
  400, 401, 403, 404, 500, 504, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1017, 1018, 1019,
  1020, 1021, 1022, 1024, 1025, 1026, 1027, 2000, 4010,
];

describe('the error catalogue', () => {
  it('has every number of the spec; others are of HTTP, or ours from 3001 on', () => {
    expect(codes).toEqual(expect.arrayContaining(specCodes));
    const own = codes.filter((code) => !specCodes.includes(code));
    expect(own.filter((code) => !(code >= 400 && code < 600) && !(code > 3000 && code < 4000))).toEqual([]);
  });

  it('uses each number once, in rising order', () => {
    expect(codes).toEqual([...new Set(codes)].toSorted((a, b) => a - b));
  });

  it('never reuses a retired number', () => {
    expect(retiredCodes.filter((code) => codes.includes(code))).toEqual([]);
  });

  it('answers HTTP 401 only for a missing session', () => {
    expect(entries.filter(([, entry]) => entry.status === 401).map(([name]) => name)).toEqual(['unauthorized']);
  });

  it('answers business refusals with HTTP 200 and protocol failures with their number', () => {
    expect(entries.filter(([, entry]) => entry.status !== (entry.code < 1000 ? entry.code : 200))).toEqual([]);
  });

  it('names the field and the rule of every refusal that marks a field', () => {
    expect(entries.filter(([, entry]) => (entry.show === 'field') !== (entry.field !== undefined && entry.rule !== undefined))).toEqual([]);
  });

  it.each([
    [1001, 'username', 'exists'],
    [1002, 'email', 'exists'],
    [1003, 'email', 'not_exists'],
    [1021, 'email', 'has_deepin'],
    [1004, 'emailCode', 'code'],
    [1005, 'phone', 'exists'],
    [1006, 'phone', 'not_exists'],
    [1020, 'phone', 'has_deepin'],
    [1018, 'nickname', 'exists'],
    [1007, 'code', 'code'],
    [1012, 'oldPassword', 'oldPasswordInvalid'],
    [1017, 'password', 'password'],
    [1014, 'emailCode', 'notGetObtain'],
    [1013, 'code', 'notGetSMS'],
    [1025, 'given', 'sensitive'],
  ])('maps %i to the field %s and the rule %s', (code, field, rule) => {
    expect(entries.find(([, entry]) => entry.code === code)?.[1]).toMatchObject({ show: 'field', field, rule });
  });

  it.each([
    [401, 'login', 0],
    [2000, 'login', 5],
    [1022, 'userCenter', 5],
    [4010, 'logout', 0],
  ] as const)('leads from %i to %s after %i seconds', (code, go, afterSeconds) => {
    expect(entries.find(([, entry]) => entry.code === code)?.[1].after).toEqual({ go, afterSeconds });
  });

  it('finds a name by its number', () => {
    expect(refusalNameOf(1012)).toBe('oldPasswordInvalid');
    expect(refusalNameOf(200)).toBeUndefined();
    expect(refusalNameOf(9999)).toBeUndefined();
  });
});
