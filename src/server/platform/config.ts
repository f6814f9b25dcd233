import { createPrivateKey, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import {
  defaultLanguage,
  forEveryLanguage,
  languagesByShortName,
  shortName,
  type InEveryLanguage,
} from '#contract/vocabulary/languages.ts';
import type { S3Settings } from './blob/s3-store.ts';
import { readLogo, type Brand, type Logo } from './brand.ts';
import type { RemoteCaptchaSettings } from './captcha/open-captchas.ts';
import type { YidunAntiCheatSettings } from './captcha/yidun-captcha.ts';
import { parsePostgresAddress } from './db/postgres-address.ts';
import { isLoopback } from './http/loopback.ts';
import { isObject, parseObject, textOf } from './outbound/loose-json.ts';
import type { SmsProviderSettings } from './sms/open-sms.ts';
import type { SmsTemplate, SmsTemplates } from './sms/sms-provider.ts';
import { twilioReports } from './sms/twilio-signature.ts';
import type { PlatformSettings } from './social/open-social.ts';
import type { SocialApp } from './social/social.ts';
import type { WechatFollowSettings } from './social/wechat-follow.ts';
import { type Setting, type SettingName, settingGroups, settingIn, settings } from './settings.ts';

/** A wrong or unsafe configuration. The message is one sentence that names the setting. */
export class ConfigError extends Error {
  readonly setting: SettingName;

  constructor(setting: SettingName, problem: string) {
    super(`${setting} ${problem}`);
    this.name = 'ConfigError';
    this.setting = setting;
  }
}

/** One link of the header. */
export interface NavigationItem {
  readonly key: string;
  readonly url: string;
  readonly title: InEveryLanguage;
}

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, by STARTTLS, or none for a relay on this machine. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly fromName: string;
  readonly fromAddress: string;
  /** A certificate authority of the operator's own, PEM. */
  readonly ca: string | undefined;
  /** Signs every mail (RFC 6376); undefined where the mail server does. */
  readonly dkim: { readonly domain: string; readonly selector: string; readonly privateKey: string } | undefined;
}
export interface SocialSettings extends PlatformSettings {
  readonly wechatFollow?: WechatFollowSettings;
}

/** Everything that an operator decides, checked. Times are in the unit that the name says. */
export interface Config {
  readonly env: 'production' | 'development' | 'test';
  readonly port: number;
  readonly host: string;
  /** Origin of the site, without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Whether `databaseUrl` leads to a pooler in transaction mode. */
  readonly databasePooler: boolean;
  readonly redisUrl: string | undefined;
  /** Addresses and CIDRs of the proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[];
  /** Name of the header, lower case, in which a trusted proxy tells the country. */
  readonly geoHeader: string | undefined;
  /** Path of a database of places by address. */
  readonly geoDatabase: string | undefined;
  readonly cookieDomain: string | undefined;
  readonly encryption: boolean;
  readonly secretKey: Buffer;
  /** Root keys beside it whose seals are opened. */
  readonly acceptedKeys: readonly Buffer[];
  readonly enumeration: 'strict' | 'explicit';
  /** Days between two changes of a nickname. */
  readonly nicknameChangeDays: number;
  /** The operator's own lists of words that names may not be made of. */
  readonly nameWords: string | undefined;
  /** Object storage for avatars; undefined where they are kept in `dataDir`. */
  readonly objectStorage: S3Settings | undefined;
  readonly clientId: string;
  readonly brand: Brand;
  readonly hosts: {
    readonly userCenter: string;
    readonly developerCenter: string;
    readonly loginLogout: string | undefined;
    readonly identityLogout: string | undefined;
  };
  readonly navigation: readonly NavigationItem[];
  readonly footer: { readonly homepage: string; readonly developers: string; readonly community: string };
  readonly filings: { readonly icp: string | undefined; readonly publicSecurity: string | undefined };
  readonly supportEmail: string;
  /** Where vulnerabilities are reported, and how reports are dealt with; undefined where the operator does not say. */
  readonly security: { readonly contact: string; readonly policy: string | undefined } | undefined;
  readonly followQrUrl: string | undefined;
  readonly mail: { readonly adapter: 'outbox' } | ({ readonly adapter: 'smtp' } & SmtpSettings);
  readonly sms: {
    readonly adapter: 'outbox' | 'off' | 'providers';
    /** In the order in which they are asked; empty unless the adapter is `providers`. */
    readonly providers: readonly SmsProviderSettings[];
    /** Codes in a day, over all numbers. */
    readonly dailyBudget: number;
  };
  /** The captcha services of others; undefined where our own is used. */
  readonly captcha: { readonly CN: RemoteCaptchaSettings | undefined; readonly DE: RemoteCaptchaSettings | undefined };
  /** The work of our own: PBKDF2 rounds for each attempt. */
  readonly captchaRounds: number;
  /** The platforms that people may sign in with. */
  readonly social: SocialSettings;
  readonly layout: 'auto' | 'desktop';
  /** Where and how pages show another name and logo (spec 1). Messages and agreements have those of `brand` everywhere. */
  readonly vendor: { readonly hostMarker: string | undefined; readonly brand: Brand };
  /** How long rows are kept, in days. */
  readonly retention: { readonly auditDays: number; readonly sessionDays: number };
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where Prometheus asks; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Where traces go; undefined: nowhere. */
  readonly tracing: { readonly url: string; readonly samplePercent: number } | undefined;
  /** Multiplies every rate limit; 1 except in load tests. */
  readonly rateFactor: number;
  /** Whether the social platforms are simulated where none of them is configured. */
  readonly simulators: boolean;
}

