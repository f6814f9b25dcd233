import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { aliasesOf, importedBy, type Aliases } from './imported-path.ts';

/** Module path → paths of its imports, types included. */
type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Import cycles between modules of `src`, each once. The linter's rule sees only runtime imports; this check also sees
 * type imports, which couple modules for a reader just as much.
 */
export function importCycles(root: string): readonly (readonly string[])[] {
  const aliases = aliasesOf(root);
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));
  return cyclesOf(
    new Map(files.toSorted().map((file) => [file, importsOf(file, { source: readFileSync(join(root, file), 'utf8'), aliases })])),
  );
}

function importsOf(file: string, { source, aliases }: { readonly source: string; readonly aliases: Aliases }): readonly string[] {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const requests = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)];
  return requests.flatMap(({ moduleRequest }) => (moduleRequest ? (importedBy(moduleRequest.value, { file, aliases }).path ?? []) : []));
}

/** A shortest cycle for each module that reaches itself; a module in an earlier cycle gives none. */
export function cyclesOf(graph: Graph): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const known = new Set<string>();
  for (const start of graph.keys()) {
    if (known.has(start)) continue;
    const cycle = shortestCycle(graph, start);
    if (cycle.length === 0) continue;
    cycles.push(cycle);
    for (const file of cycle) known.add(file);
  }
  return cycles;
}

function shortestCycle(graph: Graph, start: string): readonly string[] {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return wayTo(file, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      waiting.push(next);
    }
  }
  return [];
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const before = cameFrom.get(file);
  return before === undefined ? [file] : [...wayTo(before, cameFrom), file];
}
