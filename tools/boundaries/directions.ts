/**
 * Directions between folders, types included, which the linter's rules on the spelling of an import cannot see:
 * - a folder of a lower group imports nothing of a higher one, in any of the four trees that have groups;
 * - a relative import stays inside its module;
 * - no two rooms of `server/core` depend on each other.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aliasesOf, importedBy, type Aliases } from '../imported-path.ts';

/** Path → text. */
type Sources = ReadonlyMap<string, string>;

/**
 * The groups of the product and their ranks: a group imports its own rank and lower ones. So account, sign-in and
 * protection import neither apps nor rights, apps not rights, and nothing imports operations.
 */
const ranks: Readonly<Record<string, number>> = { account: 0, 'sign-in': 0, protection: 0, apps: 1, rights: 2, operations: 3 };

const grouped = /^src\/(?:contract|server\/core|server\/capabilities|web\/features)\/([\w-]+)\/[\w-]+\//;
/** A capability, a feature or a kind of screen; in other trees every folder may be imported by its alias. */
const module = /^src\/(?:server\/capabilities\/[\w-]+\/[\w-]+|web\/features\/[\w-]+\/[\w-]+|web\/screens\/[\w-]+|[\w/-]+)\//;
const room = /^src\/server\/core\/((?:account|sign-in|protection|apps|rights|operations)\/[\w-]+|[\w-]+)\//;
const named = /(?<=\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)'([#.][^'\n]+)'/g;

interface Import {
  readonly file: string;
  readonly path: string;
  readonly isRelative: boolean;
}

function importsIn(sources: Sources, aliases: Aliases): readonly Import[] {
  return [...sources]
    .filter(([file]) => !file.includes('.test.'))
    .flatMap(([file, text]) =>
      Array.from(text.matchAll(named), ([, specifier = '']) => {
        const { path = '' } = importedBy(specifier, { file, aliases });
        return { file, path, isRelative: specifier.startsWith('.') };
      }),
    );
}

const rankOf = (path: string) => ranks[grouped.exec(path)?.[1] ?? ''];
const roomOf = (path: string) => room.exec(path)?.[1];

/** Rooms of core with the rooms that they import. */
function roomsOf(imports: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const { file, path } of imports) {
    const [from, to] = [roomOf(file), roomOf(path)];
    if (from === undefined) continue;
    const known = rooms.get(from) ?? new Set();
    if (to !== undefined && to !== from) known.add(to);
    rooms.set(from, known);
  }
  return rooms;
}

/** Rooms that lead from one room to others, over any number of imports. */
function reachedFrom(start: string, rooms: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const other of rooms.get(next) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      waiting.push(other);
    }
  }
  return reached;
}

/** Wrong imports of sources, one sentence each, and the number of rooms of core. */
export function directionsIn(sources: Sources, aliases: Aliases): { readonly rooms: number; readonly problems: readonly string[] } {
  const imports = importsIn(sources, aliases);
  const upward = imports.filter(({ file, path }) => (rankOf(path) ?? 0) > (rankOf(file) ?? Infinity));
  const leaving = imports.filter(({ file, path, isRelative }) => isRelative && !path.startsWith(module.exec(file)?.[0] ?? ''));
  const rooms = roomsOf(imports);
  const reached = new Map([...rooms.keys()].map((each) => [each, reachedFrom(each, rooms)]));
  const knots = [...reached].flatMap(([each, others]) =>
    [...others].filter((other) => each < other && reached.get(other)?.has(each)).map((other) => `core/${each} and core/${other}`),
  );
  return {
    rooms: rooms.size,
    problems: [
      ...upward.map(({ file, path }) => `${file} imports ${path} of a higher group`),
      ...leaving.map(({ file, path }) => `${file} leaves its module for ${path}`),
      ...knots.map((pair) => `${pair} know each other`),
    ],
  };
}

export function directions(root: string): ReturnType<typeof directionsIn> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));
  return directionsIn(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])), aliasesOf(root));
}
