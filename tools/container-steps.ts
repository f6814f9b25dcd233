import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** An instruction of a Containerfile: its word and what follows it on its line. */
export interface Step {
  readonly word: string;
  readonly rest: string;
}

/** The instructions by stage: each stage begins with its FROM, what comes before the first one is left out. */
export function stagesOf(containerfile: string): readonly (readonly Step[])[] {
  const stages: Step[][] = [];
  for (const line of containerfile.replaceAll('\\\n', ' ').split('\n')) {
    const [, word, rest = ''] = /^\s*([A-Z]+)\s+(.*\S)\s*$/.exec(line) ?? [];
    if (word === 'FROM') stages.push([]);
    if (word !== undefined) stages.at(-1)?.push({ word, rest });
  }
  return stages;
}

/** The files below `root` that .dockerignore lets through. It knows one form: `*`, and then `!` before each path. */
export function contextFiles(root: string): readonly string[] {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const [first, ...allowed] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const wrong = allowed.filter((line) => !/^![\w./-]+$/.test(line));
  if (first !== '*' || wrong.length > 0) throw new Error(`.dockerignore is a list of paths: ${[first, ...wrong].join(' ')}`);
  return allowed.flatMap((line) =>
    globSync([line.slice(1), `${line.slice(1)}/**`], { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
}

export interface StepRun {
  /** The repository. */
  readonly root: string;
  /** An empty folder, in which each absolute path of the image has its place. */
  readonly at: string;
  /** Stands in for a RUN; undefined runs it. */
  readonly instead?: (command: string, folder: string) => boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs the steps of a stage on this machine, in a folder that has nothing but what they bring.
 * @throws {Error} with the output of a command that fails, or the path that .dockerignore holds back
 */
export function runStage(steps: readonly Step[], { root, at, instead, env }: StepRun): void {
  let folder = at;
  const context = contextFiles(root);
  for (const { word, rest } of steps) {
    if (word === 'WORKDIR') folder = join(at, rest);
    if (word === 'COPY') copy(rest.split(/\s+/), { root, folder, context });
    if (word === 'RUN' && instead?.(rest, folder) !== true) {
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', rest], { cwd: folder, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${rest}\n${stdout}${stderr}`);
    }
  }
}

function copy(
  words: readonly string[],
  from: { readonly root: string; readonly folder: string; readonly context: readonly string[] },
): void {
  const to = join(from.folder, words.at(-1) ?? '');
  for (const source of words.slice(0, -1)) {
    const files = from.context.filter((file) => source === '.' || file === source || file.startsWith(`${source}/`));
    if (files.length === 0) throw new Error(`.dockerignore holds ${source} back, or there is no such file.`);
    for (const file of files) {
      const target = join(to, file === source ? basename(file) : relative(source, file));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(from.root, file), target);
    }
  }
}
