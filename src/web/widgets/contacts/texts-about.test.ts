import { describe, expect, it } from 'vitest';
import { textsAbout } from './texts-about.ts';

describe('the texts about an identifier', () => {
  it.each([
    ['', 'account'],
    ['12345', 'account'],
    ['cedar-forest', 'account'],
    ['someone@nowhere', 'account'],
    ['13800138000', 'phone'],
    ['+86 138 0013 8000', 'phone'],
    ['someone@example.com', 'email'],
    [' someone＠example.com ', 'email'],
  ] as const)('are, for %j, those of the field kind %s', (typed, kind) => {
    expect(textsAbout(typed)).toBe(kind);
  });
});
