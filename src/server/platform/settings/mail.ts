import { createPrivateKey } from 'node:crypto';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import type { Brand } from '#server/platform/settings/brand.ts';
import { isLoopback } from '#server/platform/http/loopback.ts';
import { mailAddress, oneOf, port, text, textFile } from './parsers.ts';
import { ConfigError, reader, type Parser, type Reader, type Settings, type Site, type Source } from './setting.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, by STARTTLS, or none for a relay on this machine. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly fromName: string;
  readonly fromAddress: string;
  /** The operator's own certificate authority, PEM. */
  readonly ca: string | undefined;
  /** Signs every mail (RFC 6376); undefined if the mail server does. */
  readonly dkim: { readonly domain: string; readonly selector: string; readonly privateKey: string } | undefined;
}

const dkimDomain: Parser<string> = {
  type: 'domain',
  parse(value, { refusal }) {
    if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(value)) throw refusal(`must be a domain, not '${value}'.`);
    return value;
  },
};

const dkimSelector: Parser<string> = {
  type: 'text',
  parse(value, { refusal }) {
    if (!/^[a-z0-9._-]+$/i.test(value)) throw refusal(`must be a name in DNS, not '${value}'.`);
    return value;
  },
};

const rsaKeyFile: Parser<string> = {
  type: 'path',
  parse(path, parsing) {
    const key = textFile.parse(path, parsing);
    if (!isRsaKey(key)) throw parsing.refusal('must hold a private RSA key (PEM).');
    return key;
  },
};

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

export const mailSettings = {
  MAIL_ADAPTER: {
    parser: oneOf('outbox', 'smtp'),
    default: 'outbox',
    meaning: 'How mails leave. outbox shows them at /dev/outbox and is refused in production.',
  },
  SMTP_HOST: { parser: text, type: 'host name', needed: true, meaning: 'The mail server; needed when MAIL_ADAPTER is smtp.' },
  SMTP_PORT: { parser: port, default: '587', meaning: 'The port of the mail server.' },
  SMTP_TLS: {
    parser: oneOf('implicit', 'starttls', 'none'),
    default: 'starttls',
    meaning:
      'TLS from the first byte (port 465), STARTTLS or none; none is refused in production unless the mail server is on this machine.',
  },
  SMTP_CA_FILE: { parser: textFile, meaning: 'The certificate authority of the mail server (PEM), where it is not a public one.' },
  SMTP_USER: { parser: text, meaning: 'The user name at the mail server.' },
  SMTP_PASSWORD: { parser: text, meaning: 'The password at the mail server.' },
  SMTP_FROM: { parser: mailAddress, needed: true, meaning: 'The sender of all mails; needed when MAIL_ADAPTER is smtp.' },
  SMTP_DKIM_DOMAIN: {
    parser: dkimDomain,
    meaning: 'Signs mails by DKIM for this domain, where the mail server does not; needs selector and key.',
  },
  SMTP_DKIM_SELECTOR: { parser: dkimSelector, needed: true, meaning: 'The selector of the DKIM key in DNS.' },
  SMTP_DKIM_KEY_FILE: { parser: rsaKeyFile, meaning: 'The private DKIM key (RSA, PEM).' },
  SMTP_FROM_NAME: { parser: text, meaning: 'The name of the sender; without it BRAND_ID_EN.' },
} as const satisfies Settings;

export interface MailConfig {
  readonly mail: { readonly adapter: 'outbox' } | ({ readonly adapter: 'smtp' } & SmtpSettings);
}

export function readMail(source: Source, { site, brand }: { readonly site: Site; readonly brand: Brand }): MailConfig {
  const read = reader(mailSettings, source, site);
  const adapter = read('MAIL_ADAPTER');
  if (adapter === 'outbox') {
    if (site.env === 'production') throw new ConfigError('MAIL_ADAPTER', 'must be smtp in production: the outbox shows every code.');
    return { mail: { adapter } };
  }
  const host = read('SMTP_HOST');
  const user = read('SMTP_USER');
  const password = read('SMTP_PASSWORD');
  const tls = read('SMTP_TLS');
  if (user !== undefined && password === undefined) throw new ConfigError('SMTP_PASSWORD', 'must be set together with SMTP_USER.');
  if (site.env === 'production' && tls === 'none' && !isLoopback(host)) {
    throw new ConfigError('SMTP_TLS', 'must be implicit or starttls in production: mails carry codes.');
  }
  return {
    mail: {
      adapter,
      host,
      port: read('SMTP_PORT'),
      tls,
      user,
      password,
      fromName: read('SMTP_FROM_NAME') ?? brand.id[defaultLanguage],
      fromAddress: read('SMTP_FROM'),
      ca: read('SMTP_CA_FILE'),
      dkim: readDkim(read),
    },
  };
}

function readDkim(read: Reader<typeof mailSettings>): SmtpSettings['dkim'] {
  const domain = read('SMTP_DKIM_DOMAIN');
  if (domain === undefined) return undefined;
  const selector = read('SMTP_DKIM_SELECTOR');
  const privateKey = read('SMTP_DKIM_KEY_FILE');
  if (privateKey === undefined) throw new ConfigError('SMTP_DKIM_KEY_FILE', 'must be set together with SMTP_DKIM_DOMAIN.');
  return { domain, selector, privateKey };
}
