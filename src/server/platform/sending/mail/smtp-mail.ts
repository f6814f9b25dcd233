import { createTransport } from 'nodemailer';
import type { SmtpSettings } from '#server/platform/settings/mail.ts';
import { ChannelFailure } from '#server/platform/sending/outbox/outages.ts';
import { Undeliverable } from '#server/platform/sending/outbox/undeliverable.ts';
import { isSingleMailAddress, mailsAtATime, type MailSender } from './mail.ts';
import { renderMail } from './mail-template.ts';

/** Mail by SMTP: a small pool of connections, verified TLS, an envelope of exactly one recipient. */
export function createSmtpMail(settings: SmtpSettings): MailSender {
  const transport = createTransport({
    pool: true,
    maxConnections: mailsAtATime,
    host: settings.host,
    port: settings.port,
    secure: settings.tls === 'implicit',
    requireTLS: settings.tls === 'starttls',
    ignoreTLS: settings.tls === 'none',
    ...(settings.user === undefined ? {} : { auth: { user: settings.user, pass: settings.password ?? '' } }),
    ...(settings.ca === undefined ? {} : { tls: { ca: settings.ca } }),
    ...(settings.dkim === undefined
      ? {}
      : { dkim: { ...settings.dkim, domainName: settings.dkim.domain, keySelector: settings.dkim.selector } }),
    // Each for one answer of the server: a mail needs several, and the outbox holds its lease until the end.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // A message must not name a file or URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = settings.fromAddress.slice(settings.fromAddress.indexOf('@') + 1);
  return {
    async send(message, id) {
      // A line break or comma would add a second recipient: refused here too, as a second line of defense.
      if (!isSingleMailAddress(message.to)) throw new Undeliverable('wrongTarget', { cause: new Error('not a single mail address') });
      const { subject, text, html } = renderMail(message);
      const mail = {
        from: { name: settings.fromName, address: settings.fromAddress },
        to: { name: '', address: message.to },
        envelope: { from: settings.fromAddress, to: [message.to] },
        messageId: `<${id}@${domain}>`,
        // Mail programs would decode text that looks like an encoded word (RFC 2047), including line breaks.
        subject: subject.replaceAll('=?', '= ?'),
        text,
        html,
        // Prevents automatic replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      };
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw recipientRefusal(error) ?? (isOfEveryMail(error) ? new ChannelFailure({ cause: error }) : error);
      }
    },
    close() {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** A failure before the server received the recipient: the connection, TLS, our sign-in, our own sender. */
function isOfEveryMail(error: unknown): boolean {
  return error instanceof Error && 'command' in error && error.command !== 'RCPT TO' && error.command !== 'DATA';
}

/**
 * A permanent refusal of the recipient (RFC 5321 section 4.2.1), by its enhanced status (RFC 3463): X.1.X means a
 * mailbox that does not exist, others a mailbox that accepts no mail, from us or at all. Earlier and later refusals are
 * ours to fix, and retried.
 */
function recipientRefusal(error: unknown): Undeliverable | undefined {
  if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO') return undefined;
  const response = 'response' in error ? String(error.response) : '';
  const [, enhanced = ''] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})?/.exec(response) ?? [];
  if (!response.startsWith('5')) return undefined;
  return new Undeliverable(enhanced.startsWith('5.1.') ? 'wrongTarget' : 'blocked', { cause: error });
}
