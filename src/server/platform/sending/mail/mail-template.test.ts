// @one-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSingleMailAddress, type MailContent } from './mail.ts';
import { renderMail } from './mail-template.ts';

const content: MailContent = {
  subject: 'Your code',
  brand: 'Cedar ID',
  heading: 'Your code',
  paragraphs: ['First.', 'Second.'],
  code: '012345',
  action: { sentence: 'Or press this.', label: 'Confirm', href: 'https://id.example.com/register?a=1&b=2' },
  footer: 'Not you? Ignore it.',
};

describe('a mail', () => {
  it('has the same content as text and as HTML', () => {
    const { text, html } = renderMail({ content, language: 'en_US' });
    for (const part of ['Your code', 'First.', 'Second.', '012345', 'Or press this.', 'Confirm', 'Not you? Ignore it.', 'Cedar ID']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain('https://id.example.com/register?a=1&b=2');
    expect(html).toContain('href="https://id.example.com/register?a=1&#38;b=2"');
  });

  it('names its language', () => {
    expect(renderMail({ content, language: 'en_US' }).html).toContain('<html lang="en">');
    expect(renderMail({ content, language: 'zh_CN' }).html).toContain('<html lang="zh-CN">');
  });

  it('omits absent parts', () => {
    const { code: _code, action: _action, ...bare } = content;
    const { text, html } = renderMail({ content: bare, language: 'en_US' });
    expect(`${text}${html}`).not.toContain('undefined');
    expect(html).not.toContain('<a ');
  });

  it('lets no text become markup, and no subject a second header', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&';
    const { html } = renderMail({
      content: { ...content, heading: evil, paragraphs: [evil], footer: evil, brand: evil },
      language: 'en_US',
    });
    expect(html).not.toContain('<img');
    const { subject } = renderMail({ content: { ...content, subject: 'a\r\nBcc: b@example.com\u2028c' }, language: 'en_US' });
    expect(subject).toBe('a Bcc: b@example.com c');
  });

  it('has a subject of one line, with any content', () => {
    const piece = fc.oneof(
      fc.constantFrom('\r\n', '\r', '\n', '\u0085', '\u2028', '\u2029', '\u0000', 'Bcc: a@b.c'),
      fc.string({ unit: 'binary-ascii' }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { subject } = renderMail({ content: { ...content, subject: pieces.join('') }, language: 'en_US' });
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });

  it('loads no remote content', () => {
    const { html } = renderMail({ content, language: 'en_US' });
    expect(html).not.toMatch(/\bsrc=|url\(|@import|<link|<script/);
  });
});

describe('a recipient', () => {
  it.each(['anna@example.com', 'a.b+c@sub.example.com', 'x@xn--bcher-kva.example'])('may be %s', (address) => {
    expect(isSingleMailAddress(address)).toBe(true);
  });

  it.each(['a@b.com,c@d.com', 'a@b.com\r\nBcc: c@d.com', '"a b"@c.com', 'Anna <a@b.com>', 'a@b.com ', 'a', '@b', 'a@', 'a@b@c'])(
    'is not %j',
    (address) => {
      expect(isSingleMailAddress(address)).toBe(false);
    },
  );
});
