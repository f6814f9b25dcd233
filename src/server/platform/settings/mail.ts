import { createPrivateKey } from 'node:crypto';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import type { Brand } from '#server/platform/settings/brand.ts';
import { isLoopback } from '#server/platform/http/loopback.ts';
import { mailAddress, oneOf, textFile } from './parsers.ts';
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

/** Schemes of `SMTP_URL`, with their usual ports. */
const transports: Readonly<Record<string, { readonly tls: SmtpSettings['tls']; readonly port: number } | undefined>> = {
  'smtps:': { tls: 'implicit', port: 465 },
  'smtp:': { tls: 'starttls', port: 587 },
  'smtp+plain:': { tls: 'none', port: 25 },
};

const mailServer: Parser<Pick<SmtpSettings, 'host' | 'port' | 'tls' | 'user' | 'password'>> = {
  type: 'address of a mail server',
  parse(value, { production, refusal }) {
    // The text may hold a password: no message repeats it.
    const url = URL.parse(value);
    const transport = url === null ? undefined : transports[url.protocol];
    if (url === null || transport === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname + url.search + url.hash))
      throw refusal('must be smtps://, smtp:// or smtp+plain:// with a host, and nothing behind host and port.');
    const [user, password] = [url.username, url.password].map(decoded);
    if (user === undefined || password === undefined) throw refusal('must percent-encode user and password.');
    if ((user === '') !== (password === '')) throw refusal('must name user and password together, as user:password@host.');
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (production && transport.tls === 'none' && !isLoopback(host))
      throw refusal('must be smtps:// or smtp:// in production: mails carry codes.');
    const signIn = user === '' ? { user: undefined, password: undefined } : { user, password };
    return { host, port: url.port === '' ? transport.port : Number(url.port), tls: transport.tls, ...signIn };
  },
};

/** Undefined for a percent sign that encodes nothing. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

const sender: Parser<{ readonly name: string | undefined; readonly address: string }> = {
  type: 'mail address, or Name <mail address>',
  parse(value, parsing) {
    const [, name, address] = /^([^<>"\r\n]+?) *<([^<>]+)>$/.exec(value) ?? [];
    return { name, address: mailAddress.parse(address ?? value, parsing) };
  },
};

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
  SMTP_URL: {
    parser: mailServer,
    needed: true,
    meaning:
      'The mail server: smtps:// for TLS from the first byte, smtp:// for STARTTLS, smtp+plain:// for none, which production takes only on this machine; user:password@ before the host, percent-encoded (@ is %40). Needed when MAIL_ADAPTER is smtp.',
  },
  SMTP_CA_FILE: { parser: textFile, meaning: 'The certificate authority of the mail server (PEM), where it is not a public one.' },
  SMTP_FROM: {
    parser: sender,
    needed: true,
    meaning: 'The sender of all mails; without a name BRAND_ID_EN. Needed when MAIL_ADAPTER is smtp.',
  },
  SMTP_DKIM_DOMAIN: {
    parser: dkimDomain,
    meaning: 'Signs mails by DKIM for this domain, where the mail server does not; needs selector and key.',
  },
  SMTP_DKIM_SELECTOR: { parser: dkimSelector, needed: true, meaning: 'The selector of the DKIM key in DNS.' },
  SMTP_DKIM_KEY_FILE: { parser: rsaKeyFile, meaning: 'The private DKIM key (RSA, PEM).' },
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
  const { name, address } = read('SMTP_FROM');
  return {
    mail: {
      adapter,
      ...read('SMTP_URL'),
      fromName: name ?? brand.id[defaultLanguage],
      fromAddress: address,
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
