// @one-database
import { describe, expect, it } from 'vitest';
import { codeScenes } from '#contract/sign-in/codes/code-scenes.words.ts';
import { noticeRows, type NoticeKind } from '#contract/protection/notices/notice-kinds.words.ts';
import { languages, type Language } from '#contract/vocabulary/languages.ts';
import type { ChangeLink } from '#messages/mail-texts.ts';
import { linkRows } from '#server/core/sign-in/links/link-rows.ts';
import { pageLink, supportLink, tokenLink, type MailLink } from '#server/core/sign-in/links/mail-link.ts';
import { day, hour } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createMessages } from '../notice-messages.ts';
import { isOneSms } from './one-sms.ts';

/** Twenty characters, the longest host for which every SMS is one part. */
const longHost = 'id.cedar-account.com';
const now = Date.UTC(2026, 10, 28, 8);
const token = newId();

function messagesAt(host: string, smsLinks = true) {
  return createMessages({
    wall: { wall: () => now },
    publicUrl: `https://${host}`,
    supportEmail: 'support@cedar-account.com',
    brand: { id: { en_US: 'Cedar ID', zh_CN: '雪松账号' } },
    smsLinks,
  });
}

/** A link of each kind, as the notices have it. */
const links: Readonly<Record<ChangeLink, MailLink>> = {
  freeze: tokenLink('notice', { token, lifeMs: 72 * hour }),
  stop: tokenLink('notice', { token, lifeMs: 72 * hour }),
  finish: tokenLink('notice', { token, page: '/recover#' }),
  separate: tokenLink('merge', { token, lifeMs: linkRows.merge.lifeMs }),
  withdraw: tokenLink('withdrawal', { token }),
  freezePage: pageLink('/freeze'),
  wayBack: pageLink('/frozen'),
  recover: pageLink('/register/support'),
  contact: supportLink,
};

/** Notices without an answer, or with their own page; every other one has the link that freezes. */
const otherLinks: Partial<Record<NoticeKind, ChangeLink>> = {
  ...Object.fromEntries((['claimOpened', 'claimReminder', 'waitOpened', 'waitReminder', 'waitDue'] as const).map((kind) => [kind, 'stop'])),
  ...Object.fromEntries((['merged', 'mergeUndone'] as const).map((kind) => [kind, 'separate'])),
  claimDue: 'finish',
  frozen: 'wayBack',
  wayBack: 'recover',
};
const unanswered: readonly NoticeKind[] = [
  'deletionRequested',
  'deletionReminder',
  'deletionRestored',
  'accountLocked',
  'accountUnlocked',
  'sessionsEnded',
  'operatorLooked',
  'requestAnswered',
  'termsAhead',
  'termsDue',
  'guardianEnds',
  'childDue',
];

function linkOf(event: NoticeKind): ChangeLink | undefined {
  return unanswered.includes(event) ? undefined : (otherLinks[event] ?? 'freeze');
}

const kinds = Object.keys(noticeRows) as NoticeKind[];
const linkKinds = Object.keys(links) as ChangeLink[];

const receiptOf = (host: string) => `https://${host}${tokenLink('receipt', { token }).short}`;

function smsOf(
  event: NoticeKind,
  linkKind: ChangeLink,
  {
    host = longHost,
    smsLinks = true,
    language = 'zh_CN',
  }: { readonly host?: string; readonly smsLinks?: boolean; readonly language?: Language } = {},
): string {
  const long = {
    zh_CN: { near: '乌鲁木齐', device: 'HarmonyOS 上的 Samsung Internet' },
    en_US: { near: 'Llanfairpwll', device: 'Samsung Internet on Android' },
  };
  const message = messagesAt(host, smsLinks).changeMessage({
    account: { region: 'CN', language },
    event,
    to: { channel: 'sms', address: '13800138000' },
    values: {
      target: '13',
      name: 'a name of somebody else that is very long indeed, as they may be',
      n: 12,
      date: now + 15 * day,
      due: now + 3 * day,
      reason: 'x',
      case: 'CS-077',
      changes: 'x'.repeat(300),
      what: 'x'.repeat(40),
      way: 'x'.repeat(40),
      place: 'near Shanghai',
      ...long[language],
      ...(event === 'deletionRequested' && { receipt: receiptOf(host) }),
    },
    link: links[linkKind],
    linkKind,
  });
  return 'text' in message ? message.text : '';
}

