import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deskFloor, engineFloor, engineGate, type EngineFloor } from '#server/app/pages/engine-gate.ts';
import { readWebBuild } from '#server/app/pages/web-build.ts';
import { filledFeatures, gracefulFeatures } from './engine-exceptions.ts';
import { firstVersion, isLater, newerInScript, newerInStyle } from './engine-features.ts';
import type { FloorEngine } from './engine-floor.ts';

/** The features that the desk's gate asks for. */
const deskGateFeatures = ['api.HTMLElement.popover', 'api.URL.canParse_static'];

/** The features that the gate asks for; an engine that has them needs no `older-engines`. */
const gateFeatures = [...deskGateFeatures, 'api.AbortSignal.any_static'];

/** Bytes of the gate, in every page. */
const gateLimit = 300;

/** What the built files use, by feature. */
export type Uses = ReadonlyMap<string, readonly string[]>;

/**
 * Compares the built application with the floor of browser engines. The build must be there.
 */
export function engineProblems(root: string): readonly string[] {
  const build = readWebBuild(join(root, 'dist'));
  if (build === undefined) return ['there is no build to look at: npm run build'];
  const gate = engineGate(build.olderEngines);
  return [
    ...featureProblems(usesOf(join(root, 'dist/web/assets'))),
    ...deskProblems(usesOf(join(root, 'dist/desk/assets'))),
    ...gateProblems(),
    ...(gate.length > gateLimit ? [`the gate has ${gate.length} bytes, more than ${gateLimit}`] : []),
    ...statementProblems(root),
  ];
}

/** Every newer feature of a folder of built files. The chunk `older-engines` tries before it uses. */
export function usesOf(folder: string): Uses {
  const uses = new Map<string, string[]>();
  for (const path of globSync('*.{js,css}', { cwd: folder }).toSorted()) {
    if (path.startsWith('older-engines-')) continue;
    const source = readFileSync(join(folder, path), 'utf8');
    for (const feature of path.endsWith('.css') ? newerInStyle(source) : newerInScript(path, source)) {
      uses.set(feature, [...(uses.get(feature) ?? []), basename(path)]);
    }
  }
  return uses;
}

/** One sentence for each feature that is neither filled nor harmless, and for each exception that is not needed. */
export function featureProblems(uses: Uses): readonly string[] {
  const isFilled = (feature: string, files: readonly string[]) =>
    filledFeatures.includes(feature) && !files.some((file) => file.includes('worker'));
  const newer = Array.from(uses).filter(([feature, files]) => !isFilled(feature, files) && !Object.hasOwn(gracefulFeatures, feature));
  const unneeded = [...filledFeatures, ...Object.keys(gracefulFeatures)].filter((feature) => !uses.has(feature));
  return [
    ...newer.map(([feature, files]) => `${feature} is newer than the floor (${versionsOf(feature)}), used in ${files.join(', ')}`),
    ...unneeded.map((feature) => `${feature} is no longer used: remove it from tools/engine-exceptions.ts`),
  ];
}

/** One sentence for each feature that an engine of the desk lacks. */
export function deskProblems(uses: Uses): readonly string[] {
  return Array.from(uses)
    .filter(([feature]) => !Object.hasOwn(gracefulFeatures, feature))
    .filter(([feature]) => engines.some((engine) => isLater(firstVersion(feature, engine), deskFloor[engine])))
    .map(([feature, files]) => `${feature} is newer than the desk's engines (${versionsOf(feature)}), used in ${files.join(', ')}`);
}

/**
 * An engine that passes the gate without `older-engines` must have everything that the chunk gives. The desk's gate lets
 * pass exactly the engines of its floor.
 */
export function gateProblems(floor: EngineFloor = deskFloor): readonly string[] {
  return engines.flatMap((engine) => {
    const passes = firstWithAll(gateFeatures, engine);
    const atDesk = firstWithAll(deskGateFeatures, engine);
    return [
      ...filledFeatures
        .filter((feature) => isLater(firstVersion(feature, engine), passes))
        .map((feature) => `the gate lets ${engine} ${passes} pass without ${feature}`),
      ...(atDesk === floor[engine] ? [] : [`the desk's gate begins with ${engine} ${atDesk}, its floor with ${floor[engine]}`]),
    ];
  });
}

/** The first version of an engine that has every one of these features. */
function firstWithAll(features: readonly string[], engine: FloorEngine): string {
  return features.map((feature) => firstVersion(feature, engine) ?? '').toSorted((a, b) => (isLater(a, b) ? -1 : 1))[0] ?? '';
}

const engines = Object.keys(engineFloor) as readonly FloorEngine[];

/** People read the floor in these places. */
function statementProblems(root: string): readonly string[] {
  const { chrome, firefox, safari } = engineFloor;
  const places = ['README.md', 'README.zh.md', 'docs/adr/0013-pages-and-their-weight.md'];
  const page = 'docs/design/browser-engines.md';
  const deskLine = `Chromium ${deskFloor.chrome}, Firefox ${deskFloor.firefox}, Safari ${deskFloor.safari}`;
  const ofDesk = readFileSync(join(root, page), 'utf8').includes(deskLine) ? [] : [`${page} does not name ${deskLine}`];
  const ofPeople = places.flatMap((place) => {
    const text = readFileSync(join(root, place), 'utf8');
    return [chrome, `Firefox${text.includes('ESR') ? ' ESR' : ''} ${firefox}`, `Safari ${safari}`]
      .filter((part) => !text.includes(part))
      .map((part) => `${place} does not name ${part}`);
  });
  return [...ofDesk, ...ofPeople];
}

function versionsOf(feature: string): string {
  return engines.map((engine) => `${engine} ${firstVersion(feature, engine) ?? 'never'}`).join(', ');
}
