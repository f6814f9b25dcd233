import type { Store } from '#server/core/store.ts';
import { parseArgs } from 'node:util';
import { forEveryLanguage, languages, shortName, type InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { createOpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { checkResource, ResourceError, tokenSecondsRange, type Resource } from '#server/core/apps/clients/resource.ts';
import { createOpenidResources, type OpenidResources } from '#server/core/apps/clients/resources.repository.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';

const none: string[] = [];

const options = {
  scope: { type: 'string', multiple: true, default: none },
  'token-seconds': { type: 'string', default: String(tokenSecondsRange.most) },
  format: { type: 'string', default: 'jwt' },
  introspector: { type: 'string', default: '' },
} as const;

/** `resources add|list|remove`: the APIs for which apps ask for access tokens. */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runResources(deps, args));
  return 0;
}

/**
 * Returns the text to print.
 * @throws {AdminError}
 */
export async function runResources(deps: Store, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [, verb, id = ''] = positionals;
  const resources = createOpenidResources(deps.db);
  switch (verb ?? '') {
    case 'add': {
      const resource = resourceOf(id, values);
      if (resource.introspector !== '' && (await createOpenidClients(deps).find(resource.introspector)) === undefined) {
        throw new AdminError(`There is no client '${resource.introspector}'.`);
      }
      if (!(await resources.add(resource, deps.clock.now()))) throw new AdminError(`There is a resource '${id}' already.`);
      return `Added ${id}. Apps get its scopes with --resource '${id}#<scope>'.`;
    }
    case 'list':
      return listText(await resources.list());
    case 'remove':
      if (!(await resources.remove(id))) throw new AdminError(`There is no resource '${id}'.`);
      return `Removed ${id}. Its tokens end within ${tokenSecondsRange.most} seconds.`;
    default:
      throw new AdminError(adminHelp);
  }
}

function resourceOf(
  id: string,
  values: { readonly scope: string[]; readonly 'token-seconds': string; readonly format: string; readonly introspector: string },
) {
  const { format, introspector } = values;
  if (format !== 'jwt' && format !== 'opaque') throw new AdminError(`format must be jwt or opaque, not '${format}'.`);
  const scopes = Object.fromEntries(values.scope.map(scopeOf));
  const resource: Resource = { id, scopes, tokenSeconds: Number(values['token-seconds']), format, introspector };
  try {
    checkResource(resource);
  } catch (error) {
    if (error instanceof ResourceError) throw new AdminError(`${error.message}.`, { cause: error });
    throw error;
  }
  return resource;
}

/** `notes.read|zh=读取笔记|en=Read your notes`. */
function scopeOf(text: string): readonly [string, InEveryLanguage] {
  const [name = '', ...rest] = text.split('|');
  const texts = new Map(rest.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
  const unknown = [...texts.keys()].find((short) => !languages.some((language) => shortName(language) === short));
  if (unknown !== undefined) throw new AdminError(`The scope '${name}' has a text in an unknown language: '${unknown}'.`);
  return [name, forEveryLanguage((language) => texts.get(shortName(language)) ?? '')];
}

function listText(list: Awaited<ReturnType<OpenidResources['list']>>): string {
  if (list.length === 0) return 'Apps ask for access to no API.';
  return list
    .map((one) => [one.id, one.format, `${one.tokenSeconds} s`, Object.keys(one.scopes).join(' '), one.introspector].join('\t'))
    .join('\n');
}
