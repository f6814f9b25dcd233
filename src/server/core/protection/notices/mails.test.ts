// @one-database
import { asOwn } from '#server/core/account/identifiers/contact.ts';
import { tokenLink } from '#server/core/sign-in/links/mail-link.ts';
import { hour } from '#server/platform/clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeScenes } from '#contract/sign-in/codes/code-scenes.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { mail } from '#messages/en/mail.ts';
import type { ChangeEvent, ChangeLink } from '#messages/mail-texts.ts';
import { newId } from '#server/platform/ids.ts';
import type { MailMessage } from '#server/platform/sending/mail/mail.ts';
import { renderMail } from '#server/platform/sending/mail/mail-template.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';

let core: TestCore;
let mails: readonly MailMessage[];

const token = 'x'.repeat(43);
const undo = tokenLink('merge', { token, lifeMs: 72 * hour });
/** Too long for a line of 390 pixels. */
const longWord = 'wolfeschlegelsteinhausenbergerdorff@donaudampfschifffahrtsgesellschaft.example.com';

beforeAll(async () => {
  core = await openTestCore();
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
    await core.notices.sendWelcome({ ...account, language, nickname: longWord });
    for (const event of Object.keys(mail.changes) as ChangeEvent[]) {
      for (const linkKind of Object.keys(mail.changeLinks) as ChangeLink[]) {
        await core.notices.sendChange({
          // Another one each time: many of one would gather.
          account: { ...account, id: newId() },
          event,
          to: asOwn('email', 'a@example.com'),
          language,
          values: {
            target: longWord,
            name: longWord,
            date: '2026年1月20日 16:00 (UTC+8)',
            way: longWord,
            what: longWord,
            receipt: longWord,
            changes: longWord,
            reason: longWord,
            case: longWord,
            due: '2026年1月20日 16:00 (UTC+8)',
            n: 3,
          },
          from: '203.0.113.7',
          ...(linkKind === 'freeze' ? {} : { linkKind, link: undo }),
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

/** Texts of a mail's HTML, one per element. */
function wordsOf(html: string): readonly string[] {
  return textsOf(html, 'light').map(({ text }) => text);
}

interface Colored {
  readonly text: string;
  readonly color: string;
  readonly background: string;
}

/** Texts of the body with their colors: inline styles, overridden by class in the dark scheme. */
function textsOf(html: string, scheme: 'light' | 'dark'): readonly Colored[] {
  const darkRules = new Map(
    Array.from(html.matchAll(/\.(\w+)\{([^}]*)\}/g), ([, name = '', rules = '']) => [name, rules.replaceAll('!important', '')]),
  );
  const stack: Omit<Colored, 'text'>[] = [{ color: '#000000', background: '#ffffff' }];
  const texts: Colored[] = [];
  for (const [, closing, name, attributes = '', text = ''] of html.slice(html.indexOf('<body')).matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
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
    expect(mails).toHaveLength(2 * (2 * codeScenes.length + 1 + Object.keys(mail.changes).length * Object.keys(mail.changeLinks).length));
    for (const message of mails) {
      const { text, html, subject } = renderMail(message);
      const { heading, paragraphs, code, action, brand, footer, reference } = message.content;
      const link = action === undefined ? [] : [action.sentence, action.label, action.href];
      const facts = [
        brand,
        heading,
        ...paragraphs,
        ...(code === undefined ? [] : [code]),
        ...link,
        footer,
        ...(reference === undefined ? [] : [reference]),
      ];
      expect(wordsOf(html)).toEqual(facts);
      for (const fact of facts) expect(text).toContain(fact);
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
      expect(addresses.every((address) => /^(?:href=")?https:\/\/id\.example\.com\//.test(address))).toBe(true);
    }
  });

  it.each(['light', 'dark'] as const)('has a contrast of at least 4.5 to 1 in the %s scheme, and only known colors', (scheme) => {
    for (const message of mails) {
      for (const each of textsOf(renderMail(message).html, scheme)) {
        expect([each.text, each.color, each.background, contrast(each) >= 4.5]).toEqual([each.text, each.color, each.background, true]);
        expect(luminance(each.background) > 0.18).toBe(luminance(each.color) < 0.18);
      }
    }
  });

  it('is never wider than its window: words break anywhere, and no part has a fixed width', () => {
    for (const message of mails) {
      const { html } = renderMail(message);
      expect(html).toMatch(/max-width:480px;table-layout:fixed/);
      expect(html).toMatch(/class="card" style="[^"]*word-break:break-word;overflow-wrap:anywhere/);
      expect(html).not.toMatch(/(?:[; "]width:|\swidth="(?!100%))|white-space|nowrap/);
    }
  });
});
