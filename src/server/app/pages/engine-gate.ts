/** The oldest engines, by the names of the compatibility data. */
export interface EngineFloor {
  readonly chrome: string;
  readonly firefox: string;
  readonly safari: string;
}

/** Pages of people (ADR 13). Chromium 87 is QtWebEngine 5.15; Safari 15.4 covers WebKitGTK 2.44. */
export const engineFloor: EngineFloor = { chrome: '87', firefox: '115', safari: '15.4' };

/** The desk, which loads no `older-engines`: its members choose their browsers. */
export const deskFloor: EngineFloor = { chrome: '120', firefox: '125', safari: '17' };

/** The page for browsers below the floor, and the script that leads there. */
export const oldBrowserPath = '/old-browser';
export const deskOldBrowserPath = '/desk/old-browser';
export const scriptOf = (page: string): string => `${page}.js`;

/**
 * The first script of every page (ADR 13), in the oldest spelling, by capability and never by name. Engines with all
 * features of the first line pass at once. Those of the floor load what they lack before the application, which comes
 * later in the page. All others are told on a separate page. At most 300 bytes.
 */
export function engineGate(olderEngines: string): string {
  const modern = "'popover'in document.head&&URL.canParse&&AbortSignal.any";
  const ofFloor = "window.HTMLDialogElement&&CSS.supports('inset:0')&&''.replaceAll&&Promise.allSettled";
  const script = `'<script src='+(${ofFloor}?'${olderEngines} type=module':'${scriptOf(oldBrowserPath)}')+'><\\/script>'`;
  return `${modern}||document.write(${script})`;
}

/** The script `/old-browser.js`: for the gate, and by `nomodule` for engines whose content security policy knows no hashes. */
export const leaveFor = (page: string): string =>
  `location.replace('${page}?continue='+encodeURIComponent(location.pathname+location.search))`;

/** The first script of the desk: an engine has both features from the version of its floor on. */
export const deskGate = `'popover'in document.head&&URL.canParse||${leaveFor(deskOldBrowserPath)}`;
