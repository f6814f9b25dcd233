// @one-database
import { asOwn } from '#server/core/account/identifiers/contact.ts';
import { supportLink, tokenLink } from '#server/core/sign-in/links/mail-link.ts';
import { day, hour } from '#server/platform/clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeScenes } from '#contract/sign-in/codes/code-scenes.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { changes } from '#messages/en/mail-changes.ts';
import type { ChangeEvent, ChangeLink } from '#messages/mail-texts.ts';
import { nowhere, type PlaceOf } from '#server/platform/geo/places.ts';
import { newId } from '#server/platform/ids.ts';
import type { MailMessage } from '#server/platform/sending/mail/mail.ts';
import { renderMail } from '#server/platform/sending/mail/mail-template.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';

/** Knows one network. */
const placeOf: PlaceOf = (address, language) =>
  address.startsWith('36.') ? { country: 'CN', region: '', city: language === 'zh_CN' ? '武汉' : 'Wuhan' } : nowhere;

let core: TestCore;
let mails: readonly MailMessage[];

const token = 'x'.repeat(22);
const linkKinds: readonly ChangeLink[] = [
  'freeze',
  'freezePage',
  'wayBack',
  'separate',
  'withdraw',
  'contact',
  'stop',
  'finish',
  'recover',
];
const undo = tokenLink('merge', { token, lifeMs: 72 * hour });
/** Too long for a line of 390 pixels. */
const longWord = 'wolfeschlegelsteinhausenbergerdorff@donaudampfschifffahrtsgesellschaft.example.com';

beforeAll(async () => {
  core = await openTestCore({ placeOf });
  // No message leaves before the commit.
  mails = await core.db.tx(async () => {
    await sendEverything();
    return waiting();
  });
});

afterAll(async () => {
  await core.close();
});

async function sendEverything(): Promise<void> {
  for (const language of languages) {
    for (const scene of codeScenes) {
      const code = { scene, channel: 'email', to: 'a@example.com', code: '012345', language, expiresAt: core.clock.now() + 1 } as const;
      await core.notices.sendCode({ ...code, id: newId(), lane: 'stranger', discard: false, showsOutage: false });
      await core.notices.sendCode({
        ...code,
        id: newId(),
        lane: 'stranger',
        discard: false,
        showsOutage: false,
        link: undo,
      });
    }
    const account = await core.account({ email: `${language.toLowerCase().replace('_', '')}@example.com` });
    await core.notices.sendWelcome({ ...account, language, emailShown: longWord });
    for (const event of Object.keys(changes) as ChangeEvent[]) {
      for (const linkKind of linkKinds) {
        await core.notices.sendChange({
          // Another one each time: many of one would gather.
          account: { ...account, language, id: newId() },
          event,
          to: asOwn('email', 'a@example.com'),
          values: {
            target: longWord,
            name: longWord,
            date: core.clock.now() + 15 * day,
            way: longWord,
            what: longWord,
            receipt: `https://id.example.com/receipt#${token}`,
            changes: longWord,
            reason: longWord,
            case: longWord,
            due: core.clock.now() + 3 * day,
            n: 3,
          },
          from: '203.0.113.7',
          by: { userAgent: 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36' },
          ...(linkKind === 'freeze' ? {} : { linkKind, link: linkKind === 'contact' ? supportLink : undo }),
        });
      }
    }
  }
}

async function waiting(): Promise<readonly MailMessage[]> {
  const queue = createOutboxQueue(core);
  const rows = await core.db.q().selectFrom('outbox').select('sealed').execute();
  return rows.flatMap(({ sealed }) => {
    const { message } = queue.open(sealed);
    return message.channel === 'email' ? [message] : [];
  });
}

/** What a reader of the HTML sees, in its order. */
function wordsOf(html: string): readonly string[] {
  return textsOf(html, 'light')
    .map(({ text }) => text)
    .filter((text) => text !== '◎');
}

interface Colored {
  readonly text: string;
  readonly color: string;
  readonly background: string;
}

/** The body without the line that only a list of mails shows. */
function shownBody(html: string): string {
  return html
    .slice(html.indexOf('<body'))
    .replace(/<div style="display:none[^>]*>[^<]*<\/div>/, '')
    .replaceAll('<br>', '<p></p>');
}

/** Texts of the body with their colors: inline styles, overridden by class in the dark scheme. */
function textsOf(html: string, scheme: 'light' | 'dark'): readonly Colored[] {
  const darkRules = new Map(
    Array.from(html.matchAll(/\.(\w+)\{([^}]*)\}/g), ([, name = '', rules = '']) => [name, rules.replaceAll('!important', '')]),
  );
  const stack: Omit<Colored, 'text'>[] = [{ color: '#000000', background: '#ffffff' }];
  const texts: Colored[] = [];
  for (const [, closing, name, attributes = '', text = ''] of shownBody(html).matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    if (closing === '/') stack.pop();
    else {
      const classes = /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? [];
      const styles = [
        /style="([^"]*)"/.exec(attributes)?.[1] ?? '',
        ...classes.map((each) => (scheme === 'dark' ? darkRules.get(each) : '')),
      ];
      const value = (property: string, inherited: string) =>
        styles.reduce<string>((found, style) => new RegExp(`(?:^|;)${property}:(#\\w{6})`).exec(style ?? '')?.[1] ?? found, inherited);
      const above = stack.at(-1) ?? { color: '', background: '' };
      stack.push({ color: value('color', above.color), background: value('background', above.background) });
      expect(name).toMatch(/^(?:body|table|tr|td|p|h1|a)$/);
    }
    if (text.trim() !== '') texts.push({ text: unescape(text), ...(stack.at(-1) ?? { color: '', background: '' }) });
  }
  return texts;
}

