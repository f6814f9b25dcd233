import { describe, expect, it } from 'vitest';
import { accountRules, contactRules } from '#contract/rules/account.ts';
import { textsAbout } from './texts-about.ts';

describe('the texts about an identifier', () => {
  it.each([
    ['', 'account', 'account'],
    ['12345', 'account', 'account'],
    ['ab', 'account', 'account'],
    ['cedar-forest', 'username', 'account'],
    ['someone@nowhere', 'account', 'account'],
    ['13800138000', 'phone', 'phone'],
    ['+86 138 0013 8000', 'phone', 'phone'],
    ['someone@example.com', 'email', 'email'],
    [' someone＠example.com ', 'email', 'email'],
  ] as const)('are, for %j, those of the field kind %s, and %s where only a phone or an email is accepted', (typed, kind, contact) => {
    expect([textsAbout(typed, accountRules), textsAbout(typed, contactRules)]).toEqual([kind, contact]);
  });
});
