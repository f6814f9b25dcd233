/**
 * The oldest engines in which the pages work (ADR 13), by the names of the compatibility data. Chromium 87 is
 * QtWebEngine 5.15; Safari 15.4 covers WebKitGTK 2.44.
 */
export const engineFloor = { chrome: '87', firefox: '115', safari: '15.4' } as const;

export type FloorEngine = keyof typeof engineFloor;

/** The same for the desk, which loads no `older-engines`: its members choose their browsers. */
export const deskFloor: Readonly<Record<FloorEngine, string>> = { chrome: '120', firefox: '125', safari: '17' };

/** The same for the build, which lowers styles to it. */
export const styleTargets = Object.entries(engineFloor).map(([engine, version]) => `${engine}${version}`);

/**
 * For scripts, `?.` and class fields stay as they are, which saves every other engine 1 KiB on the first page. The
 * build's tables count them only from Chromium 98 and Safari 16 on, because of bugs with rare forms. The check refuses
 * these forms instead (`faulty` in `engine-features.ts`), and syntax that is newer than the floor.
 */
export const scriptTargets: readonly string[] = ['chrome98', `firefox${engineFloor.firefox}`, 'safari16'];