/** The values that the readers below take from: the environment, or what a test sets. */
type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the whole configuration. In development and test, makes `DATA_DIR/secret.key` when SECRET_KEY is not set.
 *
 * @throws {ConfigError} naming the first setting that is wrong or unsafe
 */
export function loadConfig(source: Source): Config {
  const read = reader(source);
  const env = read.oneOf('NODE_ENV', ['production', 'development', 'test']);
  const host = read.text('HOST');
  const port = read.integer('PORT', { min: 1, max: 65_535 });
  const dataDir = resolve(read.text('DATA_DIR'));
  const publicUrl = readPublicUrl(read, { host, port, production: env === 'production' });
  refusePublicAddress(read, { env, host, publicUrl });
  const trustProxy = readTrustProxy(read);
  const mail = readMail(read, env);
  const brand = readBrand(read);
  // What only an operator can know is made up where nobody is misled by it, so that every part of the page can be seen.
  const placeholder = (example: string) => (env === 'production' ? undefined : example);
  return {
    env,
    host,
    port,
    publicUrl,
    dataDir,
    databaseUrl: readDatabaseUrl(read),
    databasePooler: read.oneOf('DATABASE_POOLER', ['none', 'transaction']) === 'transaction',
    redisUrl: readRedisUrl(read),
    trustProxy,
    geoHeader: readGeoHeader(read, trustProxy),
    geoDatabase: read.optional('GEO_DATABASE_FILE'),
    cookieDomain: readCookieDomain(read, publicUrl),
    encryption: readEncryption(read, env),
    secretKey: readSecretKey(read, { env, dataDir }),
    acceptedKeys: readAcceptedKeys(read),
    enumeration: read.oneOf('ENUMERATION', ['strict', 'explicit']),
    nicknameChangeDays: read.integer('NICKNAME_CHANGE_DAYS', { min: 1, max: 365 }),
    nameWords: readNamedFile(read, 'NAME_WORDS_FILE'),
    objectStorage: readObjectStorage(read, env),
    clientId: read.text('CLIENT_ID'),
    brand,
    hosts: {
      userCenter: read.link('USER_CENTER_URL'),
      developerCenter: read.link('DEVELOPER_CENTER_URL'),
      loginLogout: read.optionalLink('LOGIN_LOGOUT_URL'),
      identityLogout: read.optionalLink('IDENTITY_LOGOUT_URL'),
    },
    navigation: readNavigation(read),
    footer: {
      homepage: read.link('HOMEPAGE_URL'),
      developers: read.link('DEVELOPERS_URL'),
      community: read.link('COMMUNITY_URL'),
    },
    filings: {
      icp: read.optional('ICP_FILING') ?? placeholder('京ICP备00000000号'),
      publicSecurity: read.optional('PUBLIC_SECURITY_FILING') ?? placeholder('京公网安备00000000000000号'),
    },
    supportEmail: readAddress(read, 'SUPPORT_EMAIL'),
    security: readSecurity(read),
    followQrUrl: read.optionalLink('FOLLOW_QR_URL') ?? placeholder('https://community.example.com/follow'),
    mail,
    sms: readSms(read, { env, publicUrl }),
    captcha: readCaptcha(read, { env, publicUrl }),
    captchaRounds: readCaptchaRounds(read, env),
    social: readSocial(read, env),
    layout: read.oneOf('LAYOUT', ['auto', 'desktop']),
    vendor: { hostMarker: read.optional('VENDOR_HOST_MARKER'), brand: readVendorBrand(read, brand) },
    retention: {
      auditDays: read.integer('AUDIT_RETENTION_DAYS', { min: 30, max: 3650 }),
      sessionDays: read.integer('SESSION_RETENTION_DAYS', { min: 1, max: 365 }),
    },
    logLevel: read.oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']),
    metrics: readMetrics(read, port),
    tracing: readTracing(read),
    rateFactor: readRateFactor(read, env),
    simulators: readSimulators(read, env),
  };
}

