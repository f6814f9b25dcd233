import { isIP } from 'node:net';
import { ConfigError, reader, type Parser, type Reader, type Settings, type Site, type Source } from './setting.ts';

const features = ['passkeys', 'twoStep'] as const;

export type Feature = (typeof features)[number];

const featureList: Parser<readonly Feature[]> = {
  type: `of ${features.join(', ')}, comma-separated, or none`,
  parse(value, { refusal }) {
    if (value === 'none') return [];
    return value.split(',').map((part) => {
      const feature = features.find((each) => each === part.trim());
      if (feature === undefined) throw refusal(`must be none or list some of ${features.join(', ')}, not '${part.trim()}'.`);
      return feature;
    });
  },
};

const host: Parser<string> = {
  type: 'domain',
  parse(given, { refusal }) {
    const value = given.toLowerCase();
    if (!/^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/.test(value) || isIP(value) !== 0) throw refusal(`must be a domain, not '${given}'.`);
    return value;
  },
};

/** Browsers may read no more. */
const most = { origins: 20, labels: 5 };

const httpsOrigins: Parser<readonly string[]> = {
  type: 'https origins, comma-separated',
  parse(value, { refusal }) {
    const origins = value.split(',').map((part) => {
      const url = URL.parse(part.trim());
      if (url?.protocol !== 'https:' || url.origin !== part.trim()) throw refusal(`must list https origins, not '${part.trim()}'.`);
      return url;
    });
    if (origins.length > most.origins) throw refusal(`must list at most ${most.origins} origins.`);
    const labels = new Set(origins.map(({ hostname }) => hostname.split('.').slice(-2, -1)[0]));
    if (labels.size > most.labels) throw refusal(`must list at most ${most.labels} different names before the top-level domain.`);
    return origins.map(({ origin }) => origin);
  },
};

export const passkeySettings = {
  FEATURES: {
    parser: featureList,
    default: features.join(','),
    meaning: 'The parts that people can use. Leave a word out until every instance has the new version.',
  },
  PASSKEY_RP_ID: {
    parser: host,
    meaning:
      'The domain of passkeys: the host of PUBLIC_URL, which is the default, or a domain above it. While there are passkeys, the server does not start with another one.',
  },
  PASSKEY_ORIGINS: {
    parser: httpsOrigins,
    meaning:
      'Further sites whose pages may use the passkeys of this one, published at /.well-known/webauthn; at most 20, of at most five names.',
  },
} as const satisfies Settings;

export type PasskeyConfig = Readonly<ReturnType<typeof readPasskeys>>;

export function readPasskeys(source: Source, site: Site) {
  const read = reader(passkeySettings, source, site);
  const rpId = readRpId(read, site);
  const isOn = read('FEATURES').includes('passkeys') && rpId !== undefined;
  const related = read('PASSKEY_ORIGINS') ?? [];
  return {
    /** Undefined where people cannot use passkeys: the operator has left them out, or the site has no domain. */
    /** Whether two-step verification may be switched on. Accounts that have it keep it in every case. */
    offersTwoStep: read('FEATURES').includes('twoStep'),
    passkeys: isOn ? { rpId, origins: [site.publicUrl, ...related] as const, related } : undefined,
  };
}

/** A passkey belongs to a domain: a site at an IP address has none. */
function readRpId(read: Reader<typeof passkeySettings>, { publicUrl }: Site): string | undefined {
  const { hostname } = new URL(publicUrl);
  const rpId = read('PASSKEY_RP_ID');
  if (rpId === undefined) return /^\[|^[\d.]+$/.test(hostname) ? undefined : hostname;
  if (hostname !== rpId && !hostname.endsWith(`.${rpId}`)) {
    throw new ConfigError('PASSKEY_RP_ID', `must be the host of PUBLIC_URL or a domain above it; ${hostname} is not within ${rpId}.`);
  }
  return rpId;
}