describe.each(languages)('an SMS in %s', (language) => {
  it.each(codeScenes)('with a code for %s fits into one, and ends with the line that binds it to the site', (scene) => {
    const code = { scene, channel: 'sms', to: '13800138000', code: '012345', language } as const;
    const message = messagesAt(longHost).codeMessage(code);
    const text = 'text' in message ? message.text : '';
    expect(text.split('\n').at(-1)).toBe(`@${longHost} #012345`);
    expect(text).toContain('012345');
    expect([text, isOneSms(text)]).toEqual([text, true]);
  });

  it.each(kinds)('about %s fits into one with every link that it may have, and keeps the link', (event) => {
    for (const linkKind of linkKinds) {
      for (const smsLinks of [true, false]) {
        const text = smsOf(event, linkKind, { smsLinks, language });
        expect([text, isOneSms(text), /[{}]|undefined/.test(text)]).toEqual([text, true, false]);
        if (language === 'en_US') expect(text).toMatch(/^[\n\r\x20-\x7E]*$/);
        if (smsLinks && linkKind === linkOf(event)) expect(text).toContain(links[linkKind].short.slice(1));
        if (!smsLinks) expect(text).not.toContain(longHost.concat('/'));
      }
    }
  });
});

it.each([
  ['newPlace', 'freeze', 'zh_CN', `【雪松账号】乌鲁木齐附近有新登录，不是您？https://id.example.com/n#${token}`],
  [
    'newBrowser',
    'freeze',
    'en_US',
    `Cedar ID: new sign-in near Llanfairpwll, Samsung Internet on Android. Not you? https://id.example.com/n#${token}`,
  ],
  ['passwordChanged', 'freeze', 'zh_CN', `【雪松账号】您的密码已修改，不是您？https://id.example.com/n#${token}`],
  ['passwordChanged', 'freeze', 'en_US', `Cedar ID: your password was changed. Not you? https://id.example.com/n#${token}`],
  ['claimOpened', 'stop', 'zh_CN', `【雪松账号】有人申请找回账号，点此阻止：https://id.example.com/n#${token}`],
  ['claimOpened', 'stop', 'en_US', `Cedar ID: someone asked to get into your account. Stop it: https://id.example.com/n#${token}`],
  ['deletionRequested', 'withdraw', 'zh_CN', `【雪松账号】账号将于 12月13日注销，登录可撤回。回执：id.example.com/r#${token}`],
  [
    'deletionRequested',
    'withdraw',
    'en_US',
    `Cedar ID: your account will be deleted on Dec 13. Sign in to keep it. Receipt: https://id.example.com/r#${token}`,
  ],
  ['exportReady', 'freeze', 'zh_CN', `【雪松账号】数据副本已生成，不是您申请的？https://id.example.com/n#${token}`],
  ['exportReady', 'freeze', 'en_US', `Cedar ID: your data copy is ready. Not you? https://id.example.com/n#${token}`],
] as const)('says of %s with %s in %s: %s', (event, linkKind, language, said) => {
  expect(smsOf(event, linkKind, { host: 'id.example.com', language })).toBe(said);
});

it('names the page that freezes where carriers refuse links, and no receipt', () => {
  expect(smsOf('passwordChanged', 'freeze', { smsLinks: false })).toBe('【雪松账号】您的密码已修改，不是您？请打开“账号被盗？”');
  expect(smsOf('newBrowser', 'freeze', { smsLinks: false, language: 'en_US' })).toBe(
    'Cedar ID: new sign-in near Llanfairpwll, Samsung Internet on Android. Not you? Open "Account stolen?"',
  );
  expect(smsOf('deletionRequested', 'withdraw', { smsLinks: false })).toBe('【雪松账号】账号将于 12月13日注销，登录可撤回');
});

it('counts the signs of the GSM alphabet, and those outside of it', () => {
  expect([isOneSms('x'.repeat(160)), isOneSms('x'.repeat(161)), isOneSms('['.repeat(81))]).toEqual([true, false, false]);
  expect([isOneSms('账'.repeat(70)), isOneSms('账'.repeat(71))]).toEqual([true, false]);
});
