import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** KiB in one language, compressed by Brotli: of all files of the desk, and of what a sign-in loads. */
const most = { all: 130, first: 100 } as const;

/** What only the desk has: its addresses, the header of its proofs, its texts and the events of its trail. */
const marks = ['/desk/', 'desk-proof', '"dk.', "'dk.", 'desk.read', 'deskRoleRefuses'];

/** One sentence for each file of people's pages that has something of the desk, and for a desk that is too large. */
export function deskProblems(root: string): readonly string[] {
  const people = join(root, 'dist/web/assets');
  const found = globSync('*.js', { cwd: people }).flatMap((file) => {
    const code = readFileSync(join(people, file), 'utf8');
    return marks.filter((mark) => code.includes(mark)).map((mark) => `${file} is of people’s pages and has ${mark}.`);
  });
  // Our own build writes it in this shape.
  return [...found, ...tooLarge(JSON.parse(readFileSync(join(root, 'dist/desk/desk.json'), 'utf8')) as DeskSizes)];
}

/** Of `desk.json`. */
export interface DeskSizes {
  /** Bytes of each file by its URL. */
  readonly sizes: Readonly<Record<string, number>>;
  /** The files of the first page, without texts. */
  readonly first: readonly string[];
}

const textsOfLanguage = /\/texts-\w+-[\w-]{8}\./;

/** A document loads the texts of one language: the larger ones count. */
export function tooLarge({ sizes, first }: DeskSizes): readonly string[] {
  const files = Object.entries(sizes);
  const texts = Math.max(...files.filter(([file]) => textsOfLanguage.test(file)).map(([, bytes]) => bytes));
  const kib = (isCounted: (file: string) => boolean) =>
    files.reduce((sum, [file, bytes]) => (!textsOfLanguage.test(file) && isCounted(file) ? sum + bytes : sum), texts) / 1024;
  const [all, page] = [kib(() => true), kib((file) => first.includes(file))];
  return [
    ...(all <= most.all ? [] : [`The desk has ${all.toFixed(1)} KiB, and may have ${most.all}.`]),
    ...(page <= most.first ? [] : [`The first page of the desk has ${page.toFixed(1)} KiB, and may have ${most.first}.`]),
  ];
}
