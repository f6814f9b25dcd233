// @one-database
import { asOwn } from '#server/core/account/identifiers/contact.ts';
import { supportLink, tokenLink } from '#server/core/sign-in/links/mail-link.ts';
import { day, hour } from '#server/platform/clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEveryLanguage, languages, type Language } from '#contract/vocabulary/languages.ts';
import { codeScenes } from '#contract/sign-in/codes/code-scenes.words.ts';
import { changes as told } from '#messages/en/mail-changes.ts';
import { mail } from '#messages/en/mail.ts';
import type { AppEvent, ChangeEvent } from '#messages/mail-texts.ts';
import { nowhere } from '#server/platform/geo/places.ts';
import { newId } from '#server/platform/ids.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { noFreezeLinks } from '#server/testing/people/no-freeze-links.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { contactsOf, createNotices, type ChangeNotice } from './notices.ts';

let core: TestCore;

beforeAll(async () => {
  core = await openTestCore();
});

afterAll(async () => {
  await core.close();
});

const everyCode = codeScenes.flatMap((scene) =>
  languages.flatMap((language) => (['sms', 'email'] as const).map((channel) => ({ scene, language, channel }))),
);

describe('a code', () => {
  it.each(everyCode)(
    'for $scene by $channel in $language is a complete text with the code and the brand',
    async ({ scene, language, channel }) => {
      const to = channel === 'sms' ? '13800138000' : 'anna@example.com';
      const expiresAt = core.clock.now() + 600_000;
      await core.notices.sendCode({
        id: newId(),
        scene,
        channel,
        to,
        code: '012345',
        language,
        expiresAt,
        lane: 'stranger',
        discard: false,
        showsOutage: false,
      });
      const [message] = await core.sentTo(to);
      expect(message).toMatchObject({ channel, scene, code: '012345' });
      const text = `${message?.subject ?? ''} ${message?.text ?? ''}`;
      expect(text).toContain('012345');
      expect(text).toContain(language === 'zh_CN' ? '雪松账号' : 'Cedar ID');
      expect(text).toMatch(/10 (?:minutes|分钟)/);
      expect(text).not.toMatch(/[{}]/);
    },
  );
});

describe('the welcome mail', () => {
  it('goes to an account with an email, in its language, with the way to the account', async () => {
    const account = await core.account({ email: 'Li@example.com' });
    await core.notices.sendWelcome(account);
    const [message] = await core.sentTo('Li@example.com');
    expect(message).toMatchObject({
      to: 'Li@example.com',
      scene: 'welcome',
      subject: '欢迎使用雪松账号',
      code: null,
      link: 'https://id.example.com/',
    });
    expect(message?.text).toContain('您可以用 Li@example.com 登录和找回账号。');
    expect(message?.text).not.toContain(account.number);
  });

  it('does not go to an account without an email', async () => {
    await core.notices.sendWelcome(await core.account({ phone: '13800138001' }));
    expect(await core.sentTo('13800138001')).toEqual([]);
  });
});

// Not caused by a request of the owner; they have their own tests.
const unasked: readonly ChangeEvent[] = [
  'deletionReminder',
  'accountLocked',
  'accountUnlocked',
  'sessionsEnded',
  'deletionRestored',
  'wayBack',
  'operatorLooked',
  'requestAnswered',
  'termsAhead',
  'termsDue',
  'guardianEnds',
  'childDue',
];
/** Their facts are their own: `floods.test.ts`, `claims.test.ts` and `waits.test.ts` of the capabilities. */
const ofClaims: readonly ChangeEvent[] = [
  'digest',
  'claimOpened',
  'claimReminder',
  'claimDue',
  'waitOpened',
  'waitReminder',
  'waitDue',
  'waitDone',
];
const events = (Object.keys(told) as ChangeEvent[]).filter((event) => !unasked.includes(event) && !ofClaims.includes(event));

const everyChange = events.flatMap((event) => languages.map((language) => ({ event, language })));

const undoLink = tokenLink('merge', { token: 'abc', lifeMs: 72 * hour });

/** The clock of these tests, as a person in Mainland China reads it. */
const now = { zh_CN: '1月5日 16:00', en_US: 'Jan 5, 4:00 PM' } as const;

function notice({
  language = 'en_US',
  ...changes
}: Partial<Record<keyof ChangeNotice, unknown>> & { readonly language?: Language } = {}): ChangeNotice {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the callers give what belongs together
  return {
    // Another one each time: many notices of one would gather.
    account: { id: newId(), region: 'CN', language },
    event: 'emailChanged',
    to: asOwn('email', 'changes@example.com'),
    values: {
      target: 'li***@example.com',
      name: 'evil.com',
      date: core.clock.now() + 15 * day,
      receipt: 'https://id.example.com/receipt#abc',
      changes: 'More.',
      reason: 'you asked for help',
      case: 'CASE-12',
    },
    from: '203.0.113.7',
    ...changes,
  } as ChangeNotice;
}

it('names in no subject what a stranger chose, and makes no link of it', async () => {
  for (const language of languages) {
    for (const event of Object.keys(told) as ChangeEvent[]) {
      const to = asOwn('email', `${newId()}@example.org`);
      await core.notices.sendChange(notice({ event, language, to }));
      const [message] = await core.sentTo(to.address);
      expect(message?.subject).not.toContain('evil');
      expect(message?.text).not.toContain('evil.com');
    }
    for (const event of Object.keys(mail.apps) as AppEvent[]) {
      const account = { id: newId(), emailShown: `${newId()}@example.org`, language, region: 'CN' } as const;
      const values = { owner: 'evil.com', days: '7', reasons: '', domain: 'example.org', address: 'https://example.org', date: '1' };
      await core.notices.sendApp({ account, event, app: forEveryLanguage(() => 'evil.com'), values });
      const [message] = await core.sentTo(account.emailShown);
      expect(message?.subject).not.toMatch(/evil|[{}]/);
      expect(message?.text).toContain('evil·com');
      expect(message?.text).not.toContain('evil.com');
    }
  }
});

