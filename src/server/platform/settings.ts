/** One environment variable, as the operator's reference page shows it. */
export interface Setting {
  readonly group: (typeof settingGroups)[number];
  readonly type: string;
  readonly unit?: string;
  /** As it would be written; undefined where there is none. */
  readonly default: string | undefined;
  /** One sentence. */
  readonly meaning: string;
}

export const settingGroups = [
  'Server',
  'Security',
  'Accounts',
  'Files',
  'Brand and links',
  'Mail and SMS',
  'Social accounts',
  'Captcha',
  'Retention',
  'Diagnostics',
] as const;

const vendorName = (what: string, instead: string) => ({
  group: 'Brand and links' as const,
  type: 'text',
  default: undefined,
  meaning: `The name of ${what} on the pages of the vendor mode; without it ${instead}. Messages and agreements keep ${instead}.`,
});

/** Every setting there is (contract section 8): the reader takes its defaults from here, the reference page all of it. */
export const settings = {
  NODE_ENV: {
    group: 'Server',
    type: 'production, development or test',
    default: 'development',
    meaning:
      'Production refuses unsafe settings and has no development pages; development and test start on addresses of this machine alone (HOST, PUBLIC_URL).',
  },
  PORT: { group: 'Server', type: 'whole number', default: '3000', meaning: 'The TCP port that the server listens on.' },
  HOST: { group: 'Server', type: 'address or name', default: '127.0.0.1', meaning: 'The address that the server listens on.' },
  PUBLIC_URL: {
    group: 'Server',
    type: 'origin',
    default: undefined,
    meaning:
      'The address that people see, used for links, for the origin check and as the issuer of the OpenID provider: https in production, made from HOST and PORT elsewhere.',
  },
  DATA_DIR: {
    group: 'Server',
    type: 'path',
    default: './data',
    meaning: 'The directory of the embedded database, of development keys and of the development outbox.',
  },
  DATABASE_URL: {
    group: 'Server',
    type: 'postgres://… address',
    default: undefined,
    meaning:
      'The PostgreSQL database; without it SQLite in DATA_DIR is used. Of several hosts, `postgres://user:password@a:5432,b:5432/name`, the first that takes writes is used.',
  },
  DATABASE_POOLER: {
    group: 'Server',
    type: 'none or transaction',
    default: 'none',
    meaning: 'Whether DATABASE_URL leads to a pooler such as PgBouncer in transaction mode, on whose connections nothing may be kept.',
  },
  REDIS_URL: {
    group: 'Server',
    type: 'redis://… or rediss://… address',
    default: undefined,
    meaning: 'A Redis or Valkey that counts calls and remembers spent captchas; it may be lost at any time, the database does it then.',
  },
  TRUST_PROXY: {
    group: 'Server',
    type: 'addresses and CIDRs, comma-separated',
    default: undefined,
    meaning: 'The proxies whose X-Forwarded-For is believed; all others are ignored.',
  },
  GEO_HEADER: {
    group: 'Server',
    type: 'header name',
    default: undefined,
    meaning: 'The header in which a trusted proxy tells the two-letter country of the request.',
  },
  GEO_DATABASE_FILE: {
    group: 'Server',
    type: 'path',
    default: undefined,
    meaning:
      'A database of places by address in the MMDB format (GeoLite2 City or Country, or alike), asked where GEO_HEADER says nothing; it is read at the start.',
  },
  LAYOUT: {
    group: 'Server',
    type: 'auto or desktop',
    default: 'auto',
    meaning: 'Whether narrow screens get the mobile layout (auto) or all screens the desktop layout.',
  },
  SECRET_KEY: {
    group: 'Security',
    type: 'base64 or hex of at least 32 bytes',
    default: undefined,
    meaning:
      'The secret that all keys are derived from, the same on every instance; outside production `DATA_DIR/secret.key` is made when it is absent.',
  },
  SECRET_KEYS_ACCEPTED: {
    group: 'Security',
    type: 'as SECRET_KEY, at most four, comma-separated',
    default: undefined,
    meaning:
      'Secrets beside SECRET_KEY, the same on every instance: the next one before it becomes SECRET_KEY, and the one before until `npm run admin -- keys status` says that it may go. What they have sealed and made is known; nothing is made with them.',
  },
  ENCRYPTION: {
    group: 'Security',
    type: 'on or off',
    default: 'on',
    meaning: 'Whether identifiers, codes and passwords travel encrypted by field, on top of TLS; must be on in production.',
  },
  SECURITY_CONTACT: {
    group: 'Security',
    type: 'mailto: or https: address',
    default: undefined,
    meaning: 'Where people report vulnerabilities, told at /.well-known/security.txt; without it there is no such file.',
  },
  SECURITY_POLICY_URL: {
    group: 'Security',
    type: 'https: address',
    default: undefined,
    meaning: 'The page that says how reports are dealt with, told beside SECURITY_CONTACT.',
  },
  COOKIE_DOMAIN: {
    group: 'Security',
    type: 'domain',
    default: undefined,
    meaning: 'The parent domain at which the language cookie is shared; the session always stays with the host alone.',
  },
  ENUMERATION: {
    group: 'Security',
    type: 'strict or explicit',
    default: 'strict',
    meaning: 'Whether sending codes and resetting hide (strict) or tell (explicit) that a phone or an email has no account.',
  },
  RATE_FACTOR: {
    group: 'Security',
    type: 'whole number',
    unit: 'times',
    default: '1',
    meaning: 'Multiplies every rate limit, for load tests only; must be 1 in production.',
  },
  NICKNAME_CHANGE_DAYS: {
    group: 'Accounts',
    type: 'whole number',
    unit: 'days',
    default: '7',
    meaning: 'How long a nickname stays before it may be changed again.',
  },
  NAME_WORDS_FILE: {
    group: 'Accounts',
    type: 'path',
    default: undefined,
    meaning:
      'The reserved and sensitive words of usernames and nicknames, in the form of `src/server/core/words/name-words.txt`, which it takes the place of.',
  },
  S3_ENDPOINT: {
    group: 'Files',
    type: 'address',
    default: undefined,
    meaning:
      'Object storage with the API of S3, reached by this server and by browsers, which keeps avatars in the place of DATA_DIR; needs the bucket and the keys.',
  },
  S3_REGION: { group: 'Files', type: 'text', default: 'us-east-1', meaning: 'The region of the bucket, as signatures name it.' },
  S3_BUCKET: { group: 'Files', type: 'bucket name', default: undefined, meaning: 'The bucket, which nothing else uses.' },
  S3_ACCESS_KEY_ID: {
    group: 'Files',
    type: 'text',
    default: undefined,
    meaning: 'The key that may get, put, delete and list objects of the bucket.',
  },
  S3_SECRET_ACCESS_KEY: { group: 'Files', type: 'text', default: undefined, meaning: 'The secret of S3_ACCESS_KEY_ID.' },
  S3_PATH_STYLE: {
    group: 'Files',
    type: 'on or off',
    default: 'on',
    meaning: 'Whether the bucket stands in the path (on) or before the host name (off).',
  },
  S3_PUBLIC_URL: {
    group: 'Files',
    type: 'address',
    default: undefined,
    meaning:
      'Where everyone may read what is below `avatars/` in the bucket, such as a CDN; without it avatars are read through this server.',
  },
  CLIENT_ID: {
    group: 'Brand and links',
    type: 'text',
    default: 'account-center',
    meaning: 'The name of this web application towards the login and identity hosts, told in /api/config.json.',
  },
  BRAND_ID_EN: { group: 'Brand and links', type: 'text', default: 'Cedar ID', meaning: 'The name of the account in English.' },
  BRAND_ID_ZH: { group: 'Brand and links', type: 'text', default: '雪松账号', meaning: 'The name of the account in Chinese.' },
  BRAND_OS_EN: { group: 'Brand and links', type: 'text', default: 'Cedar OS', meaning: 'The name of the operating system in English.' },
  BRAND_OS_ZH: { group: 'Brand and links', type: 'text', default: '雪松 OS', meaning: 'The name of the operating system in Chinese.' },
  BRAND_LOGO_FILE: {
    group: 'Brand and links',
    type: 'path',
    default: undefined,
    meaning: 'The logo, an SVG without scripts or a PNG of at most 64 KiB, shown in a square beside the name and as the icon of the page.',
  },
  USER_CENTER_URL: { group: 'Brand and links', type: 'path or address', default: '/', meaning: 'Where the header link User Center leads.' },
  DEVELOPER_CENTER_URL: {
    group: 'Brand and links',
    type: 'path or address',
    default: 'https://developer.example.com/login',
    meaning: 'Where the header link Developer Center leads: the login page of the identity host.',
  },
  LOGIN_LOGOUT_URL: {
    group: 'Brand and links',
    type: 'address',
    default: undefined,
    meaning: 'The sign-out address of the login host, which the web application also calls at sign-out.',
  },
  IDENTITY_LOGOUT_URL: {
    group: 'Brand and links',
    type: 'address',
    default: undefined,
    meaning: 'The sign-out address of the identity host, which the web application also calls at sign-out.',
  },
  NAVIGATION: {
    group: 'Brand and links',
    type: 'JSON list of {key, url, en, zh}',
    default: undefined,
    meaning: 'The links of the header; without it User Center and Developer Center.',
  },
  HOMEPAGE_URL: { group: 'Brand and links', type: 'path or address', default: 'https://www.example.com', meaning: 'Footer link Homepage.' },
  DEVELOPERS_URL: {
    group: 'Brand and links',
    type: 'path or address',
    default: 'https://developer.example.com',
    meaning: 'Footer link Developer platform.',
  },
  COMMUNITY_URL: {
    group: 'Brand and links',
    type: 'path or address',
    default: 'https://community.example.com',
    meaning: 'Footer link Community.',
  },
  ICP_FILING: {
    group: 'Brand and links',
    type: 'text',
    default: undefined,
    meaning: 'The ICP filing number shown in the footer; outside production a placeholder.',
  },
  PUBLIC_SECURITY_FILING: {
    group: 'Brand and links',
    type: 'text',
    default: undefined,
    meaning: 'The public security filing number shown in the footer; outside production a placeholder.',
  },
  SUPPORT_EMAIL: {
    group: 'Brand and links',
    type: 'mail address',
    default: 'support@example.com',
    meaning: 'The address of the support, named in texts and mails.',
  },
  FOLLOW_QR_URL: {
    group: 'Brand and links',
    type: 'address',
    default: undefined,
    meaning: 'The address that the follow-us QR code holds; without it no QR code is shown, outside production an example.',
  },
  VENDOR_HOST_MARKER: {
    group: 'Brand and links',
    type: 'text',
    default: undefined,
    meaning: 'The part of a host name that switches the vendor mode on.',
  },
  VENDOR_ID_EN: vendorName('the account in English', 'BRAND_ID_EN'),
  VENDOR_ID_ZH: vendorName('the account in Chinese', 'BRAND_ID_ZH'),
  VENDOR_OS_EN: vendorName('the operating system in English', 'BRAND_OS_EN'),
  VENDOR_OS_ZH: vendorName('the operating system in Chinese', 'BRAND_OS_ZH'),
  VENDOR_LOGO_FILE: {
    group: 'Brand and links',
    type: 'path',
    default: undefined,
    meaning: 'The logo on the pages of the vendor mode, in the form of BRAND_LOGO_FILE, without which that one stays.',
  },
  MAIL_ADAPTER: {
    group: 'Mail and SMS',
    type: 'outbox or smtp',
    default: 'outbox',
    meaning: 'How mails leave: outbox keeps them readable at /dev/outbox and is refused in production.',
  },
  SMTP_HOST: {
    group: 'Mail and SMS',
    type: 'host name',
    default: undefined,
    meaning: 'The mail server; needed when MAIL_ADAPTER is smtp.',
  },
  SMTP_PORT: { group: 'Mail and SMS', type: 'whole number', default: '587', meaning: 'The port of the mail server.' },
  SMTP_TLS: {
    group: 'Mail and SMS',
    type: 'implicit, starttls or none',
    default: 'starttls',
    meaning:
      'TLS from the first byte (port 465), STARTTLS or none; none is refused in production unless the mail server is on this machine.',
  },
  SMTP_CA_FILE: {
    group: 'Mail and SMS',
    type: 'path',
    default: undefined,
    meaning: 'The certificate authority of the mail server (PEM), where it is not a public one.',
  },
  SMTP_USER: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The user name at the mail server.' },
  SMTP_PASSWORD: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The password at the mail server.' },
  SMTP_FROM: {
    group: 'Mail and SMS',
    type: 'mail address',
    default: undefined,
    meaning: 'The sender of all mails; needed when MAIL_ADAPTER is smtp.',
  },
  SMTP_DKIM_DOMAIN: {
    group: 'Mail and SMS',
    type: 'domain',
    default: undefined,
    meaning: 'Signs mails by DKIM for this domain, where the mail server does not; needs selector and key.',
  },
  SMTP_DKIM_SELECTOR: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The selector of the DKIM key in DNS.' },
  SMTP_DKIM_KEY_FILE: { group: 'Mail and SMS', type: 'path', default: undefined, meaning: 'The private DKIM key (RSA, PEM).' },
  SMTP_FROM_NAME: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The name of the sender; without it BRAND_ID_EN.' },
  SMS_ADAPTER: {
    group: 'Mail and SMS',
    type: 'outbox, off, or some of aliyun, tencent, twilio, comma-separated',
    default: 'outbox',
    meaning:
      'How SMS leave: outbox keeps them readable at /dev/outbox and is refused in production; off answers 1008 to who asks for one; of several providers the next is asked when one refuses.',
  },
  SMS_DAILY_BUDGET: {
    group: 'Mail and SMS',
    type: 'whole number',
    unit: 'codes',
    default: '20000',
    meaning:
      'How many codes leave by SMS in a day, over all numbers; at most 60 % of them for strangers. Beyond it asking for one is answered 1011. Notices have a budget of their own.',
  },
  SMS_TIMEOUT_SECONDS: {
    group: 'Mail and SMS',
    type: 'whole number',
    unit: 'seconds',
    default: '5',
    meaning: 'How long a provider may take for one message; one that took longer is never sent again.',
  },
  ALIYUN_SMS_URL: {
    group: 'Mail and SMS',
    type: 'address',
    default: 'https://dysmsapi.aliyuncs.com',
    meaning: 'The endpoint of Alibaba Cloud SMS.',
  },
  ALIYUN_SMS_KEY_ID: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The access key of Alibaba Cloud.' },
  ALIYUN_SMS_KEY_SECRET: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The secret of ALIYUN_SMS_KEY_ID.' },
  ALIYUN_SMS_SIGN: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The approved signature, without 【】.' },
  ALIYUN_SMS_TEMPLATES: {
    group: 'Mail and SMS',
    type: 'JSON object',
    default: undefined,
    meaning:
      'The approved templates by scene, or by `code` and `notice` for all others, with the values that each takes: `{"code": {"id": "SMS_1", "params": ["code"]}}`; a language may follow: `code:en_US`. What has no template is not sent.',
  },
  TENCENT_SMS_URL: {
    group: 'Mail and SMS',
    type: 'address',
    default: 'https://sms.tencentcloudapi.com',
    meaning: 'The endpoint of Tencent Cloud SMS.',
  },
  TENCENT_SMS_SECRET_ID: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The API key of Tencent Cloud.' },
  TENCENT_SMS_SECRET_KEY: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The secret of TENCENT_SMS_SECRET_ID.' },
  TENCENT_SMS_REGION: { group: 'Mail and SMS', type: 'text', default: 'ap-guangzhou', meaning: 'The region of Tencent Cloud SMS.' },
  TENCENT_SMS_APP_ID: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The SMS application (SdkAppId).' },
  TENCENT_SMS_SIGN: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The approved signature, without 【】.' },
  TENCENT_SMS_TEMPLATES: {
    group: 'Mail and SMS',
    type: 'JSON object',
    default: undefined,
    meaning: 'As ALIYUN_SMS_TEMPLATES; the values are taken in their order.',
  },
  TWILIO_URL: { group: 'Mail and SMS', type: 'address', default: 'https://api.twilio.com', meaning: 'The address of Twilio.' },
  TWILIO_ACCOUNT_SID: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The account at Twilio (AC…).' },
  TWILIO_AUTH_TOKEN: { group: 'Mail and SMS', type: 'text', default: undefined, meaning: 'The token of TWILIO_ACCOUNT_SID.' },
  TWILIO_FROM: {
    group: 'Mail and SMS',
    type: 'text',
    default: undefined,
    meaning: 'The sender: a number with its country code (+…) or a messaging service (MG…).',
  },
  SIMULATORS: {
    group: 'Social accounts',
    type: 'on or off',
    default: undefined,
    meaning: 'Whether WeChat, QQ and Weibo are simulated where none of them is configured: on in development, refused in production.',
  },
  SOCIAL_TIMEOUT_SECONDS: {
    group: 'Social accounts',
    type: 'whole number',
    unit: 'seconds',
    default: '5',
    meaning: 'How long a platform may take to say who somebody is, all its answers together.',
  },
  WECHAT_APP_ID: {
    group: 'Social accounts',
    type: 'text',
    default: undefined,
    meaning: 'The website application at the WeChat Open Platform; its callback domain is the host of PUBLIC_URL.',
  },
  WECHAT_APP_SECRET: { group: 'Social accounts', type: 'text', default: undefined, meaning: 'The secret of WECHAT_APP_ID.' },
  WECHAT_SERVICE_APP_ID: {
    group: 'Social accounts',
    type: 'text',
    default: undefined,
    meaning:
      'The service account that signs in inside WeChat; bind it to the same Open Platform account, so that people are the same ones.',
  },
  WECHAT_SERVICE_APP_SECRET: {
    group: 'Social accounts',
    type: 'text',
    default: undefined,
    meaning: 'The secret of WECHAT_SERVICE_APP_ID.',
  },
  WECHAT_PUSH_TOKEN: {
    group: 'Social accounts',
    type: 'text',
    default: undefined,
    meaning:
      'The token of the server configuration of WECHAT_SERVICE_APP_ID, whose address there is /events/wechat below PUBLIC_URL. With it the page after a registration shows a QR code of WeChat and goes on when it was scanned.',
  },
  WECHAT_OPEN_URL: {
    group: 'Social accounts',
    type: 'address',
    default: 'https://open.weixin.qq.com',
    meaning: 'Where people go to sign in with WeChat.',
  },
  WECHAT_API_URL: {
    group: 'Social accounts',
    type: 'address',
    default: 'https://api.weixin.qq.com',
    meaning: 'Where the server asks WeChat.',
  },
  QQ_APP_ID: { group: 'Social accounts', type: 'text', default: undefined, meaning: 'The application at QQ Connect (APP ID).' },
  QQ_APP_KEY: { group: 'Social accounts', type: 'text', default: undefined, meaning: 'The secret of QQ_APP_ID (APP Key).' },
  QQ_URL: { group: 'Social accounts', type: 'address', default: 'https://graph.qq.com', meaning: 'The address of QQ Connect.' },
  WEIBO_APP_ID: {
    group: 'Social accounts',
    type: 'text',
    default: undefined,
    meaning: 'The application at Weibo (App Key). Its cancel-authorization callback is /events/weibo below PUBLIC_URL.',
  },
  WEIBO_APP_SECRET: { group: 'Social accounts', type: 'text', default: undefined, meaning: 'The secret of WEIBO_APP_ID.' },
  WEIBO_URL: { group: 'Social accounts', type: 'address', default: 'https://api.weibo.com', meaning: 'The address of Weibo.' },
  CAPTCHA_CN: {
    group: 'Captcha',
    type: 'altcha, yidun, geetest or turnstile',
    default: 'altcha',
    meaning: 'The captcha for visitors from Mainland China; our own (altcha), harder than usual, stands in for a service that is down.',
  },
  CAPTCHA_ELSEWHERE: {
    group: 'Captcha',
    type: 'altcha, yidun, geetest or turnstile',
    default: 'altcha',
    meaning: 'The captcha for visitors from everywhere else.',
  },
  CAPTCHA_TIMEOUT_SECONDS: {
    group: 'Captcha',
    type: 'whole number',
    unit: 'seconds',
    default: '2',
    meaning: 'How long a captcha service may take for each answer; without one nobody passes.',
  },
  CAPTCHA_ROUNDS: {
    group: 'Captcha',
    type: 'whole number',
    unit: 'rounds',
    default: '2000',
    meaning:
      'The work of our own captcha: PBKDF2 rounds for each of some 1,000 attempts; more where robots can afford it, less for load tests only.',
  },
  YIDUN_URL: {
    group: 'Captcha',
    type: 'address',
    default: 'https://c.dun.163.com',
    meaning: 'Where NetEase Yidun verifies.',
  },
  YIDUN_SCRIPT_URL: {
    group: 'Captcha',
    type: 'address',
    default: 'https://cstaticdun.126.net/load.min.js',
    meaning: 'Where browsers get the widget of NetEase Yidun; from another host than theirs, pages may load from that one alone.',
  },
  YIDUN_CAPTCHA_ID: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The captcha at NetEase Yidun.',
  },
  YIDUN_SECRET_ID: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The account at NetEase Yidun.',
  },
  YIDUN_SECRET_KEY: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The secret of YIDUN_SECRET_ID.',
  },
  YIDUN_ANTICHEAT_URL: {
    group: 'Captcha',
    type: 'address',
    default: 'https://ac.dun.163.com',
    meaning: 'Where the anti-cheat of NetEase Yidun is asked.',
  },
  YIDUN_ANTICHEAT_BUSINESS_ID: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The business at the anti-cheat; without it the anti-cheat is not used.',
  },
  YIDUN_ANTICHEAT_PRODUCT: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The product number (YD…) of the anti-cheat; needed with YIDUN_ANTICHEAT_BUSINESS_ID.',
  },
  YIDUN_ANTICHEAT_SCRIPT_URL: {
    group: 'Captcha',
    type: 'address',
    default: 'https://acstatic-dun.126.net/tool.min.js',
    meaning: 'Where browsers get the anti-cheat of NetEase Yidun.',
  },
  GEETEST_URL: {
    group: 'Captcha',
    type: 'address',
    default: 'https://gcaptcha4.geetest.com',
    meaning: 'Where GeeTest v4 verifies.',
  },
  GEETEST_SCRIPT_URL: {
    group: 'Captcha',
    type: 'address',
    default: 'https://static.geetest.com/v4/gt4.js',
    meaning: 'Where browsers get the widget of GeeTest v4.',
  },
  GEETEST_CAPTCHA_ID: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The captcha at GeeTest.',
  },
  GEETEST_CAPTCHA_KEY: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The secret of GEETEST_CAPTCHA_ID.',
  },
  TURNSTILE_URL: {
    group: 'Captcha',
    type: 'address',
    default: 'https://challenges.cloudflare.com',
    meaning: 'Where Cloudflare Turnstile verifies.',
  },
  TURNSTILE_SCRIPT_URL: {
    group: 'Captcha',
    type: 'address',
    default: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    meaning: 'Where browsers get the widget of Cloudflare Turnstile.',
  },
  TURNSTILE_SITE_KEY: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The widget at Cloudflare Turnstile.',
  },
  TURNSTILE_SECRET: {
    group: 'Captcha',
    type: 'text',
    default: undefined,
    meaning: 'The secret of TURNSTILE_SITE_KEY.',
  },
  AUDIT_RETENTION_DAYS: {
    group: 'Retention',
    type: 'whole number',
    unit: 'days',
    default: '180',
    meaning: 'How long rows of the audit trail, which hold source addresses, stay; what is older goes behind a checkpoint of its chain.',
  },
  SESSION_RETENTION_DAYS: {
    group: 'Retention',
    type: 'whole number',
    unit: 'days',
    default: '30',
    meaning:
      'How long the record of a session (times, source address, browser) stays after it ran out; for so long its browser is told that it ran out.',
  },
  LOG_LEVEL: {
    group: 'Diagnostics',
    type: 'debug, info, warn, error or silent',
    default: 'info',
    meaning: 'The least severe lines that are logged; debug adds a line for each successful read.',
  },
  METRICS_PORT: {
    group: 'Diagnostics',
    type: 'whole number',
    default: undefined,
    meaning: 'The TCP port of `GET /metrics` for Prometheus; without it there are no metrics.',
  },
  METRICS_HOST: {
    group: 'Diagnostics',
    type: 'address or name',
    default: '127.0.0.1',
    meaning: 'The address that the metrics are served on; they are not for the public.',
  },
  OTLP_TRACES_URL: {
    group: 'Diagnostics',
    type: 'address',
    default: undefined,
    meaning: 'Where a collector takes traces as OTLP over HTTP (`http://127.0.0.1:4318/v1/traces`); without it there are none.',
  },
  TRACE_SAMPLE_PERCENT: {
    group: 'Diagnostics',
    type: 'whole number',
    unit: 'of 100',
    default: '10',
    meaning: 'How many of the traces that begin here are sent; those that a trusted proxy began (traceparent) follow its choice.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
