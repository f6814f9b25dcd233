import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** KiB of all files of the desk in one language, compressed by Brotli. React alone is 58.5. */
const mostKib = 114;

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
  const { sizes } = JSON.parse(readFileSync(join(root, 'dist/desk/desk.json'), 'utf8')) as {
    readonly sizes: Readonly<Record<string, number>>;
  };
  // A document loads the texts of one language.
  const largest = new Map<string, number>();
  for (const [file, bytes] of Object.entries(sizes)) {
    const name = file.replace(/\/texts-\w+-[\w-]{8}\./, '/texts.');
    largest.set(name, Math.max(bytes, largest.get(name) ?? 0));
  }
  const kib = [...largest.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024;
  return [...found, ...(kib <= mostKib ? [] : [`The desk has ${kib.toFixed(1)} KiB, and may have ${mostKib}.`])];
}
