import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminCommandsOf, commandsIn, isScript, unknownAdminCommands, variablesIn } from './named-commands.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const filesOf = (...patterns: readonly string[]) => globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**'] });

const pages = filesOf('*.md', '{docs,examples,lab}/**/*.md', 'deploy/{*.service,*.timer,*.env.example,compose.yaml}');
const sources = filesOf('{src,tools,lab,e2e,examples}/**/*.{ts,tsx,mjs}', '*.config.ts');
const adminCommands = adminCommandsOf(read('docs/commands.md'));

test('every npm script named in a document or comment exists', () => {
  const unknown = [...pages, ...sources].flatMap((file) =>
    commandsIn(read(file))
      .filter((command) => !isScript(command))
      .map(({ name, workspace }) => `${file}: npm run ${name}${workspace && ` -w ${workspace}`}`),
  );
  expect(unknown).toEqual([]);
});

test('every command of the operator named in a document exists, with its options', () => {
  expect(adminCommands.size).toBeGreaterThan(50);
  expect(pages.flatMap((page) => unknownAdminCommands(read(page), adminCommands).map((command) => `${page}: ${command}`))).toEqual([]);
});

test('every setting and variable named in a document is read somewhere', () => {
  const settings = 'docs/configuration.md';
  // Settings of other programs stand on one page.
  const ours = [...filesOf('*.md', '{docs,examples,lab}/**/*.md'), 'deploy/cedar-id.env.example'].filter(
    (page) => page !== settings && page !== 'docs/connect-software.md',
  );
  const known = new Set(
    [settings, ...sources, 'deploy/compose.yaml', 'deploy/cedar-id.service'].flatMap((file) => variablesIn(read(file))),
  );
  expect(ours.flatMap((page) => variablesIn(read(page)).flatMap((name) => (known.has(name) ? [] : [`${page}: ${name}`])))).toEqual([]);
});

test('finds a command without a meaning, an unknown option and a variable', () => {
  const text =
    '`cedar-id-admin keys burn` or `npm run admin -- keys rotate field --softly`, with `NO_SUCH_SETTING=1`; `cedar-id-admin users lock 1`';
  expect(unknownAdminCommands(text, adminCommands)).toEqual(['keys burn', 'keys rotate --softly']);
  expect(variablesIn(text)).toEqual(['NO_SUCH_SETTING']);
});