/** The operator's reference page, generated from the table of settings. */
export function renderConfigReference(): string {
  const lines = [
    '# Configuration',
    '',
    'Every setting is an environment variable. A wrong or unsafe value stops the start with a sentence that names the setting.',
    'This page is generated from `src/server/platform/settings.ts`; `vitest run src/server/platform/config.test.ts -u` writes it anew.',
  ];
  const table: Readonly<Record<string, Setting>> = settings;
  for (const group of settingGroups) {
    lines.push('', `## ${group}`, '', '| setting | type | default | meaning |', '|---|---|---|---|');
    for (const [name, setting] of Object.entries(table)) {
      if (setting.group !== group) continue;
      const type = setting.unit === undefined ? setting.type : `${setting.type} (${setting.unit})`;
      const initial = setting.default === undefined ? 'none' : `\`${setting.default}\``;
      lines.push(`| \`${name}\` | ${type} | ${initial} | ${setting.meaning} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function readBrand(read: Reader): Brand {
  return {
    id: forEveryLanguage((language) => read.text(settingIn('BRAND_ID', language))),
    os: forEveryLanguage((language) => read.text(settingIn('BRAND_OS', language))),
    logo: readLogoFile(read, 'BRAND_LOGO_FILE'),
  };
}

/** What is not named stays what it is. */
function readVendorBrand(read: Reader, brand: Brand): Brand {
  return {
    id: forEveryLanguage((language) => read.optional(settingIn('VENDOR_ID', language)) ?? brand.id[language]),
    os: forEveryLanguage((language) => read.optional(settingIn('VENDOR_OS', language)) ?? brand.os[language]),
    logo: readLogoFile(read, 'VENDOR_LOGO_FILE') ?? brand.logo,
  };
}

function readLogoFile(read: Reader, name: SettingName): Logo | undefined {
  const bytes = readNamedBytes(read, name);
  const logo = bytes && readLogo(bytes);
  if (typeof logo === 'string') throw new ConfigError(name, logo);
  return logo;
}

type Reader = ReturnType<typeof reader>;

function reader(source: Source) {
  const defaultOf = (name: SettingName): string | undefined => settings[name].default;
  const optional = (name: SettingName): string | undefined => {
    const value = source[name]?.trim();
    if (value === undefined || value === '') return defaultOf(name);
    // oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
    if (/[\u0000-\u001f\u007f]/.test(value)) throw new ConfigError(name, 'must not contain control characters.');
    return value;
  };
  const text = (name: SettingName): string => {
    const value = optional(name);
    if (value === undefined) throw new ConfigError(name, 'must be set.');
    return value;
  };
  const isSet = (name: SettingName): boolean => (source[name]?.trim() ?? '') !== '';
  return {
    optional,
    text,
    isSet,
    oneOf<const Value extends string>(name: SettingName, values: readonly Value[]): Value {
      const value = text(name);
      const found = values.find((one) => one === value);
      if (found === undefined) throw new ConfigError(name, `must be one of ${values.join(', ')}, not '${value}'.`);
      return found;
    },
    switch(name: SettingName): boolean {
      const value = text(name).toLowerCase();
      if (value === 'on' || value === 'true' || value === '1') return true;
      if (value === 'off' || value === 'false' || value === '0') return false;
      throw new ConfigError(name, `must be on or off, not '${value}'.`);
    },
    integer(name: SettingName, range: { readonly min: number; readonly max: number }): number {
      const value = text(name);
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= range.min && number <= range.max)) {
        throw new ConfigError(name, `must be a whole number from ${range.min} to ${range.max}, not '${value}'.`);
      }
      return number;
    },
    link(name: SettingName): string {
      return checkLink(name, text(name));
    },
    optionalLink(name: SettingName): string | undefined {
      const value = optional(name);
      return value === undefined ? undefined : checkLink(name, value);
    },
  };
}

/** A path of this site or an http(s) address: what may stand behind a link of ours. */
function checkLink(name: SettingName, value: string): string {
  if (/^\/(?![/\\])\S*$/.test(value)) return value;
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '') {
    throw new ConfigError(name, `must be a path that starts with one slash, or an http or https address, not '${value}'.`);
  }
  return value;
}

function readMetrics(read: Reader, port: number): Config['metrics'] {
  if (!read.isSet('METRICS_PORT')) return undefined;
  const metricsPort = read.integer('METRICS_PORT', { min: 1, max: 65_535 });
  if (metricsPort === port) throw new ConfigError('METRICS_PORT', 'must not be PORT: the metrics are not for the public.');
  return { host: read.text('METRICS_HOST'), port: metricsPort };
}

function readTracing(read: Reader): Config['tracing'] {
  const url = read.optionalLink('OTLP_TRACES_URL');
  return url === undefined ? undefined : { url, samplePercent: read.integer('TRACE_SAMPLE_PERCENT', { min: 0, max: 100 }) };
}

function readPublicUrl(read: Reader, site: { readonly host: string; readonly port: number; readonly production: boolean }): string {
  if (!read.isSet('PUBLIC_URL')) {
    if (site.production) throw new ConfigError('PUBLIC_URL', 'must be set in production.');
    return `http://${site.host.includes(':') ? `[${site.host}]` : site.host}:${site.port}`;
  }
  const value = read.text('PUBLIC_URL');
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new ConfigError('PUBLIC_URL', `must be an http or https address, not '${value}'.`);
  }
  if (url.username !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigError('PUBLIC_URL', 'must be an origin alone, without path, query or user name.');
  }
  if (site.production && url.protocol !== 'https:') throw new ConfigError('PUBLIC_URL', 'must start with https:// in production.');
  return url.origin;
}

/**
 * Development and test show every code, know everybody's social account and loosen limits: they are for the machine that they run on, and
 * no setting lets others in.
 */
function refusePublicAddress(read: Reader, site: Pick<Config, 'env' | 'host' | 'publicUrl'>): void {
  if (site.env === 'production') return;
  const isElsewhere = read.isSet('PUBLIC_URL') && !isLoopback(new URL(site.publicUrl).hostname);
  const causes = [
    ...(isLoopback(site.host) ? [] : [`HOST (${site.host}) lets other machines in`]),
    ...(isElsewhere ? [`PUBLIC_URL (${site.publicUrl}) is not on this machine`] : []),
  ];
  if (causes.length === 0) return;
  throw new ConfigError('NODE_ENV', `must be production, not ${site.env}, because ${causes.join(' and ')}.`);
}

function readDatabaseUrl(read: Reader): string | undefined {
  const value = read.optional('DATABASE_URL');
  if (value === undefined) return undefined;
  if (parsePostgresAddress(value) === undefined) {
    // The value is not repeated: it holds a password.
    throw new ConfigError('DATABASE_URL', 'must start with postgres:// and be a valid address.');
  }
  return value;
}

function readRedisUrl(read: Reader): string | undefined {
  const value = read.optional('REDIS_URL');
  if (value !== undefined && !(/^rediss?:\/\/./.test(value) && URL.canParse(value))) {
    // The value is not repeated: it holds a password.
    throw new ConfigError('REDIS_URL', 'must start with redis:// or rediss:// and be a valid address.');
  }
  return value;
}

function readTrustProxy(read: Reader): readonly string[] {
  const value = read.optional('TRUST_PROXY');
  if (value === undefined) return [];
  return value.split(',').map((part) => {
    const entry = part.trim();
    const [address = '', prefix, ...rest] = entry.split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const prefixOk = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
    if (version === 0 || !prefixOk || rest.length > 0) {
      throw new ConfigError('TRUST_PROXY', `must list addresses or CIDRs separated by commas; '${entry}' is none.`);
    }
    if (prefix === '0') throw new ConfigError('TRUST_PROXY', `must not trust every address; '${entry}' does.`);
    return entry;
  });
}

function readGeoHeader(read: Reader, trustProxy: readonly string[]): string | undefined {
  const value = read.optional('GEO_HEADER')?.toLowerCase();
  if (value === undefined) return undefined;
  if (!/^[a-z0-9-]{1,64}$/.test(value)) throw new ConfigError('GEO_HEADER', `must be the name of a header, not '${value}'.`);
  if (trustProxy.length === 0) throw new ConfigError('GEO_HEADER', 'needs TRUST_PROXY, because otherwise anyone could set that header.');
  return value;
}

function readCookieDomain(read: Reader, publicUrl: string): string | undefined {
  const value = read.optional('COOKIE_DOMAIN')?.toLowerCase().replace(/^\./, '');
  if (value === undefined) return undefined;
  const hostname = new URL(publicUrl).hostname;
  const labels = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
  if (!labels.test(value) || isIP(value) !== 0) throw new ConfigError('COOKIE_DOMAIN', `must be a domain with a dot, not '${value}'.`);
  if (hostname !== value && !hostname.endsWith(`.${value}`)) {
    throw new ConfigError('COOKIE_DOMAIN', `must be the domain of PUBLIC_URL or one above it; ${hostname} is not within ${value}.`);
  }
  return value;
}

function readEncryption(read: Reader, env: Config['env']): boolean {
  const on = read.switch('ENCRYPTION');
  if (!on && env === 'production') throw new ConfigError('ENCRYPTION', 'must be on in production.');
  return on;
}

/** Base64, base64url or hex of at least 32 bytes. In development and test a file keeps one that is made once. */
function readSecretKey(read: Reader, site: { readonly env: Config['env']; readonly dataDir: string }): Buffer {
  const value = read.optional('SECRET_KEY');
  if (value !== undefined) return decodeSecret('SECRET_KEY', value);
  if (site.env === 'production') {
    throw new ConfigError('SECRET_KEY', 'must be set in production (`openssl rand -base64 32` makes one).');
  }
  const path = join(site.dataDir, 'secret.key');
  try {
    mkdirSync(site.dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw new ConfigError('DATA_DIR', `must be a writable directory; ${path} cannot be made.`);
  }
  return decodeSecret('SECRET_KEY', readFileSync(path, 'utf8').trim());
}

/** Each costs every look-up by a keyed hash one more: more than a few are a mistake. */
const mostAcceptedKeys = 4;

function readAcceptedKeys(read: Reader): readonly Buffer[] {
  const values = read.optional('SECRET_KEYS_ACCEPTED')?.split(',') ?? [];
  if (values.length > mostAcceptedKeys) throw new ConfigError('SECRET_KEYS_ACCEPTED', `must hold at most ${mostAcceptedKeys} secrets.`);
  return values.map((value) => decodeSecret('SECRET_KEYS_ACCEPTED', value.trim()));
}

function decodeSecret(name: SettingName, value: string): Buffer {
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(value);
  const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(value);
  if (!isHex && !isBase64) throw new ConfigError(name, 'must be base64 or hex.');
  const key = Buffer.from(value, isHex ? 'hex' : 'base64');
  if (key.length < 32) throw new ConfigError(name, `must hold at least 32 bytes, not ${key.length}.`);
  if (new Set(key).size < 12) throw new ConfigError(name, 'must be random.');
  return key;
}

function readMail(read: Reader, env: Config['env']): Config['mail'] {
  const adapter = read.oneOf('MAIL_ADAPTER', ['outbox', 'smtp']);
  if (adapter === 'outbox') {
    if (env === 'production') throw new ConfigError('MAIL_ADAPTER', 'must be smtp in production: the outbox shows every code.');
    return { adapter };
  }
  const host = read.text('SMTP_HOST');
  const user = read.optional('SMTP_USER');
  const password = read.optional('SMTP_PASSWORD');
  const tls = read.oneOf('SMTP_TLS', ['implicit', 'starttls', 'none']);
  if (user !== undefined && password === undefined) throw new ConfigError('SMTP_PASSWORD', 'must be set together with SMTP_USER.');
  if (env === 'production' && tls === 'none' && !isLoopback(host)) {
    throw new ConfigError('SMTP_TLS', 'must be implicit or starttls in production: mails carry codes.');
  }
  return {
    adapter,
    host,
    port: read.integer('SMTP_PORT', { min: 1, max: 65_535 }),
    tls,
    user,
    password,
    fromName: read.optional('SMTP_FROM_NAME') ?? read.text(settingIn('BRAND_ID', defaultLanguage)),
    fromAddress: readAddress(read, 'SMTP_FROM'),
    ca: readNamedFile(read, 'SMTP_CA_FILE'),
    dkim: readDkim(read),
  };
}

function readDkim(read: Reader): SmtpSettings['dkim'] {
  const domain = read.optional('SMTP_DKIM_DOMAIN');
  if (domain === undefined) return undefined;
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(domain)) throw new ConfigError('SMTP_DKIM_DOMAIN', `must be a domain, not '${domain}'.`);
  const selector = read.text('SMTP_DKIM_SELECTOR');
  if (!/^[a-z0-9._-]+$/i.test(selector)) throw new ConfigError('SMTP_DKIM_SELECTOR', `must be a name in DNS, not '${selector}'.`);
  const privateKey = readNamedFile(read, 'SMTP_DKIM_KEY_FILE');
  if (privateKey === undefined) throw new ConfigError('SMTP_DKIM_KEY_FILE', 'must be set together with SMTP_DKIM_DOMAIN.');
  if (!isRsaKey(privateKey)) throw new ConfigError('SMTP_DKIM_KEY_FILE', 'must hold a private RSA key (PEM).');
  return { domain, selector, privateKey };
}

/** The text of the file that a setting names. */
function readNamedFile(read: Reader, name: SettingName): string | undefined {
  return readNamedBytes(read, name)?.toString('utf8');
}

function readNamedBytes(read: Reader, name: SettingName): Buffer | undefined {
  const path = read.optional(name);
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError(name, `must be a readable file; ${path} is none.`);
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

interface Site {
  readonly env: Config['env'];
  readonly publicUrl: string;
}

function readSms(read: Reader, site: Site): Config['sms'] {
  const words = read
    .text('SMS_ADAPTER')
    .split(',')
    .map((word) => word.trim());
  const dailyBudget = read.integer('SMS_DAILY_BUDGET', { min: 1, max: 100_000_000 });
  const [only] = words;
  if (words.length === 1 && (only === 'outbox' || only === 'off')) {
    if (only === 'outbox' && site.env === 'production') {
      throw new ConfigError('SMS_ADAPTER', 'must not be outbox in production: the outbox shows every code.');
    }
    return { adapter: only, providers: [], dailyBudget };
  }
  if (new Set(words).size < words.length) throw new ConfigError('SMS_ADAPTER', 'must name each provider once.');
  return { adapter: 'providers', providers: words.map((word) => readSmsProvider(read, site, word)), dailyBudget };
}

function readSmsProvider(read: Reader, { env, publicUrl }: Site, name: string): SmsProviderSettings {
  const timeoutMs = read.integer('SMS_TIMEOUT_SECONDS', { min: 1, max: 15 }) * 1000;
  switch (name) {
    case 'aliyun':
      return {
        name,
        url: readServiceUrl(read, 'ALIYUN_SMS_URL', env),
        timeoutMs,
        keyId: read.text('ALIYUN_SMS_KEY_ID'),
        keySecret: read.text('ALIYUN_SMS_KEY_SECRET'),
        signName: read.text('ALIYUN_SMS_SIGN'),
        templates: readTemplates(read, 'ALIYUN_SMS_TEMPLATES'),
      };
    case 'tencent':
      return {
        name,
        url: readServiceUrl(read, 'TENCENT_SMS_URL', env),
        timeoutMs,
        secretId: read.text('TENCENT_SMS_SECRET_ID'),
        secretKey: read.text('TENCENT_SMS_SECRET_KEY'),
        region: read.text('TENCENT_SMS_REGION'),
        appId: read.text('TENCENT_SMS_APP_ID'),
        signName: read.text('TENCENT_SMS_SIGN'),
        templates: readTemplates(read, 'TENCENT_SMS_TEMPLATES'),
      };
    case 'twilio': {
      const from = read.text('TWILIO_FROM');
      if (!/^(?:\+[1-9]\d{4,14}|MG\w{32})$/.test(from)) {
        throw new ConfigError('TWILIO_FROM', `must be a number with its country code or a messaging service, not '${from}'.`);
      }
      const url = readServiceUrl(read, 'TWILIO_URL', env);
      // Twilio reports to public addresses alone; a stand-in on this machine reaches any.
      const isReached = publicUrl.startsWith('https:') || url.startsWith('http:');
      return {
        name,
        url,
        timeoutMs,
        accountSid: read.text('TWILIO_ACCOUNT_SID'),
        authToken: read.text('TWILIO_AUTH_TOKEN'),
        from,
        reportTo: isReached ? `${publicUrl}${twilioReports}` : undefined,
      };
    }
    default:
      throw new ConfigError('SMS_ADAPTER', `must be outbox, off or a list of aliyun, tencent and twilio; '${name}' is none of them.`);
  }
}

function readTemplates(read: Reader, name: SettingName): SmsTemplates {
  const wrong = new ConfigError(name, 'must be a JSON object of {"<scene>": {"id": "…", "params": ["code"]}} with an entry `code`.');
  const found = parseObject(read.text(name));
  if (found === undefined) throw wrong;
  const templates = Object.entries(found).map(([scene, value]): [string, SmsTemplate] => {
    const template = isObject(value) ? value : undefined;
    const id = textOf(template, 'id');
    const params: unknown = template?.['params'] ?? ['code'];
    if (id === undefined || !Array.isArray(params) || !params.every((param) => typeof param === 'string')) throw wrong;
    return [scene, { id, params }];
  });
  if (!templates.some(([scene]) => scene === 'code')) throw wrong;
  return Object.fromEntries(templates);
}

function readCaptcha(read: Reader, site: { readonly env: Config['env']; readonly publicUrl: string }): Config['captcha'] {
  return { CN: readRemoteCaptcha(read, 'CAPTCHA_CN', site), DE: readRemoteCaptcha(read, 'CAPTCHA_ELSEWHERE', site) };
}

function readCaptchaRounds(read: Reader, env: Config['env']): number {
  const rounds = read.integer('CAPTCHA_ROUNDS', { min: 1, max: 1_000_000 });
  if (rounds < 2000 && env === 'production') {
    throw new ConfigError('CAPTCHA_ROUNDS', 'must be at least 2000 in production: a robot solves an easier one too cheaply.');
  }
  return rounds;
}

function readRemoteCaptcha(
  read: Reader,
  name: SettingName,
  { env, publicUrl }: { readonly env: Config['env']; readonly publicUrl: string },
): RemoteCaptchaSettings | undefined {
  const timeoutMs = read.integer('CAPTCHA_TIMEOUT_SECONDS', { min: 1, max: 10 }) * 1000;
  const provider = read.oneOf(name, ['altcha', 'yidun', 'geetest', 'turnstile']);
  switch (provider) {
    case 'altcha':
      return undefined;
    case 'yidun': {
      const businessId = read.optional('YIDUN_ANTICHEAT_BUSINESS_ID');
      return {
        provider,
        timeoutMs,
        url: readServiceUrl(read, 'YIDUN_URL', env),
        captchaId: read.text('YIDUN_CAPTCHA_ID'),
        secretId: read.text('YIDUN_SECRET_ID'),
        secretKey: read.text('YIDUN_SECRET_KEY'),
        script: readServiceUrl(read, 'YIDUN_SCRIPT_URL', env),
        antiCheat: businessId === undefined ? undefined : readAntiCheat(read, { env, businessId }),
      };
    }
    case 'geetest':
      return {
        provider,
        timeoutMs,
        url: readServiceUrl(read, 'GEETEST_URL', env),
        captchaId: read.text('GEETEST_CAPTCHA_ID'),
        captchaKey: read.text('GEETEST_CAPTCHA_KEY'),
        script: readServiceUrl(read, 'GEETEST_SCRIPT_URL', env),
      };
    case 'turnstile':
      return {
        provider,
        timeoutMs,
        url: readServiceUrl(read, 'TURNSTILE_URL', env),
        siteKey: read.text('TURNSTILE_SITE_KEY'),
        secret: read.text('TURNSTILE_SECRET'),
        script: readServiceUrl(read, 'TURNSTILE_SCRIPT_URL', env),
        hostname: new URL(publicUrl).hostname,
      };
  }
}

function readAntiCheat(
  read: Reader,
  { env, businessId }: { readonly env: Config['env']; readonly businessId: string },
): YidunAntiCheatSettings {
  return {
    url: readServiceUrl(read, 'YIDUN_ANTICHEAT_URL', env),
    businessId,
    productNumber: read.text('YIDUN_ANTICHEAT_PRODUCT'),
    script: readServiceUrl(read, 'YIDUN_ANTICHEAT_SCRIPT_URL', env),
  };
}

/** On in development; a test starts its own. */
function readSimulators(read: Reader, env: Config['env']): boolean {
  if (read.optional('SIMULATORS') === undefined) return env === 'development';
  const isWanted = read.oneOf('SIMULATORS', ['on', 'off']) === 'on';
  if (isWanted && env === 'production')
    throw new ConfigError('SIMULATORS', 'must be off in production: there anybody is who they say they are.');
  return isWanted;
}

function readObjectStorage(read: Reader, env: Config['env']): S3Settings | undefined {
  const parts = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'] as const;
  if (!read.isSet('S3_ENDPOINT')) {
    const lonely = parts.find((name) => read.isSet(name));
    if (lonely !== undefined) throw new ConfigError('S3_ENDPOINT', `must be set together with ${lonely}.`);
    return undefined;
  }
  const bucket = read.text('S3_BUCKET');
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket)) throw new ConfigError('S3_BUCKET', `must be the name of a bucket, not '${bucket}'.`);
  return {
    endpoint: readServiceUrl(read, 'S3_ENDPOINT', env),
    region: read.text('S3_REGION'),
    bucket,
    accessKeyId: read.text('S3_ACCESS_KEY_ID'),
    secretAccessKey: read.text('S3_SECRET_ACCESS_KEY'),
    pathStyle: read.switch('S3_PATH_STYLE'),
    publicUrl: read.isSet('S3_PUBLIC_URL') ? readServiceUrl(read, 'S3_PUBLIC_URL', env) : undefined,
  };
}

