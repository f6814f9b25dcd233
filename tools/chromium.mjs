// Locates a Chromium: env CHROMIUM, the system's (headless shell first: it needs a third less CPU), or Playwright's
// own. Plain JavaScript, because set-up runs before the installation.
import { existsSync } from 'node:fs';

/** The system's Chromium without windows, as installed by Debian's package chromium-headless-shell. */
export const headlessShell = '/usr/bin/chromium-headless-shell';
/** The system's Chromium, as installed by Debian's package chromium. */
const systemChromium = '/usr/bin/chromium';

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
  for (const file of [headlessShell, systemChromium]) if (existsSync(file)) return file;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}
