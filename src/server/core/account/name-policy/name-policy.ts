import { readFileSync } from 'node:fs';

/** Forbidden names: impersonation of the operator, and words unwanted by the operator. */
export interface NamePolicy {
  /** Whether a name imitates the operator or names the product. */
  isReserved(name: string): boolean;
  isSensitive(name: string): boolean;
}

export interface NameWordsOptions {
  /** The lists, in the format explained in `name-words.txt`. */
  readonly lists: string;
  /** Names of the product. */
  readonly brand: readonly string[];
}

/** Invalid word lists. The message names the line. */
export class WordListError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WordListError';
  }
}

/** The word lists shipped with the product. */
export function builtInWordLists(): string {
  return readFileSync(new URL('name-words.txt', import.meta.url), 'utf8');
}

/** @throws {WordListError} */
export function createNamePolicy({ lists, brand }: NameWordsOptions): NamePolicy {
  const { reserved, sensitive } = parseLists(lists);
  const reservedNames = new Set(reserved.map(squeeze));
  const brandNames = brand.map(squeeze).filter((name) => name !== '');
  const words = new Set(sensitive.filter(isWord).map(squeeze));
  const pieces = sensitive.filter((entry) => !isWord(entry)).map(squeeze);
  return {
    isReserved(name) {
      const squeezed = squeeze(name);
      return reservedNames.has(squeezed) || brandNames.some((one) => squeezed.includes(one));
    },
    isSensitive(name) {
      const squeezed = squeeze(name);
      return words.has(squeezed) || wordsOf(name).some((word) => words.has(word)) || pieces.some((piece) => squeezed.includes(piece));
    },
  };
}

const sections = ['reserved', 'sensitive'] as const;

function parseLists(lists: string): Record<(typeof sections)[number], string[]> {
  const found: Record<(typeof sections)[number], string[]> = { reserved: [], sensitive: [] };
  let section: (typeof sections)[number] | undefined;
  for (const [index, text] of lists.split(/\r?\n/).entries()) {
    const line = text.replace(/^\ufeff/, '').trim();
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('[')) {
      section = sections.find((name) => line === `[${name}]`);
      if (section === undefined) throw new WordListError(`line ${index + 1} is no section; there are [reserved] and [sensitive]`);
    } else if (section === undefined) throw new WordListError(`line ${index + 1} stands before the first section`);
    else if (squeeze(line) === '') throw new WordListError(`line ${index + 1} has no letter and no digit`);
    else found[section].push(line);
  }
  return found;
}

/** A Latin entry without * matches only as a whole word: short ones occur in too many harmless words. */
function isWord(entry: string): boolean {
  return !entry.startsWith('*') && /^[\p{Script=Latin}\p{N}\p{P}\s]+$/u.test(entry);
}

/** A text without separators, in skeleton letters, as a careless reader sees it. */
function squeeze(text: string): string {
  return wordsOf(text).join('');
}

/** The words of a text in skeleton letters. */
function wordsOf(text: string): string[] {
  return Array.from(text.normalize('NFKD').toLowerCase(), (sign) => lookalikes.get(sign) ?? sign)
    .join('')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * Letters and digits that look like another letter: Cyrillic, Greek, and common substitutes. `i` and `l` are the same.
 */
const lookalikes: ReadonlyMap<string, string> = new Map(
  [
    ['a', '4@аαɑ'],
    ['b', '8вβь'],
    ['c', 'сϲ¢'],
    ['d', 'ԁ'],
    ['e', '3еєε€'],
    ['g', 'ɡ'],
    ['h', 'һн'],
    ['j', 'ј'],
    ['k', 'кκ'],
    ['l', 'i1!|ıіιӏ'],
    ['m', 'м'],
    ['n', 'пη'],
    ['o', '0оοσө'],
    ['p', 'рρ'],
    ['r', 'г'],
    ['s', '5$ѕ'],
    ['t', '7тτ'],
    ['u', 'υμ'],
    ['v', 'ѵν'],
    ['w', 'ԝω'],
    ['x', 'хχ'],
    ['y', 'уγ'],
    ['z', '2'],
  ].flatMap(([letter = '', others = '']) => Array.from(others, (sign) => [sign, letter] as const)),
);