function readSocial(read: Reader, env: Config['env']): SocialSettings {
  const timeoutMs = read.integer('SOCIAL_TIMEOUT_SECONDS', { min: 1, max: 7 }) * 1000;
  const website = readApp(read, 'WECHAT_APP_ID', 'WECHAT_APP_SECRET');
  const service = readApp(read, 'WECHAT_SERVICE_APP_ID', 'WECHAT_SERVICE_APP_SECRET');
  const qq = readApp(read, 'QQ_APP_ID', 'QQ_APP_KEY');
  const weibo = readApp(read, 'WEIBO_APP_ID', 'WEIBO_APP_SECRET');
  const openUrl = readServiceUrl(read, 'WECHAT_OPEN_URL', env);
  const apiUrl = readServiceUrl(read, 'WECHAT_API_URL', env);
  const qqUrl = readServiceUrl(read, 'QQ_URL', env);
  const weiboUrl = readServiceUrl(read, 'WEIBO_URL', env);
  const pushToken = read.optional('WECHAT_PUSH_TOKEN');
  if (pushToken !== undefined && service === undefined) {
    throw new ConfigError('WECHAT_PUSH_TOKEN', 'must be set together with WECHAT_SERVICE_APP_ID.');
  }
  return {
    ...(service && pushToken !== undefined ? { wechatFollow: { service, pushToken, apiUrl } } : {}),
    wechat: website || service ? { website, service, openUrl, apiUrl, timeoutMs } : undefined,
    weibo: weibo && { app: weibo, url: weiboUrl, timeoutMs },
    qq: qq && { app: qq, url: qqUrl, timeoutMs },
  };
}

