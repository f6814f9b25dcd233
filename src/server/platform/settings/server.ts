import { isLoopback } from '#server/platform/http/loopback.ts';
import { parsePostgresUrl } from '#server/platform/db/postgres/postgres-url.ts';
import { absolutePath, networks, oneOf, port, text } from './parsers.ts';
import { ConfigError, reader, type Parser, type Reader, type Settings, type Site, type Source } from './setting.ts';

const origin: Parser<URL> = {
  type: 'origin',
  parse(value, { refusal }) {
    const url = URL.parse(value);
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw refusal(`must be an http or https address, not '${value}'.`);
    }
    if (url.username !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
      throw refusal('must be only an origin, without path, query or user name.');
    }
    return url;
  },
};

// Never repeats a wrong value, because it holds a password.
const postgresUrl: Parser<string> = {
  type: 'postgres://… address',
  parse(value, { refusal }) {
    if (parsePostgresUrl(value) === undefined) throw refusal('must start with postgres:// and be a valid address.');
    return value;
  },
};

const simulatorsUrl: Parser<string> = {
  type: 'address or off',
  parse(value, { refusal }) {
    if (value === 'off' || /^https?:\/\/[^/?#@]+$/.test(value)) return value;
    throw refusal(`must be off, or an http or https address without a path, not '${value}'.`);
  },
};

const headerName: Parser<string> = {
  type: 'header name',
  parse(given, { refusal }) {
    const value = given.toLowerCase();
    if (!/^[a-z0-9-]{1,64}$/.test(value)) throw refusal(`must be the name of a header, not '${value}'.`);
    return value;
  },
};

export const serverSettings = {
  NODE_ENV: {
    parser: oneOf('production', 'development', 'test'),
    default: 'development',
    meaning: 'Production refuses unsafe settings. Development and test start only where HOST and PUBLIC_URL are addresses of this machine.',
  },
  PORT: { parser: port, default: '3000', meaning: 'The TCP port that the server listens on.' },
  HOST: { parser: text, type: 'address or name', default: '127.0.0.1', meaning: 'The address that the server listens on.' },
  PUBLIC_URL: {
    parser: origin,
    meaning:
      'The address that people see, for links, the origin check and the issuer of the OpenID provider. Must be https in production; elsewhere HOST and PORT make the default.',
  },
  DATA_DIR: {
    parser: absolutePath,
    default: './data',
    meaning: 'The directory of the embedded database, of development keys and of the development outbox.',
  },
  DATABASE_URL: {
    parser: postgresUrl,
    meaning:
      'The PostgreSQL database; without it the server uses SQLite in DATA_DIR. Several hosts are possible (`postgres://user:password@a:5432,b:5432/name`): the first that accepts writes is used.',
  },
  DATABASE_POOLER: {
    parser: oneOf('none', 'transaction'),
    default: 'none',
    meaning: 'Set to transaction if DATABASE_URL leads to a pooler such as PgBouncer in transaction mode.',
  },
  TRUST_PROXY: {
    parser: networks,
    meaning: 'The proxies whose header X-Forwarded-For is believed, or Forwarded if they send only that.',
  },
  GEO_HEADER: { parser: headerName, meaning: 'The header in which a trusted proxy gives the two-letter country of the visitor.' },
  GEO_DATABASE_FILE: {
    parser: text,
    type: 'path',
    meaning:
      'A database of places by client IP in the MMDB format (GeoLite2 City or Country), used where GEO_HEADER gives no country. Read at the start.',
  },
  SIMULATORS_URL: {
    parser: simulatorsUrl,
    meaning:
      'Where `npm run simulators` stands in for WeChat, QQ, Weibo, the SMS providers and the captcha services. Without it a server in development starts its own, unless an account at one of them is configured. Refused in production.',
  },
  LAYOUT: {
    parser: oneOf('auto', 'desktop'),
    default: 'auto',
    meaning: 'With auto, narrow screens get the mobile layout; with desktop, every screen gets the desktop layout.',
  },
} as const satisfies Settings;

export type ServerConfig = Readonly<ReturnType<typeof readServer>>;

export function readServer(source: Source) {
  const read = reader(serverSettings, source, { env: 'production' });
  const env = read('NODE_ENV');
  const host = read('HOST');
  const ownPort = read('PORT');
  const dataDir = read('DATA_DIR');
  const publicUrl = readPublicUrl(read, { env, host, port: ownPort });
  refusePublicHost(read, { env, host, publicUrl });
  const trustProxy = read('TRUST_PROXY') ?? [];
  const simulators = readSimulators(read, { env });
  return {
    env,
    host,
    port: ownPort,
    /** Origin of the site, without a trailing slash. */
    publicUrl,
    /** Absolute path. */
    dataDir,
    databaseUrl: read('DATABASE_URL'),
    /** Whether `databaseUrl` points to a pooler in transaction mode. */
    databasePooler: read('DATABASE_POOLER') === 'transaction',
    /** Addresses and CIDRs of the proxies whose X-Forwarded-For is trusted. */
    trustProxy,
    /** Name of the header, lower case, in which a trusted proxy sends the country. */
    geoHeader: readGeoHeader(read, trustProxy),
    /** Path of a database of places by client IP. */
    geoDatabase: read('GEO_DATABASE_FILE'),
    layout: read('LAYOUT'),
    simulatorsUrl: simulators === 'off' ? undefined : simulators,
    /** Whether this server starts its own simulators; a test does it itself. */
    ownSimulators: env === 'development' && simulators === undefined,
  };
}

type ServerReader = Reader<typeof serverSettings>;

function readSimulators(read: ServerReader, { env }: Pick<Site, 'env'>): string | undefined {
  const simulators = read('SIMULATORS_URL');
  if (env === 'production' && simulators !== undefined && simulators !== 'off')
    throw new ConfigError('SIMULATORS_URL', 'must be off in production: there anybody is who they say they are.');
  return simulators;
}

function readPublicUrl(read: ServerReader, { env, host, port: ownPort }: Pick<Site, 'env' | 'port'> & { readonly host: string }): string {
  const url = read('PUBLIC_URL');
  if (url === undefined) {
    if (env === 'production') throw new ConfigError('PUBLIC_URL', 'must be set in production.');
    // By name, because passkeys need a domain (ADR 39).
    const name = host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${ownPort}`;
  }
  if (env === 'production' && url.protocol !== 'https:') throw new ConfigError('PUBLIC_URL', 'must start with https:// in production.');
  return url.origin;
}

/**
 * Development and test reveal every code, accept any social account and loosen limits: they serve only this machine,
 * and no setting can open them to others.
 */
function refusePublicHost(read: ServerReader, site: Pick<Site, 'env' | 'publicUrl'> & { readonly host: string }): void {
  if (site.env === 'production') return;
  const isElsewhere = read.isSet('PUBLIC_URL') && !isLoopback(new URL(site.publicUrl).hostname);
  const causes = [
    ...(isLoopback(site.host) ? [] : [`HOST (${site.host}) lets other machines in`]),
    ...(isElsewhere ? [`PUBLIC_URL (${site.publicUrl}) is not on this machine`] : []),
  ];
  if (causes.length === 0) return;
  throw new ConfigError('NODE_ENV', `must be production, not ${site.env}, because ${causes.join(' and ')}.`);
}

function readGeoHeader(read: ServerReader, trustProxy: readonly string[]): string | undefined {
  const value = read('GEO_HEADER');
  if (value !== undefined && trustProxy.length === 0) {
    throw new ConfigError('GEO_HEADER', 'needs TRUST_PROXY, because otherwise anyone could set that header.');
  }
  return value;
}
