import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { makeDataDir } from '#server/platform/db/data-dir.ts';
import { integer, oneOf, onOff, secret, serviceUrl } from './parsers.ts';
import { ConfigError, reader, type Parser, type Reader, type Settings, type Site, type Source } from './setting.ts';

/** Each adds one key to every look-up by a keyed hash: more than a few are a mistake. */
const mostAcceptedKeys = 4;

const secrets: Parser<readonly Buffer[]> = {
  type: 'as SECRET_KEY, at most four, comma-separated',
  parse(value, parsing) {
    const values = value.split(',');
    if (values.length > mostAcceptedKeys) throw parsing.refusal(`must hold at most ${mostAcceptedKeys} secrets.`);
    return values.map((one) => secret.parse(one.trim(), parsing));
  },
};

const securityContact: Parser<string> = {
  type: 'mailto: or https: address',
  parse(value, { refusal }) {
    if (/^mailto:[^\s@<>,;:?"]+@[^\s@<>,;:?"]+$/.test(value) || isHttpsUrl(value)) return value;
    throw refusal(`must be a mailto: or https: address, not '${value}'.`);
  },
};

const httpsUrl: Parser<string> = {
  type: 'https: address',
  parse(value, { refusal }) {
    if (!isHttpsUrl(value)) throw refusal(`must be an https address, not '${value}'.`);
    return value;
  },
};

/** In the form for a file: without blanks, and with a host. */
function isHttpsUrl(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && url.username === '' && /^https:\/\/\S+$/.test(value);
}

const domain: Parser<string> = {
  type: 'domain',
  parse(given, { refusal }) {
    const value = given.toLowerCase().replace(/^\./, '');
    const labels = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
    if (!labels.test(value) || isIP(value) !== 0) throw refusal(`must be a domain with a dot, not '${value}'.`);
    return value;
  },
};

export const securitySettings = {
  SECRET_KEY: {
    parser: secret,
    meaning:
      'The secret from which all keys are derived, the same on every instance. Outside production the server makes one in `DATA_DIR/secret.key` if it is not set.',
  },
  SECRET_KEYS_ACCEPTED: {
    parser: secrets,
    meaning:
      'Further secrets that are accepted, the same on every instance: the next SECRET_KEY, and the previous one until `npm run admin -- keys status` says that it may go.',
  },
  ENCRYPTION: {
    parser: onOff,
    default: 'on',
    meaning: 'Whether identifiers, codes and passwords travel encrypted by field, on top of TLS; must be on in production.',
  },
  SECURITY_CONTACT: {
    parser: securityContact,
    meaning: 'Where people report vulnerabilities, published at /.well-known/security.txt; without it there is no such file.',
  },
  SECURITY_POLICY_URL: {
    parser: httpsUrl,
    meaning: 'The page that explains how reports are handled, published beside SECURITY_CONTACT.',
  },
  COOKIE_DOMAIN: {
    parser: domain,
    meaning: 'The parent domain on which the language cookie is shared. The session cookie always belongs only to this host.',
  },
  ENUMERATION: {
    parser: oneOf('strict', 'explicit'),
    default: 'strict',
    meaning:
      'Whether requests for codes and for password resets hide (strict) or reveal (explicit) that a phone or an email has no account.',
  },
  BREACH_CHECK_URL: {
    parser: serviceUrl,
    meaning:
      'A service of leaked passwords by range look-up, such as https://api.pwnedpasswords.com/range or your copy: new passwords that it lists are refused. It learns only the first five digits of a hash. While it does not answer, nothing is refused.',
  },
  SIGN_IN_STEP_UP: {
    parser: onOff,
    default: 'on',
    meaning: 'Whether a sign-in from a new browser and a new network takes a second step where the account has one.',
  },
  RATE_FACTOR: {
    parser: integer(1, 1_000_000),
    unit: 'times',
    default: '1',
    meaning: 'Multiplies every rate limit, for load tests only; must be 1 in production.',
  },
} as const satisfies Settings;

export type SecurityConfig = Readonly<ReturnType<typeof readSecurity>>;

export function readSecurity(source: Source, site: Site, { makes }: { readonly makes: boolean }) {
  const read = reader(securitySettings, source, site);
  return {
    cookieDomain: readCookieDomain(read, site),
    encryption: readEncryption(read, site),
    secretKey: readSecretKey(read, site, makes),
    /** Additional root keys whose seals are opened. */
    acceptedKeys: read('SECRET_KEYS_ACCEPTED') ?? [],
    enumeration: read('ENUMERATION'),
    /** Service of leaked passwords; undefined asks nobody. */
    breachCheckUrl: read('BREACH_CHECK_URL'),
    /** Whether risky sign-ins take a second step. */
    signInStepUp: read('SIGN_IN_STEP_UP'),
    /** The contact and policy for vulnerability reports; undefined without a setting. */
    security: readContact(read),
    /** Multiplies every rate limit; 1 except in load tests. */
    rateFactor: readRateFactor(read, site),
  };
}

type SecurityReader = Reader<typeof securitySettings>;

function readCookieDomain(read: SecurityReader, { publicUrl }: Site): string | undefined {
  const value = read('COOKIE_DOMAIN');
  const { hostname } = new URL(publicUrl);
  if (value !== undefined && hostname !== value && !hostname.endsWith(`.${value}`)) {
    throw new ConfigError('COOKIE_DOMAIN', `must be the domain of PUBLIC_URL or one above it; ${hostname} is not within ${value}.`);
  }
  return value;
}

function readEncryption(read: SecurityReader, { env }: Site): boolean {
  const on = read('ENCRYPTION');
  if (!on && env === 'production') throw new ConfigError('ENCRYPTION', 'must be on in production.');
  return on;
}

/** In development and test, a file stores a secret that is created once. */
function readSecretKey(read: SecurityReader, { env, dataDir }: Site, makes: boolean): Buffer {
  const key = read('SECRET_KEY');
  if (key !== undefined) return key;
  if (env === 'production') {
    throw new ConfigError('SECRET_KEY', 'must be set in production (`openssl rand -base64 32` makes one).');
  }
  const path = join(dataDir, 'secret.key');
  if (!makes && !existsSync(path)) {
    throw new ConfigError('DATA_DIR', `must be the folder of the server; ${dataDir} has no secret.key, which the first start makes.`);
  }
  try {
    makeDataDir(dataDir);
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw new ConfigError('DATA_DIR', `must be a writable directory; ${path} cannot be made.`);
  }
  const refusal = (problem: string): ConfigError => new ConfigError('SECRET_KEY', problem);
  return secret.parse(readFileSync(path, 'utf8').trim(), { production: false, refusal });
}

function readContact(read: SecurityReader): { readonly contact: string; readonly policy: string | undefined } | undefined {
  const policy = read('SECURITY_POLICY_URL');
  const contact = read('SECURITY_CONTACT');
  if (contact !== undefined) return { contact, policy };
  if (policy !== undefined) throw new ConfigError('SECURITY_CONTACT', 'must be set together with SECURITY_POLICY_URL.');
  return undefined;
}

function readRateFactor(read: SecurityReader, { env }: Site): number {
  const factor = read('RATE_FACTOR');
  if (factor !== 1 && env === 'production') throw new ConfigError('RATE_FACTOR', 'must be 1 in production: it loosens every rate limit.');
  return factor;
}
