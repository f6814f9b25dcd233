import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { renderConfigReference } from '#server/testing/server/config-reference.ts';
import { ownContacts } from '#server/testing/server/own-contacts.ts';
import { settingGroups } from './all-settings.ts';
import { loadConfig } from './config.ts';
import { ConfigError } from './setting.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-config-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const secret = 'L0Gx3dXcPz8b5uHk1qWm9vT2yRsA7eJfZoNi4CwBgKU=';
const development = { DATA_DIR: dataDir };
const production = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://account.example.com',
  SECRET_KEY: secret,
  MAIL_ADAPTER: 'smtp',
  SMTP_URL: 'smtp://mail.example.com',
  SMTP_FROM: 'no-reply@example.com',
  SMS_ADAPTER: 'off',
  ...ownContacts,
};

function refusal(source: Record<string, string | undefined>): string {
  try {
    loadConfig(source);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n', 1)[0] ?? '';
    throw error;
  }
  return 'accepted';
}

describe('loadConfig', () => {
  test('needs no settings in development', () => {
    const config = loadConfig(development);
    expect(config).toMatchObject({
      env: 'development',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      trustProxy: [],
      encryption: true,
      enumeration: 'strict',
      mail: { adapter: 'outbox' },
      sms: { adapter: 'outbox' },
    });
  });

  test('creates its own secret in development, readable only by its owner', () => {
    const first = loadConfig(development).secretKey;
    const path = join(dataDir, 'secret.key');
    expect(first).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(loadConfig(development).secretKey).toEqual(first);
  });

  test('accepts a complete production configuration and creates no secret there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cedar-id-config-'));
    const config = loadConfig({ ...production, DATA_DIR: folder });
    expect(config).toMatchObject({ env: 'production', publicUrl: 'https://account.example.com', followQrUrl: undefined });
    expect(existsSync(join(folder, 'secret.key'))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('names everything that is wrong at once, and nothing that only follows from it', () => {
    const broken = {
      ...production,
      PORT: 'http',
      SMTP_URL: undefined,
      SMS_ADAPTER: 'pigeon',
      SUPPORT_EMAIL: undefined,
      S3_ENDPOINT: 'https://s3.cedar.test',
    };
    expect(() => loadConfig(broken)).toThrow(
      [
        "PORT must be a whole number from 1 to 65535, not 'http'.",
        'SUPPORT_EMAIL must be yours in production: support@example.com is an example.',
        'S3_BUCKET must be set.',
        'S3_ACCESS_KEY_ID must be set.',
        'S3_SECRET_ACCESS_KEY must be set.',
        'SMS_ADAPTER',
      ].join('\n'),
    );
    expect(() => loadConfig(broken)).toThrow('SMTP_URL must be set');
  });

  test.each([
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, tls: 'implicit', user: undefined, password: undefined }],
    ['smtp://id%40example.com:a%3Ab%40c@mail.example.com', { port: 587, tls: 'starttls', user: 'id@example.com', password: 'a:b@c' }],
    ['smtp+plain://[::1]:2525', { host: '::1', port: 2525, tls: 'none' }],
  ])('reads the mail server %s', (SMTP_URL, mail) => {
    expect(loadConfig({ ...production, SMTP_URL }).mail).toMatchObject(mail);
  });

  test('names nothing of a mail server that it refuses', () => {
    expect(refusal({ ...production, SMTP_URL: 'smtp://user:s3cret@mail.example.com/queue' })).not.toContain('s3cret');
  });

  test('takes the name of the sender, or that of the account', () => {
    const from = (SMTP_FROM: string) => loadConfig({ ...production, SMTP_FROM }).mail;
    expect(from('Cedar Mail <no-reply@example.com>')).toMatchObject({ fromName: 'Cedar Mail', fromAddress: 'no-reply@example.com' });
    expect(from('no-reply@example.com')).toMatchObject({ fromName: 'Cedar ID', fromAddress: 'no-reply@example.com' });
  });

  test.each([
    ['PUBLIC_URL', { PUBLIC_URL: undefined }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://account.example.com' }],
    ['SECRET_KEY', { SECRET_KEY: undefined }],
    ['MAIL_ADAPTER', { MAIL_ADAPTER: 'outbox' }],
    ['SMS_ADAPTER', { SMS_ADAPTER: 'outbox' }],
    ['ENCRYPTION', { ENCRYPTION: 'off' }],
    ['RATE_FACTOR', { RATE_FACTOR: '100' }],
    ['CAPTCHA_ATTEMPTS', { CAPTCHA_ATTEMPTS: '1999' }],
    ['SMTP_URL', { SMTP_URL: 'smtp+plain://mail.example.com' }],
  ])('refuses an unsafe %s in production: %o', (name, change) => {
    expect(refusal({ ...production, ...change })).toMatch(new RegExp(`^${name} must .*\\.$`));
  });

  test.each([
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'account.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://account.example.com/path' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'javascript:alert(1)' }],
    ['ENCRYPTION', { ENCRYPTION: 'maybe' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'loopback' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
    ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
    ['GEO_HEADER', { GEO_HEADER: 'X-Country' }],
    ['COOKIE_DOMAIN', { ...production, COOKIE_DOMAIN: 'com' }],
    ['COOKIE_DOMAIN', { ...production, COOKIE_DOMAIN: 'example.org' }],
    ['COOKIE_DOMAIN', { ...production, COOKIE_DOMAIN: 'ample.com' }],
    ['SECRET_KEY', { SECRET_KEY: 'short' }],
    ['SECRET_KEY', { SECRET_KEY: 'ä'.repeat(64) }],
    ['SECRET_KEY', { SECRET_KEY: 'a'.repeat(64) }],
    ['SECRET_KEYS_ACCEPTED', { SECRET_KEYS_ACCEPTED: 'short' }],
    ['SECRET_KEYS_ACCEPTED', { SECRET_KEYS_ACCEPTED: `${secret},${'a'.repeat(64)}` }],
    ['SECRET_KEYS_ACCEPTED', { SECRET_KEYS_ACCEPTED: `${secret},` }],
    ['SECRET_KEYS_ACCEPTED', { SECRET_KEYS_ACCEPTED: [1, 2, 3, 4, 5].map(() => secret).join(',') }],
    ['ENUMERATION', { ENUMERATION: 'open' }],
    ['LAYOUT', { LAYOUT: 'mobile' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'verbose' }],
    ['SMTP_URL', { MAIL_ADAPTER: 'smtp', SMTP_FROM: 'a@example.com' }],
    ['SMTP_URL', { MAIL_ADAPTER: 'smtp', SMTP_FROM: 'a@example.com', SMTP_URL: 'mail.example.com' }],
    ['SMTP_URL', { MAIL_ADAPTER: 'smtp', SMTP_FROM: 'a@example.com', SMTP_URL: 'https://mail.example.com' }],
    ['SMTP_URL', { MAIL_ADAPTER: 'smtp', SMTP_FROM: 'a@example.com', SMTP_URL: 'smtp://u@mail.example.com' }],
    ['SMTP_URL', { MAIL_ADAPTER: 'smtp', SMTP_FROM: 'a@example.com', SMTP_URL: 'smtp://u:100%@mail.example.com' }],
    ['SMTP_URL', { MAIL_ADAPTER: 'smtp', SMTP_FROM: 'a@example.com', SMTP_URL: 'smtp://u:p@mail.example.com/?tls=off' }],
    ['SMTP_FROM', { MAIL_ADAPTER: 'smtp', SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'Cedar <a@example.com>, b@example.com' }],
    ['SMTP_FROM', { MAIL_ADAPTER: 'smtp', SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'Cedar <nobody>' }],
    [
      'SMTP_CA_FILE',
      { MAIL_ADAPTER: 'smtp', SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'a@example.com', SMTP_CA_FILE: '/nowhere.pem' },
    ],
    ['NICKNAME_CHANGE_DAYS', { NICKNAME_CHANGE_DAYS: '0' }],
    ['TWO_STEP_SMS', { TWO_STEP_SMS: 'yes' }],
    ['TRUST_DAYS', { TRUST_DAYS: '91' }],
    ['CLAIM_HOURS_SHARED', { CLAIM_HOURS_SHARED: '23' }],
    ['CLAIM_HOURS_SINGLE', { CLAIM_HOURS_SINGLE: '337' }],
    ['NAME_WORDS_FILE', { NAME_WORDS_FILE: '/nowhere.txt' }],
    ['SENSITIVE_ITEMS', { SENSITIVE_ITEMS: 'birthday, __proto__' }],
    ['BLOCKED_MAIL_DOMAINS', { BLOCKED_MAIL_DOMAINS: 'throwaway.example, a@b' }],
    ['BLOCKED_MAIL_DOMAINS', { BLOCKED_MAIL_DOMAINS: '192.0.2.1' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db?target_session_attrs=standby' }],
    ['DATABASE_POOLER', { DATABASE_POOLER: 'session' }],
    ['SIMULATORS_URL', { SIMULATORS_URL: 'http://127.0.0.1:4400/wechat' }],
    ['SIMULATORS_URL', { SIMULATORS_URL: 'on' }],
    ['S3_ENDPOINT', { S3_BUCKET: 'avatars' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example.com' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: '../x' }],
    ['S3_ACCESS_KEY_ID', { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'avatars' }],
    ['S3_SECRET_ACCESS_KEY', { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'avatars', S3_ACCESS_KEY_ID: 'key' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'ftp://s3.example.com', S3_BUCKET: 'avatars' }],
    ['SUPPORT_EMAIL', { SUPPORT_EMAIL: 'support' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'security@example.com' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'mailto:security' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'mailto:a@example.com, mailto:b@example.com' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'http://example.com/security' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'https://example.com/a b' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'mailto:a@example.com\nContact: mailto:b@example.com' }],
    ['SECURITY_CONTACT', { SECURITY_POLICY_URL: 'https://example.com/policy' }],
    ['SECURITY_POLICY_URL', { SECURITY_CONTACT: 'mailto:a@example.com', SECURITY_POLICY_URL: 'http://example.com/policy' }],
    ['DEVELOPER_CENTER_URL', { DEVELOPER_CENTER_URL: 'javascript:alert(1)' }],
    ['HOMEPAGE_URL', { HOMEPAGE_URL: '//evil.example' }],
    ['NAVIGATION', { NAVIGATION: '[{"key":"a"}]' }],
    ['NAVIGATION', { NAVIGATION: 'not json' }],
    ['BRAND_ID_EN', { BRAND_ID_EN: 'Cedar\r\nBcc: x' }],
    ['BRAND_LOGO_FILE', { BRAND_LOGO_FILE: '/nowhere/logo.svg' }],
    ['VENDOR_LOGO_FILE', { VENDOR_LOGO_FILE: import.meta.filename }],
  ])('names an invalid %s in one sentence: %o', (name, change) => {
    const message = refusal({ ...development, ...change });
    expect(message).toMatch(new RegExp(`^${name} [^\\n]*\\.$`));
  });

  test('never repeats a secret in its message', () => {
    expect(refusal({ ...development, DATABASE_URL: 'postgres//user:hunter2@db/x' })).not.toContain('hunter2');
    expect(refusal({ ...development, SECRET_KEY: 'c2hvcnQ' })).not.toContain('c2hvcnQ');
    expect(refusal({ ...development, SECRET_KEYS_ACCEPTED: 'c2hvcnQ' })).not.toContain('c2hvcnQ');
  });

  test('treats an empty setting as absent', () => {
    expect(loadConfig({ ...development, PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test('accepts a secret as base64 and as hex', () => {
    const bytes = Buffer.from(secret, 'base64');
    expect(loadConfig({ ...development, SECRET_KEY: secret }).secretKey).toEqual(bytes);
    expect(loadConfig({ ...development, SECRET_KEY: bytes.toString('hex') }).secretKey).toEqual(bytes);
    expect(loadConfig({ ...development, SECRET_KEY: bytes.toString('base64url') }).secretKey).toEqual(bytes);
  });

  test('accepts several secrets beside it', () => {
    const other = Buffer.from(secret, 'base64').toReversed();
    const accepted = `${secret}, ${Buffer.from(other).toString('hex')}`;
    expect(loadConfig({ ...development, SECRET_KEYS_ACCEPTED: accepted }).acceptedKeys).toEqual([
      Buffer.from(secret, 'base64'),
      Buffer.from(other),
    ]);
    expect(loadConfig(development).acceptedKeys).toEqual([]);
  });

  test('derives the public URL from the listening address', () => {
    for (const HOST of ['localhost', '127.0.0.1']) {
      expect(loadConfig({ ...development, HOST, PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    }
    expect(loadConfig({ ...development, HOST: '::1', PORT: '8080' }).publicUrl).toBe('http://[::1]:8080');
  });
});

describe('outside production', () => {
  const modes = [{}, { NODE_ENV: '' }, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }];
  const here = ['127.0.0.1', '127.8.9.10', 'localhost', 'LocalHost', '::1'];
  const elsewhere = ['0.0.0.0', '::', '192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7', 'id.example.com', 'localhost.example.com', 'local'];
  const sitesHere = ['http://localhost:8080', 'http://127.0.0.1', 'http://127.1:99', 'http://[::1]:3000', 'https://localhost:8443'];
  const sitesElsewhere = [
    'https://id.example.com',
    'http://id.example.com',
    'http://192.0.2.7:3000',
    'http://0.0.0.0:3000',
    'http://[::]:3000',
    'http://[2001:db8::7]',
    'https://localhost.example.com',
    'https://127.0.0.1.example.com',
  ];

  test.each(modes)('accepts a loopback address: %o', (mode) => {
    for (const HOST of here) expect(refusal({ ...development, ...mode, HOST }), HOST).toBe('accepted');
    for (const PUBLIC_URL of sitesHere) expect(refusal({ ...development, ...mode, PUBLIC_URL }), PUBLIC_URL).toBe('accepted');
  });

  test.each(modes)('refuses every other address, with any other settings: %o', (mode) => {
    const env = {
      ...development,
      ...mode,
      DEV_IN_PUBLIC: 'yes',
      SIMULATORS_URL: 'off',
      MAIL_ADAPTER: 'smtp',
      SMTP_URL: 'smtp://localhost',
    };
    const all = { ...env, SMTP_FROM: 'id@example.com', SMS_ADAPTER: 'off', SECRET_KEY: secret, TRUST_PROXY: '192.0.2.1' };
    const name = mode.NODE_ENV === 'test' ? 'test' : 'development';
    for (const HOST of elsewhere) {
      const sentence = `NODE_ENV must be production, not ${name}, because HOST (${HOST}) lets other machines in.`;
      expect(refusal({ ...all, HOST }), HOST).toBe(sentence);
      expect(refusal({ ...all, HOST, PUBLIC_URL: 'http://localhost:3000' }), HOST).toBe(sentence);
    }
    for (const PUBLIC_URL of sitesElsewhere) {
      const sentence = `NODE_ENV must be production, not ${name}, because PUBLIC_URL (${PUBLIC_URL}) is not on this machine.`;
      expect(refusal({ ...all, PUBLIC_URL }), PUBLIC_URL).toBe(sentence);
    }
    expect(refusal({ ...all, HOST: '0.0.0.0', PUBLIC_URL: 'https://id.example.com' })).toBe(
      `NODE_ENV must be production, not ${name}, because HOST (0.0.0.0) lets other machines in and PUBLIC_URL (https://id.example.com) is not on this machine.`,
    );
  });

  test.each(['Production', 'prod', 'staging', 'PRODUCTION', 'dev'])('is not selected by %o, which is refused', (NODE_ENV) => {
    for (const addresses of [{}, { HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://id.example.com' }]) {
      expect(refusal({ ...production, ...addresses, NODE_ENV })).toMatch(/^NODE_ENV must be one of production, development, test, not /);
    }
  });
});

describe('in production', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::', '192.0.2.7'])('listens on %s', (HOST) => {
    expect(loadConfig({ ...production, HOST })).toMatchObject({ host: HOST, publicUrl: 'https://account.example.com' });
  });
});

const rows = Object.values(settingGroups).flatMap((settings) => Object.entries(settings));

describe('every setting', () => {
  /** A value for each setting without a default, so that every part of the configuration is used. */
  const complete = {
    ...production,
    ...Object.fromEntries(rows.filter(([, { default: initial }]) => initial === undefined).map(([name]) => [name, 'value'])),
    PUBLIC_URL: production.PUBLIC_URL,
    SECRET_KEY: secret,
    SECRET_KEYS_ACCEPTED: secret,
    DATABASE_URL: 'postgres://db/x',
    TRUST_PROXY: '192.0.2.1',
    GEO_HEADER: 'x-country',
    COOKIE_DOMAIN: 'example.com',
    GUARDIAN_CHECK: 'https://adults.example.com/check',
    BREACH_CHECK_URL: 'https://breaches.example.com/range',
    SECURITY_CONTACT: 'mailto:security@example.com',
    SECURITY_POLICY_URL: 'https://example.com/policy',
    NAME_WORDS_FILE: import.meta.filename,
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'avatars',
    S3_PUBLIC_URL: 'https://cdn.example.com',
    NAVIGATION: '[]',
    BRAND_LOGO_FILE: '',
    VENDOR_LOGO_FILE: '',
    LOGIN_LOGOUT_URL: 'https://login.example.com',
    IDENTITY_LOGOUT_URL: 'https://identity.example.com',
    FOLLOW_QR_URL: 'https://example.com',
    REQUESTS_MAIL: 'privacy@example.com',
    WORKDAYS_CN: '2026-10-01..2026-10-07 +2026-10-10',
    AGE_GATE: 'CN=14 DE=16',
    SENSITIVE_ITEMS: 'birthday, realName',
    CROSS_BORDER: join(dataDir, 'cross-border.json'),
    SMTP_URL: production.SMTP_URL,
    SMTP_FROM: production.SMTP_FROM,
    SMTP_CA_FILE: import.meta.filename,
    SMTP_DKIM_DOMAIN: 'example.com',
    SMTP_DKIM_KEY_FILE: join(dataDir, 'dkim.pem'),
    SMS_ADAPTER: 'aliyun,tencent,twilio',
    ALIYUN_SMS_TEMPLATES: '{"code":{"id":"1"}}',
    TENCENT_SMS_TEMPLATES: '{"code":{"id":"1"}}',
    TWILIO_FROM: '+15005550006',
    DEVELOPERS: 'invited',
    DEVELOPERS_INVITED: '100000000001, 100000000002',
    SIMULATORS_URL: 'off',
    FEATURES: 'passkeys,twoStep',
    PASSKEY_RP_ID: 'example.com',
    PASSKEY_ORIGINS: 'https://id.example.net',
    EMBED_HOSTS: '[{"id":"cedar-desktop","bridge":"qwebchannel"}]',
    DESK_URL: 'https://desk.example.com',
    DESK_NETWORKS: '10.0.0.0/8',
    CASE_PATTERN: '^CS-\\d{4}$',
    DESK_IDLE_MINUTES: '20',
    DESK_HOURS: '4',
    DESK_MAIL: 'alarms@example.com',
    METRICS_PORT: '9464',
    OTLP_TRACES_URL: 'http://127.0.0.1:4318/v1/traces',
  };

  test('belongs to one group', () => {
    const names = rows.map(([name]) => name);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });

  test('is read', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(complete.SMTP_DKIM_KEY_FILE, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(complete.CROSS_BORDER, JSON.stringify(crossBorder));
    const read = new Set<string>();
    for (const CAPTCHA_CN of ['yidun', 'geetest', 'turnstile']) {
      const source: Record<string, string> = { ...complete, CAPTCHA_CN };
      loadConfig(new Proxy(source, { get: (all, name) => all[read.add(String(name)) && String(name)] }));
    }
    expect(rows.map(([name]) => name).filter((name) => !read.has(name))).toEqual([]);
  });
});

const facts = { recipient: 'x', contact: 'x', purpose: 'x', manner: 'x', kinds: 'x', rights: 'x' };
const crossBorder = { version: '2026-11-01', clients: ['cloud'], zh_CN: facts, en_US: facts };

describe('the facts of a transfer abroad', () => {
  const file = join(dataDir, 'abroad.json');
  const load = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return { ...production, CROSS_BORDER: file };
  };

  test('are read for every language', () => {
    const { crossBorder: read } = loadConfig(load(crossBorder));
    expect(read).toEqual({ version: '2026-11-01', clients: ['cloud'], facts: { zh_CN: facts, en_US: facts } });
  });

  test.each([
    ['no JSON', '{', 'a JSON object.'],
    ['no version', { ...crossBorder, version: 'Latest!' }, '"version"'],
    ['no apps', { ...crossBorder, clients: [] }, '"clients"'],
    ['an app that is no text', { ...crossBorder, clients: ['cloud', 1] }, '"clients"'],
    ['no language', { ...crossBorder, en_US: undefined }, 'en_US.recipient'],
    ['a gap', { ...crossBorder, zh_CN: { ...facts, rights: ' ' } }, 'zh_CN.rights'],
  ])('with %s stop the start', (_what, content, part) => {
    expect(refusal(load(content))).toContain(part);
  });

  test('are no file that is not there', () => {
    expect(refusal({ ...production, CROSS_BORDER: '/nowhere.json' })).toContain('must be a readable file');
  });
});

describe('windows that show our pages', () => {
  const hosts = (list: unknown, more: object = {}) => ({ ...production, ...more, EMBED_HOSTS: JSON.stringify(list) });
  const forum = { id: 'forum', bridge: 'postMessage', origin: 'https://bbs.example.com', frame: true };

  test.each([
    ['{', 'must be a JSON list of hosts.'],
    ['[1]', 'must be a JSON list of objects.'],
    ['[{"id":"A b","bridge":"qwebchannel"}]', 'must give every host an "id" of 1 to 32 lower-case letters, digits and hyphens.'],
    ['[{"id":"a","bridge":"x"}]', 'must say for \'a\' which "bridge" it has: qwebchannel or postMessage.'],
    ['[{"id":"a","bridge":"qwebchannel","url":"x"}]', "must use only the names id, bridge, origin, frame, dialect, not 'url'."],
    ['[{"id":"a","bridge":"qwebchannel"},{"id":"a","bridge":"qwebchannel"}]', "must name each host once; 'a' is there twice."],
    ['[{"id":"a","bridge":"qwebchannel","frame":true}]', 'must not give \'a\' an "origin" or "frame": a QWebChannel host is a window.'],
    ['[{"id":"a","bridge":"postMessage"}]', 'must give \'a\' its "origin", such as https://bbs.example.com, without a path.'],
    [
      '[{"id":"a","bridge":"postMessage","origin":"https://x.example/y"}]',
      'must give \'a\' its "origin", such as https://bbs.example.com, without a path.',
    ],
    [
      '[{"id":"a","bridge":"postMessage","origin":"http://x.example"}]',
      'must give \'a\' its "origin", such as https://bbs.example.com, without a path.',
    ],
    [
      '[{"id":"a","bridge":"postMessage","origin":"https://x.example","dialect":"deepin"}]',
      'must not give \'a\' this "dialect": only a host with the bridge qwebchannel has one, "deepin".',
    ],
    [
      '[{"id":"a","bridge":"qwebchannel","dialect":"deepin"},{"id":"b","bridge":"qwebchannel","dialect":"deepin"}]',
      'must give "dialect" to only one host: its windows do not say which one they are.',
    ],
  ])('refuses %s', (EMBED_HOSTS, sentence) => {
    expect(refusal({ ...production, EMBED_HOSTS })).toBe(`EMBED_HOSTS ${sentence}`);
  });

  test('are sites of ours where they frame', () => {
    const frames = (origin: string, more: object = {}) => refusal(hosts([{ ...forum, origin }], more));
    expect(frames('https://account.example.com')).toBe('accepted');
    expect(frames('https://bbs.account.example.com')).toBe('accepted');
    expect(frames('https://example.com')).toBe('accepted');
    expect(frames('https://bbs.example.com', { COOKIE_DOMAIN: 'example.com' })).toBe('accepted');
    for (const origin of ['https://bbs.example.com', 'https://example.net', 'https://notaccount.example.com.evil.example']) {
      expect(frames(origin)).toContain(`lets 'forum' frame pages, but ${origin} is not of the site of https://account.example.com`);
    }
    // A popup needs no cookies in a frame.
    expect(refusal(hosts([{ ...forum, origin: 'https://example.net', frame: false }]))).toBe('accepted');
    expect(loadConfig(development).embedHosts).toEqual([]);
  });
});

describe('passkeys', () => {
  test('belong to the host of the site or a domain above it, and need a domain', () => {
    const config = (more: object) => loadConfig({ ...production, ...more }).passkeys;
    expect(config({})).toEqual({ rpId: 'account.example.com', origins: ['https://account.example.com'], related: [] });
    expect(config({ PASSKEY_RP_ID: 'example.com' })?.rpId).toBe('example.com');
    expect(config({ FEATURES: 'none' })).toBeUndefined();
    expect(config({ FEATURES: 'twoStep' })).toBeUndefined();
    for (const PUBLIC_URL of ['http://[::1]:3000', 'http://127.0.0.1:3000']) {
      expect(loadConfig({ ...development, PUBLIC_URL }).passkeys).toBeUndefined();
    }
    expect(loadConfig(development).passkeys?.rpId).toBe('localhost');
  });

  test.each([
    ['PASSKEY_RP_ID', { PASSKEY_RP_ID: 'example.org' }],
    ['PASSKEY_RP_ID', { PASSKEY_RP_ID: 'ccount.example.com' }],
    ['PASSKEY_RP_ID', { PASSKEY_RP_ID: '127.0.0.1' }],
    ['PASSKEY_RP_ID', { PASSKEY_RP_ID: 'com' }],
    ['PASSKEY_ORIGINS', { PASSKEY_ORIGINS: 'http://id.example.net' }],
    ['PASSKEY_ORIGINS', { PASSKEY_ORIGINS: 'https://id.example.net/path' }],
    ['PASSKEY_ORIGINS', { PASSKEY_ORIGINS: Array.from({ length: 6 }, (_, at) => `https://id.example${at}.net`).join(',') }],
    ['PASSKEY_ORIGINS', { PASSKEY_ORIGINS: Array.from({ length: 21 }, (_, at) => `https://id${at}.example.net`).join(',') }],
    ['FEATURES', { FEATURES: 'passkey' }],
  ])('refuses a wrong %s: %o', (name, more) => {
    expect(refusal({ ...production, ...more })).toMatch(new RegExp(`^${name} `));
  });
});

describe('the reference page', () => {
  test('matches the table of settings', async () => {
    await expect(renderConfigReference()).toMatchFileSnapshot(join(import.meta.dirname, '../../../../docs/configuration.md'));
  });

  test('has one sentence for every setting', () => {
    for (const [name, { meaning }] of rows) expect(meaning, name).toMatch(/^[A-Z/].*\.$/);
  });
});