describe('every notice', () => {
  it('is sent only after the commit of its transaction', async () => {
    const { db, keyring, clock } = core;
    let looks = 0;
    const notices = createNotices({
      db,
      queue: createOutboxQueue({ db, keyring, clock }),
      worker: { poke: () => void (looks += 1) },
      clock,
      wall: clock,
      publicUrl: 'https://id.example.com',
      placeOf: () => nowhere,
      freezeLinks: noFreezeLinks('token'),
      gather: () => Promise.resolve(false),
      supportEmail: 'support@example.com',
      brand: { id: { en_US: 'Cedar ID', zh_CN: '雪松账号' } },
    });
    await db.tx(async () => {
      await notices.sendChange(notice());
      expect(looks).toBe(0);
    });
    expect(looks).toBe(1);
  });
});

describe('a change', () => {
  it.each(everyChange)(
    '$event by mail in $language states time, place and advice; an SMS is that of `one-sms.test.ts`',
    async ({ event, language }) => {
      const to = asOwn('email', 'every@example.com');
      for (const link of [undefined, undoLink]) {
        await core.notices.sendChange(notice({ event, language, to, ...(link ? { link, linkKind: 'separate' } : {}) }));
        const [message] = await core.sentTo(to.address);
        expect(message).toMatchObject({ channel: 'email', scene: event, code: null });
        expect(message?.text).toContain(now[language]);
        expect(message?.text).toContain('203.0.*.*');
        expect(message?.text).not.toContain('203.0.113.7');
        expect(message?.text).toContain(`https://id.example.com${link?.path ?? '/notice#w.'}`);
        if (link !== undefined) expect(message?.text).toContain('72');
        expect(`${message?.subject ?? ''} ${message?.text}`).not.toMatch(/[{}]/);
      }
    },
  );

  it.each(
    (
      [
        'accountLocked',
        'accountUnlocked',
        'sessionsEnded',
        'deletionRestored',
        'wayBack',
        'operatorLooked',
        'requestAnswered',
        'termsAhead',
        'termsDue',
        'guardianEnds',
        'childDue',
      ] as const
    ).flatMap((event) => languages.map((language) => ({ event, language }))),
  )('$event by mail in $language says when, and whom to ask', async ({ event, language }) => {
    const to = asOwn('email', 'operator@example.com');
    await core.notices.sendChange(notice({ event, language, to, link: supportLink, linkKind: 'contact', from: '' }));
    const [message] = await core.sentTo(to.address);
    expect(message?.text).toMatch(language === 'zh_CN' ? /1月(?:5日 16:00|20日)/ : /Jan (?:5, 4:00 PM|20)/);
    expect(message?.text).toContain('support@example.com');
    expect(`${message?.subject ?? ''} ${message?.text}`).not.toMatch(/[{}]/);
  });

  it('shows the time in UTC outside of Mainland China, and half of an IPv6 network', async () => {
    await core.notices.sendChange(notice({ account: { id: newId(), region: 'DE', language: 'en_US' }, from: '2001:db8:1:2::3' }));
    const [message] = await core.sentTo('changes@example.com');
    expect(message?.text).toContain('Jan 5, 8:00 AM (UTC)');
    expect(message?.text).toContain('2001:db8:*');
  });

  it.each(languages)('announced for later is reminded of in %s with date and way back, but without a client IP', async (language) => {
    for (const channel of ['sms', 'email'] as const) {
      const to = { channel, address: channel === 'sms' ? '13800138005' : 'soon@example.com' };
      const link = tokenLink('withdrawal', { token: 'abc' });
      await core.notices.sendChange(notice({ event: 'deletionReminder', language, to, link, linkKind: 'withdraw', from: '' }));
      const [message] = await core.sentTo(to.address);
      expect(message?.text).toContain(language === 'zh_CN' ? '1月20日' : 'Jan 20');
      if (channel === 'email') expect(message?.text).toContain(link.path);
      expect(`${message?.subject ?? ''} ${message?.text}`).not.toMatch(/[{}]|Jan 5|1月5日/);
    }
  });

  it('goes to every phone and email of an account', async () => {
    const account = await core.account({ phone: '13800138003', email: 'Both@example.com' });
    expect(contactsOf(account)).toEqual([
      { channel: 'email', address: 'Both@example.com' },
      { channel: 'sms', address: '13800138003' },
    ]);
  });

  it('does not go by SMS when none can be sent', async () => {
    const { db, keyring, clock, worker } = core;
    const notices = createNotices({
      db,
      queue: createOutboxQueue({ db, keyring, clock }),
      worker,
      clock,
      wall: clock,
      publicUrl: 'https://id.example.com',
      placeOf: () => nowhere,
      smsIsAvailable: false,
      freezeLinks: noFreezeLinks('token'),
      gather: () => Promise.resolve(false),
      supportEmail: 'support@example.com',
      brand: { id: { ...forEveryLanguage(() => 'Cedar ID'), zh_CN: '雪松账号' } },
    });
    await notices.sendChange(notice({ to: { channel: 'sms', address: '13800138004' } }));
    expect(await core.db.q().selectFrom('outbox').select('id').execute()).toEqual([]);
  });
});
