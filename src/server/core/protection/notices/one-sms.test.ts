// @one-database
import { describe, expect, it } from 'vitest';
import { codeScenes } from '#contract/sign-in/codes/code-scenes.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { mail } from '#messages/en/mail.ts';
import type { ChangeEvent, ChangeLink } from '#messages/mail-texts.ts';
import { asOwn } from '#server/core/account/identifiers/contact.ts';
import { linkRows } from '#server/core/sign-in/links/link-rows.ts';
import { pageLink, supportLink, tokenLink } from '#server/core/sign-in/links/mail-link.ts';
import { hour } from '#server/platform/clock.ts';
import { createMessages } from './notice-messages.ts';
import { firstOneSms, isOneSms } from './one-sms.ts';

const messages = createMessages({
  wall: { wall: () => Date.UTC(2026, 10, 28, 8) },
  publicUrl: 'https://id.cedar-account.com',
  supportEmail: 'support@cedar-account.com',
  brand: { id: { en_US: 'Cedar ID', zh_CN: '雪松账号' } },
});
const events = Object.keys(mail.changes) as ChangeEvent[];
/** Kinds that come with the address of our support, or with a receipt. */
const answered: readonly ChangeEvent[] = [
  'deletionRequested',
  'operatorLooked',
  'requestAnswered',
  'termsAhead',
  'termsDue',
  'guardianEnds',
  'childDue',
];
const token = 'x'.repeat(22);
const links = [
  tokenLink('notice', { token, page: '/n#' }),
  tokenLink('merge', { token, lifeMs: 72 * hour }),
  pageLink('/freeze'),
  supportLink,
];

describe.each(languages)('an SMS in %s', (language) => {
  it.each(codeScenes)('with a code for %s fits into one', (scene) => {
    const message = messages.codeMessage({
      scene,
      channel: 'sms',
      to: '13800138000',
      code: '012345',
      language,
      id: 'x',
      lane: 'stranger',
      discard: false,
      showsOutage: false,
      expiresAt: 1,
    });
    const text = 'text' in message ? message.text : '';
    expect(text).toContain('@id.cedar-account.com #012345');
    expect([text, isOneSms(text)]).toEqual([text, true]);
  });

  it.each(events)('about %s fits into one, with any link, name and date', (event) => {
    for (const link of links)
      for (const linkKind of Object.keys(mail.changeLinks) as ChangeLink[])
        for (const name of ['Chrome', '微信', 'wolfeschlegelsteinhausenbergerdorff@donaudampfschifffahrt.example.com']) {
          const date = language === 'zh_CN' ? '2026年12月13日 16:00 (UTC+8)' : 'Dec 13, 2026, 4:00 PM (UTC+8)';
          const receipt = `https://id.cedar-account.com/receipt#${token}`;
          const values = { name, target: name, date, due: date, what: name, reason: name, case: 'CASE-12', n: 12, receipt, member: name };
          const account = { number: '123456789012', region: 'CN' } as const;
          const to = asOwn('sms', '13800138000');
          const message = messages.changeMessage({ account, event, to, language, values, link, linkKind, from: '203.0.113.7' });
          const text = 'text' in message ? message.text : '';
          expect([text, isOneSms(text)]).toEqual([text, true]);
          expect(text).not.toMatch(/[{}]/);
          const isActing = link === links[0] && linkKind === 'freeze' && name === 'Chrome';
          if (isActing && !answered.includes(event)) expect(text).toContain(`/n#${token}`);
        }
  });
});

it('counts the signs of the GSM alphabet, and those outside of it', () => {
  expect([isOneSms('x'.repeat(160)), isOneSms('x'.repeat(161)), isOneSms('['.repeat(81))]).toEqual([true, false, false]);
  expect([isOneSms('账'.repeat(70)), isOneSms('账'.repeat(71))]).toEqual([true, false]);
  expect(firstOneSms(['“Cedar” – it’s…'])).toBe('"Cedar" - it\'s...');
  expect(linkRows.notice.pages).toContain('/n#');
});
