/**
 * The checks beside the tests: types, lint, format, boundaries with their proof, cycles, lengths and reasons,
 * English, dead code, the page of acts, lock file, pseudo-language, browser engines, first load, images. One line for each, then `N passed, N failed`.
 * `npm run check -- lint` runs only the named checks.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oxlintConfigText } from './boundaries/config.ts';
import { proveBoundaries } from './boundaries/prove.ts';
import { deskProblems } from './desk-build.ts';
import { engineProblems } from './check-engines.ts';
import { firstLoadProblems, readFirstLoads } from './first-load.ts';
import { foreignInLock, missingFromLock, undecidedScripts } from './check-lock.ts';
import { pseudoLanguageProblems } from './pseudo-language.ts';
import { isActsPageCurrent } from './acts-page.ts';
import { staleShownPages } from './shown-pages.ts';
import { isSoftwarePageCurrent } from './software-page.ts';
import { importCycles } from './import-cycles.ts';
import { englishProblems } from './plain-english.ts';
import { digestProblems, readImageReferences } from './image-references.ts';
import { shapeProblems } from './source-shape.ts';

interface Finding {
  readonly ok: boolean;
  /** The full output, shown when the check failed. */
  readonly detail: string;
}

type Check = () => Promise<Finding> | Finding;

const root = new URL('../', import.meta.url);

const checks: Readonly<Record<string, Check>> = {
  // Each further checker of a program works out the types that both use again.
  types: () => tool('tsc', ['-b', '--checkers', '1', '--builders', '2']),
  lint: () => tool('oxlint', ['--deny-warnings']),
  format: () => tool('oxfmt', ['--check']),
  boundaries,
  cycles: () => {
    const cycles = importCycles(fileURLToPath(root));
    return { ok: cycles.length === 0, detail: cycles.map((files) => `in a circle: ${files.join(' → ')}`).join('\n') };
  },
  shape: () => {
    const problems = shapeProblems(fileURLToPath(root));
    return { ok: problems.length === 0, detail: problems.join('\n') };
  },
  english: () => {
    const problems = englishProblems(fileURLToPath(root));
    return { ok: problems.length === 0, detail: problems.join('\n') };
  },
  'dead-code': deadCode,
  pages: () => {
    const stale = [
      ...staleShownPages(),
      ...(isActsPageCurrent() ? [] : ['docs/design/acts.md is not what the table gives: run node tools/acts-page.ts']),
      ...(isSoftwarePageCurrent() ? [] : ['docs/connect-software.md is not what the guides give: run node tools/software-page.ts']),
    ];
    return { ok: stale.length === 0, detail: stale.join('\n') };
  },
  lock: () => {
    const lock = new URL('package-lock.json', root);
    const problems = [...missingFromLock(lock), ...foreignInLock(lock), ...undecidedScripts(lock, new URL('package.json', root))];
    return { ok: problems.length === 0, detail: problems.join('\n') };
  },
  languages: async () => {
    const problems = await pseudoLanguageProblems(fileURLToPath(root));
    return { ok: problems.length === 0, detail: problems.join('\n') || 'a generated language compiles, and pages have all of its texts' };
  },
  engines: () => {
    const problems = engineProblems(fileURLToPath(root));
    return { ok: problems.length === 0, detail: problems.join('\n') };
  },
  'first-load': async () => {
    const { build, modulesOf } = await readFirstLoads(fileURLToPath(root));
    const { problems, sizes } = await firstLoadProblems(build, modulesOf);
    const all = [...problems, ...deskProblems(fileURLToPath(root))];
    return { ok: all.length === 0, detail: all.join('\n') || sizes };
  },
  images: () => {
    const { references, problems } = readImageReferences(fileURLToPath(root));
    const digests = digestProblems(fileURLToPath(root), references);
    const all = [...problems, ...(digests ?? [])];
    return {
      ok: all.length === 0,
      detail:
        all.join('\n') ||
        (digests === undefined ? 'no digests yet, so none for Docker: npm run images; tools/staged-image.test.ts runs the steps' : ''),
    };
  },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in checks));
if (unknown.length > 0) throw new Error(`no check ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`);

let failed = 0;
const chosen = Object.entries(checks).filter(([name]) => named.length === 0 || named.includes(name));
const waiting = [...chosen];
await Promise.all([runWaiting(), runWaiting()]);
console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Two at a time: several are programs that compute on one core. */
async function runWaiting(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, check] = next;
    const started = performance.now();
    const { ok, detail } = await check();
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${seconds}${ok && detail && !detail.includes('\n') ? `  ${detail}` : ''}`);
    if (ok) continue;
    failed += 1;
    console.log(detail.replaceAll(/^/gm, '    '));
  }
}

function boundaries(): Finding {
  const current = readFileSync(new URL('.oxlintrc.json', root), 'utf8') === oxlintConfigText();
  const { planted, controls, rooms, problems } = proveBoundaries();
  const all = [...(current ? [] : ['.oxlintrc.json is not what tools/boundaries gives: run npm run boundaries']), ...problems];
  return {
    ok: all.length === 0,
    detail:
      all.join('\n') ||
      `${planted} planted violations caught, ${controls} controls passed; ${rooms} rooms of core, no circle, no import of a higher group`,
  };
}

/** Unused code; then product code used only by tests, unless its comment says `@internal` and why. */
async function deadCode(): Promise<Finding> {
  const everywhere = await tool('knip', ['--no-progress']);
  if (!everywhere.ok) return everywhere;
  return tool('knip', ['--no-progress', '--production', '--workspace=.', '--include=files,exports,types']);
}

function tool(name: string, args: readonly string[]): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(fileURLToPath(root), 'node_modules/.bin', name), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output += part.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ ok: code === 0, detail: code === 0 ? '' : output.trim() });
    });
  });
}
