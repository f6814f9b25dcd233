import type { Store } from '#server/core/store.ts';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  forEveryLanguage,
  languages,
  languagesByShortName,
  shortName,
  type InEveryLanguage,
  type Language,
  type ShortLanguage,
} from '#contract/vocabulary/languages.ts';
import { isScope } from '#contract/vocabulary/scopes.ts';
import { createSigningKeys } from '#server/capabilities/apps/openid/tokens/signing-keys.ts';
import {
  checkClient,
  ClientError,
  clientDefaults,
  hasKeys,
  isPublic,
  usualChoices,
  usualScopes,
  type OpenidClient,
} from '#server/core/apps/clients/client.ts';
import { changeClient } from '#server/core/apps/clients/clients.guarded.ts';
import { createOpenidClients, type OpenidClients, type Registration } from '#server/core/apps/clients/clients.repository.ts';
import { day, hour } from '#server/platform/clock.ts';
import { openFieldKeys } from '#server/platform/crypto/field-keys.ts';
import { NotAPicture, squareImages } from '#server/platform/image/square-image.ts';
import { newToken } from '#server/platform/ids.ts';
import { brokenKeyRule, type ClientKeySet } from '#server/core/apps/clients/client-keys.ts';
import { isGrantWord } from '#server/core/apps/clients/resource.ts';
import { signalScopes } from '#server/capabilities/apps/openid/tokens/resources.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';
import { clientFailures } from './client-failures.ts';

/** Pixels: twice the size on pages. */
const iconSize = 112;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const choice = { type: 'boolean' } as const;

const options = {
  id: text,
  kind: text,
  ...inEveryLanguage('name'),
  icon: text,
  home: text,
  ...inEveryLanguage('privacy'),
  ...inEveryLanguage('terms'),
  redirect: texts,
  'post-logout': texts,
  'backchannel-logout': text,
  scope: texts,
  device: choice,
  system: choice,
  pkce: text,
  'claims-in-id-token': choice,
  'needs-email': choice,
  'logout-by-sub': choice,
  personal: choice,
  'first-party': choice,
  'for-children': choice,
  subject: text,
  sector: text,
  rate: text,
  contact: text,
  resource: texts,
  profile: text,
  dpop: choice,
  'desktop-program': texts,
  jwks: text,
  'jwks-uri': text,
  overlap: text,
  json: choice,
} as const;

type OptionIn<Prefix extends string> = `${Prefix}-${ShortLanguage}`;

function optionIn<Prefix extends string>(prefix: Prefix, language: Language): OptionIn<Prefix> {
  return `${prefix}-${shortName(language)}`;
}

/** An option for each language: `--name-zh`. */
function inEveryLanguage<Prefix extends string>(prefix: Prefix) {
  const rows = languages.map((language) => [optionIn(prefix, language), text] as const);
  return Object.fromEntries(rows) as Record<OptionIn<Prefix>, typeof text>;
}

/** `clients …` and `keys rotate [field]`: prints the result of `runOpenid`, a secret apart from what is said about it. */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  const { said, result } = await runOpenid(deps, args);
  if (said !== '') console.error(said);
  if (result !== '') console.log(result);
  return 0;
}

export interface OpenidAnswer {
  /** For the person who reads along. */
  readonly said: string;
  /** For standard output: only a new secret, which appears once and never again, or what was asked for. */
  readonly result: string;
}

/**
 * Manages OAuth clients and the keys that sign for them.
 * @throws {AdminError}
 */
export async function runOpenid(deps: Store, args: readonly string[]): Promise<OpenidAnswer> {
  const { positionals, values } = parse(args);
  const [group, verb = '', id = ''] = positionals;
  if (group === 'keys' && verb === 'rotate' && id === 'field') {
    await (await openFieldKeys(deps)).rotate();
    return { said: '', result: 'Browsers are given the new field encryption key within two minutes.' };
  }
  if (group === 'keys' && verb === 'rotate' && id === '') {
    const { kid } = await createSigningKeys(deps).rotate();
    return { said: '', result: `The key ${kid} is published within a minute and signs in 15 minutes.` };
  }
  const command = group === 'clients' && Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  if (command === undefined) throw new AdminError(adminHelp);
  return command({ deps, clients: createOpenidClients(deps), id, values });
}

interface Command {
  readonly deps: Store;
  readonly clients: OpenidClients;
  readonly id: string;
  readonly values: Values;
}

type Values = ReturnType<typeof parse>['values'];

