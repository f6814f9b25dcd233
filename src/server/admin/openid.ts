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
import { createSigningKeys } from '#server/capabilities/openid/signing-keys.ts';
import { checkClient, ClientError, clientDefaults, isPublic, type OpenidClient } from '#server/core/openid/client.ts';
import { createOpenidClients } from '#server/core/openid/clients.repository.ts';
import { openFieldKeys } from '#server/platform/crypto/field-keys.ts';
import { NotAPicture, squareImages } from '#server/platform/image/square-image.ts';
import { newToken } from '#server/platform/ids.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';

type OpenidAdminDeps = Pick<AdminDeps, 'db' | 'keyring' | 'clock'>;

const several: string[] = [];
/** Pixels: twice the size on pages. */
const iconSize = 112;

const defaultScopes: string[] = ['openid', 'profile'];

const options = {
  id: { type: 'string' },
  kind: { type: 'string', default: 'web' },
  ...inEveryLanguage('name'),
  icon: { type: 'string', default: '' },
  home: { type: 'string', default: '' },
  ...inEveryLanguage('privacy'),
  ...inEveryLanguage('terms'),
  redirect: { type: 'string', multiple: true, default: several },
  'post-logout': { type: 'string', multiple: true, default: several },
  'backchannel-logout': { type: 'string', default: '' },
  scope: { type: 'string', multiple: true, default: defaultScopes },
  device: { type: 'boolean', default: false },
  system: { type: 'boolean', default: false },
} as const;

type OptionIn<Prefix extends string> = `${Prefix}-${ShortLanguage}`;

function optionIn<Prefix extends string>(prefix: Prefix, language: Language): OptionIn<Prefix> {
  return `${prefix}-${shortName(language)}`;
}

/** An option for each language: `--name-zh`. */
function inEveryLanguage<Prefix extends string>(prefix: Prefix) {
  const rows = languages.map((language) => [optionIn(prefix, language), { type: 'string', default: '' }] as const);
  return Object.fromEntries(rows) as Record<OptionIn<Prefix>, { type: 'string'; default: string }>;
}

/** `clients …` and `keys rotate [field]`: prints the result of `runOpenid`. */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runOpenid(deps, args));
  return 0;
}

/**
 * Manages OAuth clients and the keys that sign for them. Returns the text to print; a secret appears in it once and
 * never again.
 * @throws {AdminError}
 */
export async function runOpenid(deps: OpenidAdminDeps, args: readonly string[]): Promise<string> {
  const { positionals, values } = parse(args);
  const [group, verb, id = ''] = positionals;
  if (group === 'keys' && verb === 'rotate' && id === 'field') {
    await (await openFieldKeys(deps)).rotate();
    return 'Browsers are given the new field encryption key within two minutes.';
  }
  if (group === 'keys' && verb === 'rotate' && id === '') {
    const { kid } = await createSigningKeys(deps).rotate();
    return `The key ${kid} is published from now on and signs in 15 minutes.`;
  }
  if (group !== 'clients') throw new AdminError(adminHelp);
  const clients = createOpenidClients(deps);
  const must = (found: boolean): void => {
    if (!found) throw new AdminError(`There is no client '${id}'.`);
  };
  switch (verb ?? '') {
    case 'add': {
      const client = await clientOf(values);
      const secret = isPublic(client) ? undefined : newToken();
      if (!(await clients.add(client, secret, deps.clock.now()))) throw new AdminError(`There is a client '${client.id}' already.`);
      return secret === undefined ? `Added ${client.id}, a public client.` : `Added ${client.id}. Its secret, shown once: ${secret}`;
    }
    case 'list':
      return (await clients.list())
        .map(({ id: clientId, kind, name }) => [clientId, kind, ...languagesByShortName.map((language) => name[language])].join('\t'))
        .join('\n');
    case 'show': {
      const client = await clients.find(id);
      must(client !== undefined);
      return JSON.stringify(client, null, 2);
    }
    case 'rotate-secret': {
      const client = await clients.find(id);
      must(client !== undefined);
      if (client === undefined || isPublic(client)) throw new AdminError(`The client '${id}' is public and has no secret.`);
      const secret = newToken();
      const at = deps.clock.now();
      must(await clients.replaceSecret({ id, secret, at, othersEndAt: at }));
      return `The old secret of ${id} no longer works. The new one, shown once: ${secret}`;
    }
    case 'remove':
      must(await clients.remove(id));
      return `Removed ${id} with all that people have allowed it.`;
    default:
      throw new AdminError(adminHelp);
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
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

function textsIn<Prefix extends string>(values: Readonly<Record<OptionIn<Prefix>, string>>, prefix: Prefix): InEveryLanguage {
  return forEveryLanguage((language) => values[optionIn(prefix, language)]);
}

async function clientOf(values: ReturnType<typeof parse>['values']): Promise<OpenidClient> {
  const kind = (['web', 'native', 'browser'] as const).find((one) => one === values.kind);
  if (kind === undefined) throw new AdminError(`kind must be web, native or browser, not '${values.kind}'.`);
  if (!values.scope.every(isScope)) throw new AdminError(`scope knows nothing of '${values.scope.find((one) => !isScope(one)) ?? ''}'.`);
  const client: OpenidClient = {
    id: values.id ?? '',
    kind,
    name: textsIn(values, 'name'),
    icon: values.icon === '' ? '' : await iconOf(values.icon),
    links: {
      home: values.home,
      privacy: textsIn(values, 'privacy'),
      terms: textsIn(values, 'terms'),
    },
    redirectUris: values.redirect,
    postLogoutRedirectUris: values['post-logout'],
    backchannelLogoutUri: values['backchannel-logout'],
    deviceGrant: values.device,
    scopes: values.scope,
    system: values.system,
    ...clientDefaults,
  };
  try {
    checkClient(client);
  } catch (error) {
    if (error instanceof ClientError) throw new AdminError(`${error.message}.`, { cause: error });
    throw error;
  }
  return client;
}
