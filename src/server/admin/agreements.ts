import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agreementTypes } from '#contract/account/agreements/agreement-types.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { CannotPublish, publishAgreements } from '#server/capabilities/operations/desk/rooms/publish-agreements.ts';
import { checkText, isObject, isVersion } from '#server/core/account/agreements/check-text.ts';
import type { NewDocument } from '#server/core/account/agreements/publications.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';

type AgreementsDeps = Pick<AdminDeps, 'db'> & Parameters<typeof createAudit>[0];

/** `agreements publish <folder>`: the texts of the operator, before anybody has accepted those of the product. */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runAgreements(deps, args));
  return 0;
}

/**
 * Returns the text to print.
 * @throws {AdminError} once there is an account
 */
export async function runAgreements(deps: AgreementsDeps, args: readonly string[]): Promise<string> {
  const [, verb, folder, ...rest] = args;
  if (verb !== 'publish' || folder === undefined || rest.length > 0) throw new AdminError(adminHelp);
  const documents = await readAgreements(folder);
  try {
    const { number } = await deps.db.tx(async () => {
      const account = await deps.db.q().selectFrom('accounts').select('id').limit(1).executeTakeFirst();
      if (account !== undefined) throw new AdminError('There are accounts already: two leads publish agreements at the desk.');
      return publishAgreements({ store: deps, audit: createAudit(deps) }, { documents, asks: false, effectiveDay: '', laterUntilDay: '' });
    });
    return `Published ${number}: ${[...new Set(documents.map(({ type, version }) => `${type} ${version}`))].join(', ')}.`;
  } catch (error) {
    if (error instanceof CannotPublish) throw new AdminError(error.message, { cause: error });
    throw error;
  }
}

/**
 * Reads `publication.json`, with the version of each type, and `<type>/<region>.<language>.json`, with title and sections.
 * @throws {AdminError} with every text that is missing or wrong
 */
async function readAgreements(folder: string): Promise<readonly NewDocument[]> {
  const versions = await readJson(folder, 'publication.json');
  const types = agreementTypes.filter((type) => Object.hasOwn(versions, type));
  if (types.length === 0 || types.length < Object.keys(versions).length)
    throw new AdminError(`publication.json names ${agreementTypes.join(', ')} or one of them, each with its version.`);
  const documents: NewDocument[] = [];
  const wrong: string[] = [];
  for (const type of types) {
    const version = versions[type];
    if (!isVersion(version))
      throw new AdminError(`the version of ${type} must be 1 to 32 lower-case letters, digits, dots and hyphens, and not “latest”.`);
    for (const [region, language] of regions.flatMap((each) => languages.map((one) => [each, one] as const))) {
      const file = join(type, `${region}.${language}.json`);
      const { title, sections } = await readJson(folder, file);
      // A first text has changed nothing: the sentence is for the check only.
      const text = checkText({ title, sections, changes: [{ kind: 'new', text: version }] });
      if ('fault' in text) wrong.push(`${file}: ${text.fault} ${text.found ?? ''}`.trim());
      else documents.push({ ...text, type, version, region, language, changes: [] });
    }
  }
  if (wrong.length > 0) throw new AdminError(wrong.join('\n'));
  return documents;
}

/** Object in a file; nothing without the file. */
async function readJson(folder: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const read: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'));
    if (isObject(read)) return read;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new AdminError(`${file} cannot be read as JSON.`, { cause: error });
  }
  throw new AdminError(`${file} must hold an object.`);
}
