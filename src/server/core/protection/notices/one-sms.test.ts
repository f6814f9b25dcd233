// @one-database
import { describe, expect, it } from 'vitest';
import { codeScenes } from '#contract/sign-in/codes/code-scenes.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { createMessages } from './notice-messages.ts';
import { isOneSms } from './one-sms.ts';

const messages = createMessages({
  wall: { wall: () => Date.UTC(2026, 10, 28, 8) },
  publicUrl: 'https://id.cedar-account.com',
  supportEmail: 'support@cedar-account.com',
  brand: { id: { en_US: 'Cedar ID', zh_CN: '雪松账号' } },
});

describe.each(languages)('an SMS in %s', (language) => {
  it.each(codeScenes)('with a code for %s fits into one, and ends with the line that binds it to the site', (scene) => {
    const code = { scene, channel: 'sms', to: '13800138000', code: '012345', language, id: 'x', expiresAt: 1 } as const;
    const message = messages.codeMessage({ ...code, lane: 'stranger', discard: false, showsOutage: false });
    const text = 'text' in message ? message.text : '';
    expect(text.split('\n').at(-1)).toBe('@id.cedar-account.com #012345');
    expect([text, isOneSms(text)]).toEqual([text, true]);
  });
});

it('counts the signs of the GSM alphabet, and those outside of it', () => {
  expect([isOneSms('x'.repeat(160)), isOneSms('x'.repeat(161)), isOneSms('['.repeat(81))]).toEqual([true, false, false]);
  expect([isOneSms('账'.repeat(70)), isOneSms('账'.repeat(71))]).toEqual([true, false]);
});