function readApp(read: Reader, idName: SettingName, secretName: SettingName): SocialApp | undefined {
  const id = read.optional(idName);
  const secret = read.optional(secretName);
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined) throw new ConfigError(idName, `must be set together with ${secretName}.`);
  if (secret === undefined) throw new ConfigError(secretName, `must be set together with ${idName}.`);
  return { id, secret };
}

/** Where a service of others is asked, without a trailing slash. Secrets travel there: https in production. */
function readServiceUrl(read: Reader, name: SettingName, env: Config['env']): string {
  const value = read.text(name);
  const url = URL.parse(value);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isHttp || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigError(name, `must be an http or https address without query, not '${value}'.`);
  }
  if (env === 'production' && url.protocol !== 'https:') throw new ConfigError(name, 'must start with https:// in production.');
  return url.href.replace(/\/$/, '');
}

function readAddress(read: Reader, name: SettingName): string {
  const value = read.text(name);
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value)) throw new ConfigError(name, `must be a mail address, not '${value}'.`);
  return value;
}

function readSecurity(read: Reader): Config['security'] {
  const contact = read.optional('SECURITY_CONTACT');
  const policy = read.optional('SECURITY_POLICY_URL');
  if (policy !== undefined && !isHttpsAddress(policy))
    throw new ConfigError('SECURITY_POLICY_URL', `must be an https address, not '${policy}'.`);
  if (contact === undefined) {
    if (policy !== undefined) throw new ConfigError('SECURITY_CONTACT', 'must be set together with SECURITY_POLICY_URL.');
    return undefined;
  }
  if (!/^mailto:[^\s@<>,;:?"]+@[^\s@<>,;:?"]+$/.test(contact) && !isHttpsAddress(contact)) {
    throw new ConfigError('SECURITY_CONTACT', `must be a mailto: or https: address, not '${contact}'.`);
  }
  return { contact, policy };
}

