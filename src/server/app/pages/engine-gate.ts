/** The page for browsers below the floor, and the script that leads there. */
export const oldBrowserPath = '/old-browser';
export const oldBrowserScript = `${oldBrowserPath}.js`;
export const oldBrowserStyle = `${oldBrowserPath}.css`;

/**
 * The first script of every page (ADR 13), in the oldest spelling, by capability and never by name. Engines with all
 * features of the first line pass at once. Those of the floor load what they lack before the application, which comes
 * later in the page. All others are told on a separate page. At most 300 bytes.
 */
export function engineGate(olderEngines: string): string {
  const modern = "'popover'in document.head&&URL.canParse&&AbortSignal.any";
  const ofFloor = "window.HTMLDialogElement&&CSS.supports('inset:0')&&''.replaceAll&&Promise.allSettled";
  const script = `'<script src='+(${ofFloor}?'${olderEngines} type=module':'${oldBrowserScript}')+'><\\/script>'`;
  return `${modern}||document.write(${script})`;
}

/** `/old-browser.js`: for the gate, and by `nomodule` for engines whose content security policy knows no hashes. */
export const leaveForOldBrowser = `location.replace('${oldBrowserPath}?continue='+encodeURIComponent(location.pathname+location.search))`;
