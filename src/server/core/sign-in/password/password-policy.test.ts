import { describe, expect, it } from 'vitest';
import { weakness } from './password-policy.ts';

const context = { own: ['13800138000', 'lilei1987@example.com', '小雷'], brand: ['Cedar ID', 'Cedar OS', '雪松账号'] };

describe('a chosen password', () => {
  it.each(['violet7-Harbour', 'k7m2x9w4', 'tr0ubadour&3', 'Cedar-482913-root', 'correct horse 1'])('may be %s', (password) => {
    expect(weakness(password, context)).toBeUndefined();
  });

  it.each([
    ['', 'required'],
    ['abc123', 'min'],
    [`a1${'x'.repeat(63)}`, 'max'],
    ['pässword1x', 'zzts'],
    ['onlyletters', 'num_str'],
    ['1029384755', 'num_str'],
  ])('is refused: %j fails %s', (password, rule) => {
    expect(weakness(password, context)).toBe(rule);
  });

  it.each([
    'password1',
    'Password123!',
    'P@ssw0rd',
    'p455w0rd',
    'qwerty123',
    '1q2w3e4r',
    '1qaz2wsx',
    'woaini1314',
    'a1234567',
    'a123456789',
    'aaaa1111',
    'abcd1234',
    'qwer1234!',
    'abc123abc',
    'iloveyou520',
    '123456789a',
    'Admin2024',
    'qq123123123',
    'zhang123456',
    'cedar2026!',
    // Of the first ones on lists of leaked passwords, with an ending or with signs.
    'fuckyou1',
    'q1w2e3r4t5y6',
    'minecraft1',
    'P@ssw0rd1',
    'Sunshine2025',
    'iloveyou2024!',
    // Names, dates, numbers and words of Mainland China.
    'wangwei123',
    'zhangsan19900101',
    'china2008',
    'ab13812345678',
    'a1314520',
    'woaini520',
    '1q1q1q1q',
  ])('is refused for being common: %s', (password) => {
    expect(weakness(password, context)).toBe('common_password');
  });

  it.each(['a13800138000', 'Lilei1987!', 'lilei19871', 'lilei1987123', 'CedarID2026'])(
    'is refused for containing mainly own names: %s',
    (password) => {
      expect(weakness(password, context)).toBe('custom_password');
    },
  );

  it('may contain an own name beside a secret', () => {
    expect(weakness('lilei1987-harbour', context)).toBeUndefined();
  });
});
