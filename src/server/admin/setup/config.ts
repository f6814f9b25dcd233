import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { settingGroups } from '#server/platform/settings/all-settings.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { ConfigError, ConfigFaults, type Source } from '#server/platform/settings/setting.ts';
import { AdminError, helpOf } from '#server/admin/admin-command.ts';

const settings = Object.assign({}, ...Object.values(settingGroups)) as Readonly<Record<string, { readonly default?: string }>>;

/** Of Node.js and of the system. */
const foreign = /^(?:NODE_(?!ENV$)|TZ$|LANG$|LC_)/;

/** Values that are never shown. */
const isSecret = (name: string): boolean => /SECRET(?!_ID)|_KEY$|TOKEN|PASSWORD/.test(name) && !name.endsWith('_FILE');

/**
 * `config check [FILE]`: everything that is wrong with the settings, of the environment or of a file of such lines on top
 * of it, unknown names included; without a fault the settings in force. Opens no database.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], environment: Source): Promise<number> {
  const [, verb, file, ...rest] = args;
  if (verb !== 'check' || rest.length > 0) throw new AdminError(helpOf('config'));
  const fromFile = file === undefined ? {} : linesOf(file);
  const source = { ...environment, ...fromFile };
  const faults = [...(file === undefined ? likelyTypos(environment) : unknownIn(fromFile)), ...faultsIn(source)];
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    return 1;
  }
  console.log(inForce(source).join('\n'));
  return 0;
}

function linesOf(file: string): Source {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    throw new AdminError(`${file} cannot be read.`);
  }
}

function unknownIn(source: Source): readonly string[] {
  return Object.keys(source)
    .filter((name) => !(name in settings) && !foreign.test(name))
    .map((name) => `${name} is no setting.`);
}

/** In an environment with names of others, those that begin like settings of ours. */
function likelyTypos(environment: Source): readonly string[] {
  const beginnings = new Set(Object.keys(settings).flatMap((name) => /^[A-Z0-9]+_/.exec(name)?.[0] ?? []));
  return unknownIn(Object.fromEntries(Object.entries(environment).filter(([name]) => beginnings.has(/^[A-Z0-9]+_/.exec(name)?.[0] ?? ''))));
}

function faultsIn(source: Source): readonly string[] {
  try {
    loadConfig(source, { makes: false });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error instanceof ConfigFaults ? error.faults.map(({ message }) => message) : [error.message];
  }
}

function inForce(source: Source): readonly string[] {
  return Object.entries(settings).flatMap(([name, { default: initial }]) => {
    const given = source[name]?.trim() ?? '';
    if (given === '') return initial === undefined ? [] : [`${name}=${initial} (default)`];
    return `${name}=${isSecret(name) ? '…' : given.replace(/(:\/\/[^/\s:@]*):[^@\s]*@/, '$1:…@')}`;
  });
}
