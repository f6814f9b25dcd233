import { expect, it } from 'vitest';
import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { silencedFirst } from './notice-settings.ts';

const mail = { channel: 'email', address: 'anna@example.com' } as const;
const sms = { channel: 'sms', address: '13800138000' } as const;
const both = { ...usualChoice, signIns: { mail: true, sms: true } };
const bySms = { ...usualChoice, signIns: { mail: false, sms: true } };

it.each([
  ['text messages', both, usualChoice, [sms, mail]],
  ['mail', both, bySms, [mail, sms]],
  ['nothing', usualChoice, both, [mail, sms]],
] as const)('a change of the choice that silences %s is told there first', (_, before, after, told) => {
  expect(silencedFirst([mail, sms], { before, after })).toEqual(told);
});
