import { bridges, type EmbeddedHost } from '#contract/apps/openid/embedded.words.ts';
import { ConfigError, reader, type Parser, type Settings, type Site, type Source } from './setting.ts';

/** A window or a site that may show our pages inside it. */
export interface EmbedHost extends EmbeddedHost {
  /** Whether the site may frame them; other sites open a popup. */
  readonly frame: boolean;
}

const names = ['id', 'bridge', 'origin', 'frame', 'dialect'];

const hostList: Parser<readonly EmbedHost[]> = {
  type: `JSON list of {${names.join(', ')}}`,
  parse(value, { production, refusal }) {
    const items = parseJson(value);
    if (!Array.isArray(items)) throw refusal('must be a JSON list of hosts.');
    const hosts = items.map((item: unknown) => readHost(item, { production, refusal }));
    const ids = hosts.map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) throw refusal(`must name each host once; '${twice}' is there twice.`);
    if (hosts.filter(({ dialect }) => dialect !== undefined).length > 1) {
      throw refusal('must give "dialect" to only one host: its windows do not say which one they are.');
    }
    return hosts;
  },
};

export const embeddingSettings = {
  EMBED_HOSTS: {
    parser: hostList,
    meaning:
      'Windows and sites that show sign-in, registration, consent, recovery and device pages inside them: `[{"id":"cedar-desktop","bridge":"qwebchannel"},{"id":"forum","bridge":"postMessage","origin":"https://bbs.example.com","frame":true}]`. `frame` needs an origin of this site; `"dialect":"deepin"` lets a QWebChannel host use the names of the open deepin client.',
  },
} as const satisfies Settings;

export type EmbeddingConfig = Readonly<ReturnType<typeof readEmbedding>>;

export function readEmbedding(source: Source, { site, cookieDomain }: { readonly site: Site; readonly cookieDomain: string | undefined }) {
  const embedHosts = reader(embeddingSettings, source, site)('EMBED_HOSTS') ?? [];
  for (const { id, frame, origin } of embedHosts) {
    if (frame && !isOwnSite(origin, { publicUrl: site.publicUrl, cookieDomain })) {
      throw new ConfigError(
        'EMBED_HOSTS',
        `lets '${id}' frame pages, but ${origin ?? 'nothing'} is not of the site of ${site.publicUrl}: browsers do not send our cookies into frames of other sites. Use a popup, or COOKIE_DOMAIN for both hosts.`,
      );
    }
  }
  return { embedHosts };
}

/**
 * Whether browsers regard both as one site. Without a list of public suffixes only these are certain: the same host,
 * a host above or below the other one, and two hosts within a domain that holds our cookies.
 */
function isOwnSite(
  origin: string | undefined,
  { publicUrl, cookieDomain }: { readonly publicUrl: string; readonly cookieDomain: string | undefined },
): boolean {
  if (origin === undefined) return false;
  const [theirs, ours] = [new URL(origin), new URL(publicUrl)];
  if (theirs.protocol !== ours.protocol) return false;
  const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
  return (
    isWithin(theirs.hostname, ours.hostname) ||
    isWithin(ours.hostname, theirs.hostname) ||
    (cookieDomain !== undefined && isWithin(theirs.hostname, cookieDomain))
  );
}

interface Reading {
  readonly production: boolean;
  readonly refusal: (problem: string) => ConfigError;
}

function readHost(item: unknown, { production, refusal }: Reading): EmbedHost {
  if (typeof item !== 'object' || item === null) throw refusal('must be a JSON list of objects.');
  const unknown = Object.keys(item).find((name) => !names.includes(name));
  if (unknown !== undefined) throw refusal(`must use only the names ${names.join(', ')}, not '${unknown}'.`);
  const part = (name: string): unknown => Reflect.get(item, name);
  const id = part('id');
  if (typeof id !== 'string' || !/^[a-z\d][a-z\d-]{0,31}$/.test(id)) {
    throw refusal('must give every host an "id" of 1 to 32 lower-case letters, digits and hyphens.');
  }
  const bridge = bridges.find((one) => one === part('bridge'));
  if (bridge === undefined) throw refusal(`must say for '${id}' which "bridge" it has: ${bridges.join(' or ')}.`);
  const [frame, dialect] = [part('frame') ?? false, part('dialect')];
  if (typeof frame !== 'boolean') throw refusal(`must say true or false for "frame" of '${id}'.`);
  if (dialect !== undefined && (dialect !== 'deepin' || bridge !== 'qwebchannel')) {
    throw refusal(`must not give '${id}' this "dialect": only a host with the bridge qwebchannel has one, "deepin".`);
  }
  const host = { id, bridge, frame, ...(dialect === undefined ? {} : { dialect: 'deepin' as const }) };
  const origin = part('origin');
  if (bridge === 'qwebchannel') {
    if (origin !== undefined || frame) throw refusal(`must not give '${id}' an "origin" or "frame": a QWebChannel host is a window.`);
    return host;
  }
  const url = typeof origin === 'string' ? URL.parse(origin) : null;
  const isSecure = url?.protocol === 'https:' || (!production && url?.protocol === 'http:');
  if (url === null || url.origin !== origin || !isSecure) {
    throw refusal(`must give '${id}' its "origin", such as https://bbs.example.com, without a path.`);
  }
  return { ...host, origin };
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
