import { expect, it } from 'vitest';
import { cleanName, nameInMessage } from './clean-name.ts';

it('takes out of a name what no one can see, and keeps what one can', () => {
  expect(cleanName(' A\u202Enna\u200B \t\u2028B\u0007\u3164ell\uFEFF ')).toBe('Anna Bell');
  expect(cleanName('李\u2066雷\u2069 · Ünïcödé')).toBe('李雷 · Ünïcödé');
});

it('shows in a message no name that a program makes a link of', () => {
  for (const dot of ['.', '\u3002', '\uFF0E', '\uFF61', '\u2024']) expect(nameInMessage(`evil${dot}com`)).toBe('evil·com');
});
