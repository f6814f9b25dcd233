// @one-database
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { ChannelFailure } from '#server/platform/sending/outbox/outages.ts';
import { Undeliverable } from '#server/platform/sending/outbox/undeliverable.ts';
import type { SmtpSettings } from '#server/platform/settings/mail.ts';
import type { MailMessage, MailSender } from './mail.ts';
import { createSmtpMail } from './smtp-mail.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly email: Email;
  readonly user: string | undefined;
}

const open: { close(): unknown }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A real SMTP server that records received mails. */
async function startServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope, user }, callback) {
      const keep = async (): Promise<void> => {
        const email = await PostalMime.parse(await buffer(stream));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), email, user });
        callback();
      };
      void keep();
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  open.push({ close: () => new Promise<void>((resolve) => server.close(resolve)) });
  return { port: (listening.address() as AddressInfo).port, received };
}

function connect(port: number, settings: Partial<SmtpSettings> = {}): MailSender {
  const mail = createSmtpMail({
    host: '127.0.0.1',
    port,
    tls: 'none',
    user: undefined,
    password: undefined,
    fromName: '雪松账号, "ID"',
    fromAddress: 'no-reply@id.example.com',
    ca: undefined,
    dkim: undefined,
    ...settings,
  });
  open.unshift(mail);
  return mail;
}

const message: MailMessage = {
  to: 'Anna@example.com',
  scene: 'login',
  language: 'zh_CN',
  content: {
    subject: '雪松账号登录验证码',
    brand: '雪松账号',
    heading: '登录验证码',
    paragraphs: ['您正在登录。'],
    code: '012345',
    footer: '请勿将验证码告知他人。',
  },
};