/** As it is written into a file: without blanks, and with a host. */
function isHttpsAddress(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && url.username === '' && /^https:\/\/\S+$/.test(value);
}

function readNavigation(read: Reader): readonly NavigationItem[] {
  const value = read.optional('NAVIGATION');
  if (value === undefined) return [];
  const wrong = new ConfigError(
    'NAVIGATION',
    `must be a JSON list of {${['key', 'url', ...languagesByShortName.map(shortName)].map((name) => `"${name}"`).join()}}, all of them texts.`,
  );
  const items = parseJson(value);
  if (!Array.isArray(items)) throw wrong;
  return items.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw wrong;
    const part = (name: string): string => {
      const found: unknown = Reflect.get(item, name);
      if (typeof found !== 'string' || found === '') throw wrong;
      return found;
    };
    return {
      key: part('key'),
      url: checkLink('NAVIGATION', part('url')),
      title: forEveryLanguage((language) => part(shortName(language))),
    };
  });
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function readRateFactor(read: Reader, env: Config['env']): number {
  const factor = read.integer('RATE_FACTOR', { min: 1, max: 1_000_000 });
  if (factor !== 1 && env === 'production') throw new ConfigError('RATE_FACTOR', 'must be 1 in production: it loosens every rate limit.');
  return factor;
}
