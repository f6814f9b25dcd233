import { readFileSync } from 'node:fs';

/** A script as a text names it: `npm run bench`, or `npm run scan -w lab` where it is the one of a workspace. */
export interface Command {
  readonly name: string;
  /** The folder of its workspace; empty for the root. */
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
