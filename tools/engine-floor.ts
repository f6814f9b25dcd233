import { engineFloor, type EngineFloor } from '#server/app/pages/engine-gate.ts';

export type FloorEngine = keyof EngineFloor;

/** The floor for the build, which lowers styles to it. */
export const styleTargets = Object.entries(engineFloor).map(([engine, version]) => `${engine}${version}`);

/**
 * For scripts, `?.` and class fields stay as they are, which saves every other engine 1 KiB on the first page. The
 * build's tables count them only from Chromium 98 and Safari 16 on, because of bugs with rare forms. The check refuses
 * these forms instead (`faulty` in `engine-features.ts`), and syntax that is newer than the floor.
 */
export const scriptTargets: readonly string[] = ['chrome98', `firefox${engineFloor.firefox}`, 'safari16'];
