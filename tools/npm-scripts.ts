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
