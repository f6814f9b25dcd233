import { isItem, profileItems, type ProfileItem } from '#contract/account/profile/items.ts';
import { languages, type InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { transferFacts, type TransferFact } from '#contract/account/agreements/separate-consents.words.ts';
import { textFile } from './parsers.ts';
import { reader, type Parser, type Parsing, type Settings, type Site, type Source } from './setting.ts';

/** The transfer of data abroad by apps, in words of the operator. */
export interface CrossBorder {
  readonly version: string;
  /** The ids of the apps. */
  readonly clients: readonly string[];
  readonly facts: InEveryLanguage<Readonly<Record<TransferFact, string>>>;
}

const items: Parser<readonly ProfileItem[]> = {
  type: 'items of the profile, comma-separated',
  parse(value, { refusal }) {
    const names = value.split(',').map((one) => one.trim());
    const odd = names.find((one) => !isItem(one));
    if (odd !== undefined) throw refusal(`must hold items of the profile (${profileItems.join(', ')}), not '${odd}'.`);
    return [...new Set(names.filter(isItem))];
  },
};

type Json = Readonly<Record<string, unknown>>;

const crossBorder: Parser<CrossBorder> = {
  type: 'path',
  parse(path, parsing) {
    const { refusal } = parsing;
    const read = parseJson(textFile.parse(path, parsing), parsing);
    const { version, clients } = read;
    if (typeof version !== 'string' || !/^[a-z0-9.-]{1,32}$/.test(version))
      throw refusal(`must name a file with a "version" of 1 to 32 lower-case letters, digits, dots and hyphens; ${path} has none.`);
    const ids = Array.isArray(clients) ? clients.filter((id) => typeof id === 'string' && id !== '') : [];
    if (!Array.isArray(clients) || ids.length === 0 || ids.length !== clients.length)
      throw refusal(`must name a file with "clients", a list of client ids; ${path} has none.`);
    const facts = languages.map((language) => [language, factsOf(read[language], { language, path, refusal })] as const);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each language
    return { version, clients: ids as readonly string[], facts: Object.fromEntries(facts) as CrossBorder['facts'] };
  },
};

function parseJson(text: string, { refusal }: Pick<Parsing, 'refusal'>): Json {
  try {
    const read: unknown = JSON.parse(text);
    if (isObject(read)) return read;
  } catch {
    // Said below.
  }
  throw refusal('must name a file with a JSON object.');
}

function factsOf(
  value: unknown,
  { language, path, refusal }: Pick<Parsing, 'refusal'> & { readonly language: string; readonly path: string },
): Readonly<Record<TransferFact, string>> {
  const given = isObject(value) ? value : {};
  const gap = transferFacts.find((fact) => {
    const text = given[fact];
    return typeof text !== 'string' || text.trim() === '' || text.length > 1000;
  });
  if (gap !== undefined) throw refusal(`must name a file with ${language}.${gap}, a text of at most 1000 characters; ${path} has none.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every fact was just read as a text
  return Object.fromEntries(transferFacts.map((fact) => [fact, given[fact]])) as Record<TransferFact, string>;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const separateConsentSettings = {
  SENSITIVE_ITEMS: {
    parser: items,
    meaning:
      'The items of the profile that are saved only after a separate consent, such as birthday, realName; a withdrawal erases the item.',
  },
  CROSS_BORDER: {
    parser: crossBorder,
    meaning:
      'A JSON file about apps whose data leaves Mainland China: `version`, `clients` (their ids) and for each language (`zh_CN`, `en_US`) recipient, contact, purpose, manner, kinds and rights. Such an app needs a separate consent of each person.',
  },
} as const satisfies Settings;

export type SeparateConsentConfig = Readonly<ReturnType<typeof readSeparateConsents>>;

export function readSeparateConsents(source: Source, site: Site) {
  const read = reader(separateConsentSettings, source, site);
  return { sensitiveItems: read('SENSITIVE_ITEMS') ?? [], crossBorder: read('CROSS_BORDER') };
}