const commands: Readonly<Record<string, (command: Command) => Promise<OpenidAnswer>>> = {
  async add({ deps, clients, values }) {
    const usual = plainClient(values.id ?? '', oneOf('kind', values.kind, clientKinds, 'web'));
    const client = checked(await changed(values.profile === 'fapi2' ? { ...usual, pkce: 'required' } : usual, values));
    const secret = isPublic(client) || hasKeys(client) ? undefined : newToken();
    if (!(await clients.add(client, secret, deps.clock.now()))) throw new AdminError(`There is a client '${client.id}' already.`);
    if (secret === undefined)
      return { said: '', result: `Added ${client.id}, ${isPublic(client) ? 'a public client' : 'which proves itself by its key'}.` };
    return { said: `Added ${client.id}. Its secret is shown once:`, result: secret };
  },
  async update({ deps, clients, id, values }) {
    const { client, version } = await registrationOf(clients, id);
    if (values.kind !== undefined && values.kind !== client.kind) throw new AdminError('kind cannot change: add another client.');
    const next = checked(await changed(client, values));
    if (!(await changeClient(deps.db, { client: next, version })))
      throw new AdminError(`Somebody else has just changed '${id}'. Look at it, and try again.`);
    return { said: '', result: `Updated ${id}.` };
  },
  async list({ clients, values }) {
    const all = await clients.registrations();
    if (values.json === true) return { said: '', result: JSON.stringify(all.map(plain), null, 2) };
    const lines = all.map(({ client, state }) =>
      [client.id, client.kind, state, ...languagesByShortName.map((language) => client.name[language]), ...marks(client)].join('\t'),
    );
    return { said: '', result: lines.length === 0 ? 'No app signs people in.' : lines.join('\n') };
  },
  async show({ clients, id }) {
    const found = await registrationOf(clients, id);
    const secrets = (await clients.secrets.list(id)).map(({ hash: _hash, ...secret }) => secret);
    return { said: '', result: JSON.stringify({ ...plain(found), secrets }, null, 2) };
  },
  async failures({ deps, clients, id }) {
    await registrationOf(clients, id);
    return { said: '', result: await clientFailures(deps, id) };
  },
  async 'rotate-secret'({ deps, clients, id, values }) {
    const { client } = await registrationOf(clients, id);
    if (isPublic(client)) throw new AdminError(`The client '${id}' is public and has no secret.`);
    const [secret, at, overlap] = [newToken(), deps.clock.now(), overlapOf(values.overlap)];
    await clients.replaceSecret({ id, secret, at, othersEndAt: at + overlap });
    const old = overlap === 0 ? 'no longer works' : `works until ${new Date(at + overlap).toISOString()}`;
    return { said: `The old secret of ${id} ${old}. The new one is shown once:`, result: secret };
  },
  async remove({ clients, id }) {
    if (!(await clients.remove(id))) throw new AdminError(`There is no client '${id}'.`);
    return { said: '', result: `Removed ${id} with all that people have allowed it.` };
  },
};

async function registrationOf(clients: OpenidClients, id: string): Promise<Registration> {
  const found = await clients.findRegistration(id);
  if (found === undefined) throw new AdminError(`There is no client '${id}'.`);
  return found;
}

function plain({ client, state, version, ownerId }: Registration) {
  return { ...client, state, version, owner: ownerId };
}

/** Marks that an operator should see at once. */
function marks({ firstParty }: OpenidClient): readonly string[] {
  return firstParty ? ['first party'] : [];
}

/** Milliseconds of `24h` or `7d`. */
function overlapOf(overlap: string | undefined): number {
  if (overlap === undefined) return 0;
  const [, count = '', unit] = /^(\d{1,3})([hd])$/.exec(overlap) ?? [];
  if (unit === undefined) throw new AdminError(`overlap must be hours or days, such as 24h or 7d, not '${overlap}'.`);
  return Number(count) * (unit === 'h' ? hour : day);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new AdminError(`${error instanceof Error ? error.message : String(error)}\n\n${adminHelp}`, { cause: error });
  }
}

