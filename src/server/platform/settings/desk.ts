import { integer, mailAddress, networks, onOff } from './parsers.ts';
import { ConfigError, reader, type Parser, type Settings, type Site, type Source } from './setting.ts';
import type { PasskeyConfig } from './passkeys.ts';

const pattern: Parser<RegExp> = {
  type: 'regular expression',
  parse(value, { refusal }) {
    if (!value.startsWith('^') || !value.endsWith('$')) throw refusal('must begin with ^ and end with $.');
    try {
      return new RegExp(value);
    } catch {
      throw refusal('must be a regular expression.');
    }
  },
};

const origin: Parser<URL> = {
  type: 'origin',
  parse(value, { production, refusal }) {
    const url = URL.parse(value);
    if (url === null || url.origin !== value.replace(/\/$/, '') || !/^https?:$/.test(url.protocol)) {
      throw refusal(`must be an http or https origin without a path, not '${value}'.`);
    }
    if (production && url.protocol !== 'https:') throw refusal('must start with https:// in production.');
    return url;
  },
};

export const deskSettings = {
  DESK_URL: {
    parser: origin,
    meaning:
      'The address of the desk, which answers nothing else. In production there is no desk without it, so nobody answers requests about data or reviews apps; elsewhere it is then at /desk of PUBLIC_URL.',
  },
  DESK_NETWORKS: {
    parser: networks,
    meaning: 'The only networks from which the desk answers.',
  },
  CASE_PATTERN: {
    parser: pattern,
    default: '^[A-Z0-9][A-Z0-9-]{3,31}$',
    meaning: 'What numbers of cases look like, for the desk and for commands. A number with a mobile number in it is refused in any case.',
  },
  ACCESS_HOLD: {
    parser: onOff,
    default: 'off',
    meaning:
      'Whether people learn only at its end that their data is kept for an authority, and what staff looked at for it, because the law forbids telling them earlier.',
  },
  DESK_IDLE_MINUTES: {
    parser: integer(5, 30),
    unit: 'minutes',
    default: '30',
    meaning: 'How long a session of the desk lives without a call of its member.',
  },
  DESK_HOURS: { parser: integer(1, 12), unit: 'hours', default: '8', meaning: 'How long a session of the desk lives in all.' },
  DESK_MAIL: { parser: mailAddress, meaning: 'One more mail address for the alarms of the desk.' },
} as const satisfies Settings;

export type DeskConfig = Readonly<ReturnType<typeof readDesk>>;

/** Where the desk is, and how long its sessions live. */
export interface DeskSite {
  /** Origin of the desk, without a trailing slash. */
  readonly url: string;
  /** Whether that host has nothing but the desk. */
  readonly ownHost: boolean;
  readonly networks: readonly string[];
  readonly idleMinutes: number;
  readonly hours: number;
  readonly mail: string | undefined;
}

export function readDesk(source: Source, site: Site, { passkeys }: PasskeyConfig) {
  const read = reader(deskSettings, source, site);
  const own = read('DESK_URL');
  const desk: DeskSite = {
    url: own?.origin ?? site.publicUrl,
    ownHost: own !== undefined,
    networks: read('DESK_NETWORKS') ?? [],
    idleMinutes: read('DESK_IDLE_MINUTES'),
    hours: read('DESK_HOURS'),
    mail: read('DESK_MAIL'),
  };
  if (own !== undefined) checkHost(own, site, passkeys);
  return {
    /** The form of the number of a case. */
    casePattern: read('CASE_PATTERN'),
    /** Whether people read of a hold only when it has ended. */
    accessHold: read('ACCESS_HOLD'),
    /** Undefined where there is no desk. */
    desk: own === undefined && site.env === 'production' ? undefined : desk,
  };
}

/** The host is not that of people's pages, and passkeys of the product work on it. */
function checkHost({ host, hostname, origin: own }: URL, { publicUrl }: Site, passkeys: PasskeyConfig['passkeys']): void {
  if (host === new URL(publicUrl).host) throw new ConfigError('DESK_URL', 'must have another host than PUBLIC_URL.');
  if (passkeys === undefined) return;
  const { rpId, related } = passkeys;
  if (hostname === rpId || hostname.endsWith(`.${rpId}`) || related.includes(own)) return;
  throw new ConfigError(
    'DESK_URL',
    `must be within ${rpId} (PASSKEY_RP_ID) or one of PASSKEY_ORIGINS, because otherwise no passkey works there.`,
  );
}
