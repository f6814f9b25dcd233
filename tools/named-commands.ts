import { readFileSync } from 'node:fs';

/** A script as named in a text: `npm run bench`, or `npm run scan -w lab` for a workspace script. */
export interface Command {
  readonly name: string;
  /** The workspace folder; empty for the root. */
  readonly workspace: string;
}

export function commandsIn(text: string): readonly Command[] {
  return [...text.matchAll(/\bnpm run ([a-z][\w-]*)(?: -w ([\w/-]+))?/g)].map(([, name = '', workspace = '']) => ({ name, workspace }));
}

export function isScript({ name, workspace }: Command): boolean {
  return name in scriptsOf(workspace);
}

function scriptsOf(workspace: string): Readonly<Record<string, string>> {
  const file = new URL(`../${workspace && `${workspace}/`}package.json`, import.meta.url);
  const { scripts = {} }: { scripts?: Readonly<Record<string, string>> } = JSON.parse(readFileSync(file, 'utf8'));
  return scripts;
}

/** Options of each command of the operator, by its words, as docs/commands.md prints them. */
export function adminCommandsOf(page: string): ReadonlyMap<string, ReadonlySet<string>> {
  const [, lines = ''] = /```text\n([^]*?)```/.exec(page) ?? [];
  const commands = new Map<string, ReadonlySet<string>>();
  for (const line of lines.replaceAll(/\n +/g, ' ').trim().split('\n')) {
    const [words = ''] = /^[a-z0-9|-]+(?: [a-z][a-z0-9|-]*)*(?= |$)/.exec(line) ?? [];
    for (const command of eachOf(words.split(' '))) commands.set(command, new Set(optionsIn(line)));
  }
  const added = commands.get('clients add') ?? [];
  return commands.set('clients update', new Set([...added, ...Array.from(added, (option) => option.replace('--', '--no-'))]));
}

/** Commands of the operator in a text that no program knows, with the options that are wrong. */
export function unknownAdminCommands(text: string, commands: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const found = text.replaceAll(/\\\n\s*/g, ' ').matchAll(/(?:npm run admin --|cedar-id-admin) ([a-z][^`\n]*)/g);
  return Array.from(found, ([, line = '']) => line).flatMap((line) => {
    const words = line.split(/\s/);
    const isCommand = (some: readonly string[]): boolean => eachOf(some).every((one) => commands.has(one));
    const name = [3, 2, 1]
      .map((count) => words.slice(0, count))
      .find(isCommand)
      ?.join(' ');
    const wrong = optionsIn(line).filter((option) => !eachOf((name ?? '').split(' ')).every((one) => commands.get(one)?.has(option)));
    return name === undefined ? [words.slice(0, 2).join(' ')] : wrong.map((option) => `${name} ${option}`);
  });
}

/** Names of settings and of environment variables with an underscore. */
export function variablesIn(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g), ([name]) => name))];
}

function optionsIn(line: string): readonly string[] {
  return Array.from(line.matchAll(/(?<=[ [|])--[a-z-]+/g), ([option]) => option);
}

/** `a b|c` is `a b` and `a c`. */
function eachOf(words: readonly string[]): readonly string[] {
  return words.reduce<readonly string[]>(
    (begun, word) => begun.flatMap((start) => word.split('|').map((one) => `${start} ${one}`.trim())),
    [''],
  );
}