describe('mail by SMTP', () => {
  it('arrives as text and HTML, from our name, to one recipient', async () => {
    const { port, received } = await startServer();
    await connect(port).send(message, 'AbC-_123');
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: 'no-reply@id.example.com',
      to: ['Anna@example.com'],
      email: {
        subject: '雪松账号登录验证码',
        from: { name: '雪松账号, "ID"', address: 'no-reply@id.example.com' },
        to: [{ name: '', address: 'Anna@example.com' }],
        messageId: '<AbC-_123@id.example.com>',
        text: expect.stringContaining('012345'),
        html: expect.stringContaining('012345'),
      },
    });
    const header = (name: string) => received[0]?.email.headers.find(({ key }) => key === name)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
  });

  it('reuses its connections', async () => {
    let connections = 0;
    const { port, received } = await startServer({
      onConnect(_session, callback) {
        connections += 1;
        callback();
      },
    });
    const mail = connect(port);
    for (let sent = 0; sent < 6; sent += 1) await mail.send(message, `id${sent}`);
    expect(received).toHaveLength(6);
    expect(connections).toBe(1);
  });

  it('signs in with the configured name and password', async () => {
    const { port, received } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, callback) {
        if (username === 'cedar' && password === 'secret') callback(null, { user: 'cedar' });
        else callback(new Error('no'));
      },
    });
    await connect(port, { user: 'cedar', password: 'secret' }).send(message, 'id');
    expect(received).toMatchObject([{ user: 'cedar' }]);
    const refused = connect(port, { user: 'cedar', password: 'wrong' }).send(message, 'id');
    await expect(refused).rejects.toThrow('Invalid login');
    await expect(refused).rejects.toBeInstanceOf(ChannelFailure);
  });

  it.each(['b@example.com\r\nBcc: evil@example.com', 'b@example.com, evil@example.com', '<b@example.com> evil@example.com', ''])(
    'sends nothing to %j',
    async (to) => {
      const { port, received } = await startServer();
      await expect(connect(port).send({ ...message, to }, 'id')).rejects.toMatchObject({ failure: 'wrongTarget' });
      expect(received).toEqual([]);
    },
  );

  it('is signed by DKIM if a key is configured', async () => {
    const { port, received } = await startServer();
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const dkim = { domain: 'id.example.com', selector: 'cedar', privateKey };
    await connect(port, { dkim }).send(message, 'id');
    const signature = received[0]?.email.headers.find(({ key }) => key === 'dkim-signature')?.value;
    expect(signature).toMatch(/d=id\.example\.com;.* s=cedar;/s);
    expect(signature).toMatch(/h=[^;]*from:[^;]*subject/i);
  });

  it('lets no text of a mail become a header', async () => {
    const { port, received } = await startServer();
    const content = { ...message.content, subject: 'a\r\nBcc: evil@example.com\r\n\r\nbody', heading: 'x\r\n.\r\nQUIT' };
    await connect(port).send({ ...message, content }, 'id');
    expect(received).toMatchObject([{ to: ['Anna@example.com'], email: { subject: 'a Bcc: evil@example.com body' } }]);
    expect(received[0]?.email.bcc).toBeUndefined();
  });

  it('decodes no encoded words in its texts', async () => {
    const { port, received } = await startServer();
    const subject = '=?utf-8?Q?=0D=0ABcc:_evil=40example.com?=';
    await connect(port).send({ ...message, content: { ...message.content, subject } }, 'id');
    expect(received[0]?.email.subject).toBe(subject.replace('=?', '= ?'));
  });

  it('has the same headers for any text', async () => {
    const { port, received } = await startServer();
    const mail = connect(port);
    await mail.send(message, 'id');
    const names = received[0]?.email.headers.map(({ key }) => key);
    const breaks = fc.constantFrom('\r\n', '\n', '\r', '\u0000', '\u2028', '\u0085', '\r\n\r\n', '\r\n.\r\n', '=?utf-8?Q?=0D=0A?=');
    const header = fc.constantFrom('Bcc: evil@example.com', 'Content-Type: text/html', 'Subject: other', ' folded', '--boundary');
    const hostile = fc
      .array(fc.oneof(breaks, header, fc.string({ unit: 'binary-ascii' })), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const texts = fc.record({ subject: hostile, brand: hostile, heading: hostile, paragraphs: fc.array(hostile), footer: hostile });
    await fc.assert(
      fc.asyncProperty(texts, async (content) => {
        received.length = 0;
        await mail.send({ ...message, content: { ...message.content, ...content } }, 'id');
        expect(received).toMatchObject([{ to: ['Anna@example.com'], email: { to: [{ address: 'Anna@example.com' }] } }]);
        expect(received[0]?.email.headers.map(({ key }) => key).filter((key) => key !== 'subject')).toEqual(
          names?.filter((key) => key !== 'subject'),
        );
        expect(received[0]?.email.subject ?? '').not.toMatch(/[\r\n]/);
        expect(received[0]?.email.attachments).toEqual([]);
      }),
      // Each run sends a mail.
      { numRuns: 12 },
    );
  });

  it.each([
    [550, '5.1.1 no such mailbox', 'wrongTarget'],
    [550, 'no such mailbox', 'blocked'],
    [552, '5.2.2 mailbox full', 'blocked'],
    [554, '5.7.1 not from you', 'blocked'],
    [450, '4.2.0 greylisted', undefined],
  ] as const)('reports that the server refused the recipient: %i %s', async (responseCode, text, failure) => {
    const { port } = await startServer({
      onRcptTo(_address, _session, callback) {
        callback(Object.assign(new Error(text), { responseCode }));
      },
    });
    const error: unknown = await connect(port)
      .send(message, 'id')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ChannelFailure);
    expect(error instanceof Undeliverable ? error.failure : undefined).toBe(failure);
  });

  it('is retried after a refusal of its content or of our server', async () => {
    const { port } = await startServer({
      onData(stream, _session, callback) {
        stream.resume().once('end', () => callback(Object.assign(new Error('5.7.1 spam'), { responseCode: 554 })));
      },
    });
    const refused = connect(port).send(message, 'id');
    await expect(refused).rejects.toThrow('5.7.1 spam');
    await expect(refused).rejects.not.toBeInstanceOf(Undeliverable);
    await expect(refused).rejects.not.toBeInstanceOf(ChannelFailure);
  });

  it('refuses a server without TLS or with an untrusted certificate', async () => {
    const plain = await startServer();
    await expect(connect(plain.port, { tls: 'starttls' }).send(message, 'id')).rejects.toThrow('STARTTLS');
    const untrusted = await startServer({ disabledCommands: [] });
    const mistrusted = connect(untrusted.port, { tls: 'starttls' }).send(message, 'id');
    await expect(mistrusted).rejects.toThrow(/certificate/);
    await expect(mistrusted).rejects.toBeInstanceOf(ChannelFailure);
    expect([...plain.received, ...untrusted.received]).toEqual([]);
  });
});
