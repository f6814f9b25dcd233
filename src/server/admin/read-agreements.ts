import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agreementTypes, type AgreementType } from '#contract/vocabulary/agreement-types.ts';
import { changeKinds } from '#contract/vocabulary/consents.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import type { LegalSection } from '#messages/legal-texts.ts';
import { bodyOf, digestOf, type DocumentChange } from '#server/core/agreements/document.ts';
import type { NewDocument } from '#server/core/agreements/publications.repository.ts';
import { AdminError } from './admin-command.ts';

/** Longest text of one agreement, in bytes. */
const maxBytes = 256 * 1024;
/** Sentences about what has changed. */
const maxChanges = 7;
const placeholders = ['brand', 'os', 'supportEmail'];

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
  if (typeof version !== 'string' || !/^[a-z0-9.-]{1,32}$/.test(version) || version === 'latest')
    throw new AdminError(`the version of ${type} must be 1 to 32 lower-case letters, digits, dots and hyphens, and not “latest”.`);
  return version;
}

function textOf({ title, sections, changes }: Json): Pick<NewDocument, 'body' | 'digest' | 'changes'> {
  if (typeof title !== 'string' || title === '') throw new AdminError('title is missing.');
  if (!Array.isArray(sections) || sections.length === 0 || !sections.every(isSection))
    throw new AdminError('sections must be a list of objects with heading and paragraphs.');
  if (!Array.isArray(changes) || changes.length === 0 || changes.length > maxChanges || !changes.every(isChange))
    throw new AdminError(`changes must be 1 to ${maxChanges} objects with kind (${changeKinds.join(', ')}) and text.`);
  const body = bodyOf({ title, sections });
  if (Buffer.byteLength(body) > maxBytes) throw new AdminError(`the text is longer than ${maxBytes} bytes.`);
  const foreign = [...`${body}${JSON.stringify(changes)}`.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !placeholders.includes(name));
  if (foreign !== undefined)
    throw new AdminError(`${foreign[0]} is no placeholder: use ${placeholders.map((name) => `{${name}}`).join(', ')}.`);
  return { body, digest: digestOf(body), changes: changes.map(({ kind, text }) => ({ kind, text })) };
}

function isSection(value: unknown): value is LegalSection {
  return isObject(value) && typeof value['heading'] === 'string' && Array.isArray(value['paragraphs']) && value['paragraphs'].every(isText);
}

function isChange(value: unknown): value is DocumentChange {
  return isObject(value) && changeKinds.some((kind) => kind === value['kind']) && isText(value['text']) && value['text'].length <= 300;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
