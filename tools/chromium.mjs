// Where a Chromium is: env CHROMIUM, the system's, Playwright's own. Plain JavaScript, because set-up runs before anything is installed.
import { existsSync } from 'node:fs';

/** The system's Chromium, as Debian's package installs it. */
export const systemChromium = '/usr/bin/chromium';

/**
 * The path of a Chromium that can be started, or undefined.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist`);
    return named;
  }
  if (existsSync(systemChromium)) return systemChromium;
  const { chromium } = await import('playwright-core');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}
