import { describe, expect, it } from 'vitest';
import { digits, fullWidth, otherCode, someCode } from '#contract/fixtures/codes.ts';
import { limits } from '#contract/limits.ts';
import { clean } from './clean.ts';
import { cleanText, nameInMessage } from './clean-text.ts';

const all = { ...clean, ...cleanText };

type Kind = keyof typeof all;

/** A usual text of each kind: a kind without one does not compile. */
const usual: Readonly<Record<Kind, string>> = {
  phone: '13800138000',
  email: 'li.lei@example.com',
  username: 'li_lei',
  account: 'li_lei',
  code: someCode,
  paperCode: '7Q3FH2K9XA',
  userCode: 'WDJBMJHT',
  year: '2026',
  nickname: '李雷',
  name: 'Anna Bell',
  lines: 'one\ntwo',
  line: 'one two',
};
const kinds = Object.entries(usual) as readonly (readonly [Kind, string])[];

/** Signs that programs put around a text that is copied, and some that they put inside. */
const unseen = [
  '\u200b',
  '\u200e',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u202a',
  '\u202c',
  '\u2066',
  '\u2069',
  '\u3164',
  '\u2800',
  '\ufffd',
  '\ud800',
];

describe.each(kinds)('%s', (kind, text) => {
  it.each(unseen)('has nothing left of %j before, after and inside of it', (sign) => {
    for (const dirty of [sign + text, text + sign, text.slice(0, 2) + sign + text.slice(2)]) expect(all[kind](dirty)).toBe(text);
  });
});

/** Kinds for machines: people and input methods write their signs in variants. */
const machine = ['phone', 'email', 'username', 'account', 'code', 'paperCode', 'userCode', 'year'] as const satisfies readonly Kind[];

it.each(machine)('%s may be written in full-width signs, with blanks around', (kind) => {
  const wide = usual[kind].replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
  expect(all[kind](`\u3000${wide}\u00a0\n`)).toBe(usual[kind]);
});

it.each(['phone', 'code', 'year'] as const)('%s may be written in the digits of any script', (kind) => {
  for (const zero of [0x660, 0x6f0, 0x966, 0xe50, 0x1810, 0xff10, 0x1d7ce, 0x1e950]) {
    const written = usual[kind].replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    expect(all[kind](written)).toBe(usual[kind]);
  }
});

it.each([
  [`Your code is ${someCode}.`, someCode],
  [`验证码 ${fullWidth(someCode)}，10 分钟内有效`, someCode],
  [`@id.example.com #${otherCode(someCode)}`, otherCode(someCode)],
  [`G-${someCode}`, someCode],
  ['123-456', someCode],
  ['G-123-456', someCode],
  ['1 2 3 4 5 6', someCode],
  ['123\u200b456', someCode],
  ['123\u2013456', someCode],
  ['123\u2212456', someCode],
  ['Code: 246 810', '246810'],
  [`您的手机 13812345678 的验证码是 ${someCode}`, someCode],
  [`${someCode}, again: ${someCode}`, someCode],
  // Which of two it is, nobody can tell; and a longer number has no code in it.
  [`${someCode} ${otherCode(someCode)}`, `${someCode}${otherCode(someCode)}`],
  [digits(limits.codeDigits + 2), digits(limits.codeDigits + 2)],
  ['12 3', '123'],
  ['', ''],
])('the code in %j is %j', (text, code) => {
  expect(clean.code(text)).toBe(code);
});

it('takes out of a name what no one can see, and keeps what one can', () => {
  expect(cleanText.name(' A\u202Enna\u200B \t\u2028B\u0007\u3164ell\uFEFF ')).toBe('Anna Bell');
  expect(cleanText.name('李\u2066雷\u2069 · Ünïcödé')).toBe('李雷 · Ünïcödé');
});

it.each([
  '👨\u200d👩\u200d👧',
  '🏳\ufe0f\u200d🌈',
  '1\ufe0f\u20e3',
  '葛\u{e0100}城',
  'می\u200cخواهم',
  'അവന്\u200d',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
])('keeps %s whole in names and texts', (text) => {
  for (const kind of ['nickname', 'name', 'lines', 'line'] as const) expect(all[kind](text)).toBe(text);
});

it('shows in a message no name that a program makes a link of', () => {
  for (const dot of ['.', '\u3002', '\uFF0E', '\uFF61', '\u2024']) expect(nameInMessage(`evil${dot}com`)).toBe('evil·com');
});