/** The picture of a file as a data URL: our pages load no pictures from other hosts. */
async function iconOf(file: string): Promise<string> {
  try {
    const images = await squareImages(await readFile(file), [iconSize]);
    return `data:image/webp;base64,${images.get(iconSize)?.toString('base64') ?? ''}`;
  } catch (error) {
    if (error instanceof NotAPicture) throw new AdminError(`icon must be a PNG or JPEG file, and '${file}' is not.`, { cause: error });
    if (error instanceof Error && 'code' in error) throw new AdminError(`icon cannot be read: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The given texts; the others stay. */
function textsIn<Prefix extends string>(
  values: Readonly<Partial<Record<OptionIn<Prefix>, string>>>,
  prefix: Prefix,
  before: InEveryLanguage,
): InEveryLanguage {
  return forEveryLanguage((language) => values[optionIn(prefix, language)] ?? before[language]);
}

const clientKinds = ['web', 'native', 'browser', 'device'] as const;

function plainClient(id: string, kind: OpenidClient['kind']): OpenidClient {
  const none = forEveryLanguage(() => '');
  return {
    id,
    kind,
    name: none,
    icon: '',
    links: { home: '', privacy: none, terms: none },
    redirectUris: [],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: '',
    deviceGrant: false,
    scopes: [...usualScopes],
    system: false,
    ...clientDefaults,
    ...usualChoices(kind),
  };
}

/** The value of an option with a list of values. */
function oneOf<const Value extends string>(name: string, given: string | undefined, all: readonly Value[], before: Value): Value {
  if (given === undefined) return before;
  const found = all.find((one) => one === given);
  if (found === undefined) throw new AdminError(`${name} must be ${all.join(', ')}, not '${given}'.`);
  return found;
}

/** A client with the given options; the others stay. */
async function changed(before: OpenidClient, values: Values): Promise<OpenidClient> {
  const scopes = values.scope ?? before.scopes;
  if (!scopes.every(isScope)) throw new AdminError(`scope cannot be '${scopes.find((one) => !isScope(one)) ?? ''}'.`);
  const { links } = before;
  return {
    ...before,
    kind: oneOf('kind', values.kind, clientKinds, before.kind),
    name: textsIn(values, 'name', before.name),
    icon: values.icon === undefined ? before.icon : values.icon === '' ? '' : await iconOf(values.icon),
    links: {
      home: values.home ?? links.home,
      privacy: textsIn(values, 'privacy', links.privacy),
      terms: textsIn(values, 'terms', links.terms),
    },
    redirectUris: values.redirect ?? before.redirectUris,
    postLogoutRedirectUris: values['post-logout'] ?? before.postLogoutRedirectUris,
    backchannelLogoutUri: values['backchannel-logout'] ?? before.backchannelLogoutUri,
    deviceGrant: values.device ?? before.deviceGrant,
    scopes,
    system: values.system ?? before.system,
    pkce: oneOf('pkce', values.pkce, ['required', 'optional'], before.pkce),
    subject: oneOf('subject', values.subject, ['public', 'pairwise'], before.subject),
    sector: values.sector ?? before.sector,
    idTokenClaims: values['claims-in-id-token'] ?? before.idTokenClaims,
    needsEmail: values['needs-email'] ?? before.needsEmail,
    logoutBySub: values['logout-by-sub'] ?? before.logoutBySub,
    personal: values.personal ?? before.personal,
    firstParty: values['first-party'] ?? before.firstParty,
    forChildren: values['for-children'] ?? before.forChildren,
    rate: values.rate === undefined ? before.rate : values.rate === '' ? null : Number(values.rate),
    contact: values.contact ?? before.contact,
    resources: values.resource === undefined ? before.resources : grantsOf(values.resource),
    profile: oneOf('profile', values.profile, ['', 'fapi2'], before.profile),
    dpop: values.dpop ?? before.dpop,
    programs: values['desktop-program'] === undefined ? before.programs : values['desktop-program'].filter((program) => program !== ''),
    jwks: values.jwks === undefined ? before.jwks : values.jwks === '' ? null : await keysOf(values.jwks),
    jwksUri: values['jwks-uri'] ?? before.jwksUri,
  };
}

/** Scopes of APIs (`<address>#<scope>`), and those of the calls for signals. One empty value takes all away. */
function grantsOf(words: readonly string[]): readonly string[] {
  const given = words.filter((word) => word !== '');
  const wrong = given.find((word) => !isGrantWord(word) && !signalScopes.some((scope) => scope === word));
  if (wrong !== undefined) throw new AdminError(`resource must be <address>#<scope>, ${signalScopes.join(' or ')}, not '${wrong}'.`);
  return given;
}

/** The public keys of a file. */
async function keysOf(file: string): Promise<ClientKeySet> {
  try {
    const set: unknown = JSON.parse(await readFile(file, 'utf8'));
    const rule = brokenKeyRule(set);
    if (rule !== undefined) throw new AdminError(`jwks: the keys break the rule ${rule}.`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked just now
    return set as ClientKeySet;
  } catch (error) {
    if (error instanceof AdminError) throw error;
    throw new AdminError(`jwks cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** @throws {AdminError} with the reason */
function checked(client: OpenidClient): OpenidClient {
  try {
    checkClient(client);
    return client;
  } catch (error) {
    if (error instanceof ClientError) throw new AdminError(`${error.message}.`, { cause: error });
    throw error;
  }
}
