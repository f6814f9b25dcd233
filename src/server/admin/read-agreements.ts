import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agreementTypes, type AgreementType } from '#contract/vocabulary/agreement-types.ts';
import { changeKinds } from '#contract/vocabulary/consents.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { changeLimits, maxTextBytes, type TextFault } from '#contract/vocabulary/publication-drafts.ts';
import { checkText, isObject, isVersion, placeholders } from '#server/core/agreements/check-text.ts';
import type { NewDocument } from '#server/core/agreements/publications.repository.ts';
import { AdminError } from './admin-command.ts';

const faultTexts: Readonly<Record<Exclude<TextFault, 'version' | 'repeated'>, string>> = {
  title: 'title is missing.',
  sections: 'sections must be a list of objects with heading and paragraphs.',
  changes: `changes must be 1 to ${changeLimits.sentences} objects with kind (${changeKinds.join(', ')}) and text.`,
  long: `the text is longer than ${maxTextBytes} bytes.`,
  placeholder: `is no placeholder: use ${placeholders.map((name) => `{${name}}`).join(', ')}.`,
};

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the texts of a publication: `publication.json` with the version of each type, and `<type>/<region>.<language>.json`
 * with title, sections and changes, for every region and language.
 * @throws {AdminError} with every missing and wrong file
 */
export async function readAgreements(folder: string): Promise<readonly NewDocument[]> {
  const versions = await readJson(join(folder, 'publication.json'));
  const types = Object.keys(versions);
  const unknown = types.find((type) => !agreementTypes.some((each) => each === type));
  if (unknown !== undefined || types.length === 0)
    throw new AdminError(`publication.json must name ${agreementTypes.join(', ')} or some of them, each with its version.`);
  const wanted = agreementTypes
    .filter((type) => types.includes(type))
    .flatMap((type) =>
      regions.flatMap((region) => languages.map((language) => ({ type, region, language, version: versionOf(type, versions) }))),
    );
  const read = await Promise.all(
    wanted.map(async (one) => {
      const file = join(one.type, `${one.region}.${one.language}.json`);
      try {
        return { ...one, ...textOf(await readJson(join(folder, file))) };
      } catch (error) {
        if (error instanceof AdminError) return `${file}: ${error.message}`;
        throw error;
      }
    }),
  );
  const wrong = read.filter((each) => typeof each === 'string');
  if (wrong.length > 0) throw new AdminError(wrong.join('\n'));
  return read.filter((each) => typeof each !== 'string');
}

async function readJson(file: string): Promise<Json> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isObject(read)) return read;
  } catch (error) {
    throw new AdminError(`${file} cannot be read as JSON.`, { cause: error });
  }
  throw new AdminError(`${file} must hold an object.`);
}

function versionOf(type: AgreementType, versions: Json): string {
  const version = versions[type];
  if (!isVersion(version))
    throw new AdminError(`the version of ${type} must be 1 to 32 lower-case letters, digits, dots and hyphens, and not “latest”.`);
  return version;
}

function textOf(json: Json): Pick<NewDocument, 'body' | 'digest' | 'changes'> {
  const text = checkText(json);
  if (!('fault' in text)) return text;
  // A version has no text of its own.
  if (text.fault === 'version' || text.fault === 'repeated') throw new Error('unreachable');
  throw new AdminError(text.fault === 'placeholder' ? `${text.found} ${faultTexts.placeholder}` : faultTexts[text.fault]);
}