function unescape(text: string): string {
  return text.trim().replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)));
}

/** WCAG 2.2, contrast ratio. */
function contrast({ color, background }: Colored): number {
  const [light = 0, dark = 0] = [luminance(color), luminance(background)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('every mail, in both languages', () => {
  it('is complete, and states the same facts as text and as HTML', () => {
    expect(mails).toHaveLength(2 * (2 * codeScenes.length + 1 + Object.keys(changes).length * linkKinds.length));
    for (const message of mails) {
      const { text, html, subject } = renderMail(message);
      const { heading, paragraphs, code, facts = [], action, line, brand, footer, reference } = message.content;
      const answers = action === undefined ? [] : [action.calm, action].filter((answer) => answer !== undefined);
      const said = [brand, heading, code, ...paragraphs];
      const asked = [action?.sentence, ...answers.map(({ label }) => label), action?.note];
      const kept = line === undefined ? [] : [line.before, line.label, line.after];
      const words = [...said, ...facts.flat(), ...asked, ...kept, reference, footer].flatMap((part) => part?.trim() || []);
      expect(wordsOf(html)).toEqual(words);
      const places = [...said, ...facts.map(([, value]) => value), ...asked, reference, footer].flatMap((part) => part || []);
      // The same words in the same order, each answer followed by its address on its own line.
      expect(places.reduce((at, part) => (at < 0 ? at : text.indexOf(part, at)), 0)).toBeGreaterThan(0);
      for (const { label, href } of answers) expect(text).toContain(`\n\n${label}\n${href}\n`);
      expect(html.slice(html.indexOf('<body')).replaceAll(/href="[^"]*"/g, '')).not.toMatch(/https?:|mailto:|\d{12}/);
      expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/);
      expect(subject).not.toBe('');
    }
  });

  it('declares its language and both schemes, and loads nothing', () => {
    for (const message of mails) {
      const { html } = renderMail(message);
      expect(html).toContain(`<html lang="${message.language === 'zh_CN' ? 'zh-CN' : 'en'}">`);
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('<meta name="viewport" content="width=device-width">');
      expect(html).not.toMatch(/\bsrc=|srcset|url\(|@import|<link|<script|<img|<iframe|<form|background="|\son\w+=/i);
      const addresses = Array.from(html.matchAll(/(?:href="|https?:\/\/)[^"<\s]*/g), ([address]) => address);
      expect(addresses.filter((address) => !/^href="(?:https:\/\/id\.example\.com\/|mailto:support@example\.com$)/.test(address))).toEqual(
        [],
      );
    }
  });

  it.each(['light', 'dark'] as const)('has a contrast of at least 4.5 to 1 in the %s scheme, and only known colors', (scheme) => {
    for (const message of mails) {
      for (const each of textsOf(renderMail(message).html, scheme)) {
        expect([each.text, each.color, each.background, contrast(each) >= 4.5]).toEqual([each.text, each.color, each.background, true]);
        if (each.text !== '◎') expect(luminance(each.background) > 0.18).toBe(luminance(each.color) < 0.18);
      }
    }
  });

  it('is never wider than its window: words break anywhere, and only the names of facts and the mark have a width', () => {
    for (const message of mails) {
      const { html } = renderMail(message);
      const shown = html
        .replace('width:auto', '')
        .replaceAll(/<p aria-hidden="true"[^>]*>◎<\/p>/g, '')
        .replaceAll(/<td class="soft" style="[^"]*white-space:nowrap[^>]*>[^<]{1,6}<\/td>/g, '');
      expect(shown).toMatch(/max-width:480px;table-layout:fixed/);
      expect(shown).toMatch(/class="card" style="[^"]*word-break:break-word;overflow-wrap:anywhere/);
      expect(shown).not.toMatch(/(?:[; "]width:|\swidth="(?!(?:100|50)%))|white-space|nowrap/);
    }
  });

  it('asks with two equal answers, each with its question on the page, and never shows a code in a list of mails', () => {
    for (const message of mails) {
      const { html } = renderMail(message);
      const hidden = /<div style="display:none[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
      expect(hidden).not.toBe('');
      if (message.content.code !== undefined) expect(hidden).not.toContain(message.content.code);
      const { calm, href } = message.content.action ?? {};
      if (calm === undefined || !calm.href.includes('#')) continue;
      expect([calm.href.replace('#m.', '#'), href?.includes('#w.')]).toEqual([href?.replace('#w.', '#'), true]);
    }
  });

  it('names the device, the city and the time of what happened, and the network only where there is no city', async () => {
    const seen = async (from: string, language: 'zh_CN' | 'en_US') => {
      const to = asOwn('email', `${newId()}@example.com`);
      const userAgent = 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
      const account = { id: newId(), region: 'CN', language } as const;
      await core.notices.sendChange({ account, event: 'newPlace', to, from, by: { userAgent } });
      return (await waiting())
        .find((message) => message.to === to.address)
        ?.content.facts?.map(([, value]) => value.replaceAll('\u202F', ' '));
    };
    expect(await core.db.tx(() => seen('36.1.2.3', 'zh_CN'))).toEqual(['Android 上的 Chrome', '武汉附近', '1月5日 16:00']);
    expect(await core.db.tx(() => seen('36.1.2.3', 'en_US'))).toEqual(['Chrome on Android', 'near Wuhan', 'Jan 5, 4:00 PM']);
    expect(await core.db.tx(() => seen('203.0.113.7', 'en_US'))).toEqual(['Chrome on Android', 'network 203.0.*.*', 'Jan 5, 4:00 PM']);
  });
});
