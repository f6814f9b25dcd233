/**
 * `npm run blank -w lab`: loads a page of a window behind a proxy that cuts the connection after a number of bytes, and
 * keeps it cut. After ten seconds there must be words to read. `--loads 500` (the default) cuts at 50 places, ten times
 * each; `--seed` repeats a run; `--ordinary` does the same with an ordinary page, as the control. The process plays the
 * host: a window without a document gets `examples/desktop/embedded-offline.html`.
 */
import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { startServerProcess } from '#server/testing/server-process.ts';
import { findChromium } from '#tools/chromium.mjs';

const { values } = parseArgs({
  options: {
    loads: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string', default: '20' },
    ordinary: { type: 'boolean', default: false },
  },
});

const loads = Number(values.loads);
/** Pages that load at the same time. */
const atOnce = Number(values.at);
const places = 50;
const lookAfterMs = 10_000;
const healLimitMs = 25_000;
const offlinePage = pathToFileURL(join(import.meta.dirname, '../examples/desktop/embedded-offline.html')).href;

interface Faults {
  readonly origin: string;
  /** Bytes to the browser since the last `begin`. */
  passed(): number;
  /** Cuts after so many bytes, at once those that are open; new connections are refused. */
  begin(limit: number): void;
  restore(): void;
  close(): void;
}

async function startFaults(port: number): Promise<Faults> {
  let limit = Number.POSITIVE_INFINITY;
  let passed = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (passed >= limit) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const one of [near, far]) {
      open.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        open.delete(one);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      const rest = Math.max(limit - passed, 0);
      passed += bytes.length;
      if (bytes.length <= rest) near.write(bytes);
      else near.end(bytes.subarray(0, rest), () => open.forEach((one) => one.destroy()));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no address');
  return {
    origin: `http://localhost:${address.port}`,
    passed: () => passed,
    begin(next) {
      open.forEach((one) => one.destroy());
      passed = 0;
      limit = next;
    },
    restore() {
      limit = Number.POSITIVE_INFINITY;
    },
    close() {
      open.forEach((one) => one.destroy());
      server.close();
    },
  };
}

/** Words that a person can read; where the application is alive, its own: the name of the site is there before it. */
const words = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const isAlive = document.documentElement.hasAttribute('data-alive');
      const parts = isAlive ? [...document.querySelectorAll<HTMLElement>('main, dialog[open]')] : [document.body];
      return parts
        .map(({ innerText }) => innerText)
        .join(' ')
        .trim();
    })
    .catch(() => '');

/** What a page that has not healed looks like, and what it has asked for. */
async function standing(page: Page): Promise<string> {
  const facts = await page
    .evaluate(() => ({
      alive: document.documentElement.hasAttribute('data-alive'),
      ready: document.readyState,
      text: document.body.innerText.slice(0, 60),
      files: performance.getEntriesByType('resource').map(({ name, startTime }) => `${Math.round(startTime)} ${new URL(name).pathname}`),
    }))
    .catch((error: Error) => error.message);
  return `${page.url()} ${JSON.stringify(facts)}`;
}

/** What a host does with a window that has no document. The engine's own error page may still be on its way. */
async function showOffline(page: Page, url: string): Promise<void> {
  if (values.ordinary) return;
  for (let tries = 0; tries < 10; tries += 1) {
    const address = `${offlinePage}#${new URLSearchParams({ url, lang: 'en' }).toString()}`;
    if (
      await page.goto(address).then(
        () => true,
        () => false,
      )
    )
      return;
    await delay(200);
  }
}

/** One load with a cut; the result is where the words after ten seconds came from. */
async function load(
  browser: Browser,
  { faults, path, limit, heals }: { readonly faults: Faults; readonly path: string; readonly limit: number; readonly heals: boolean },
) {
  const context = await browser.newContext({ viewport: { width: 420, height: 640 } });
  try {
    const page = await context.newPage();
    faults.begin(limit);
    const begun = performance.now();
    const url = faults.origin + path;
    // A cut document never is complete: the host looks when it has been told that the load is over.
    const failed = await page.goto(url, { waitUntil: 'commit', timeout: 9000 }).then(
      () => false,
      () => true,
    );
    if (failed) await showOffline(page, url);
    await delay(4000);
    if (!failed && (await words(page)) === '') await showOffline(page, url);
    await delay(Math.max(0, lookAfterMs - (performance.now() - begun)));
    const seen = await words(page);
    const isHosts = page.url().startsWith('file:');
    const source = seen.length < 8 ? 'blank' : isHosts ? 'host' : (await page.locator('[data-alive]').count()) > 0 ? 'whole' : 'part';
    let healed: number | undefined;
    if (heals) {
      const from = performance.now();
      faults.restore();
      await page.waitForSelector('[data-alive] main [role=tab]', { timeout: healLimitMs }).then(
        () => (healed = performance.now() - from),
        () => undefined,
      );
      if (healed === undefined) console.log(`not healed after ${limit} bytes (${source}): ${await standing(page)}`);
    }
    return { source, healed, seen } as const;
  } finally {
    await context.close();
  }
}

/** A generator with a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hosts = [{ id: 'cedar-desktop', bridge: 'qwebchannel' }];
const server = await startServerProcess({ env: { RATE_FACTOR: '1000', NODE_ENV: 'development', EMBED_HOSTS: JSON.stringify(hosts) } });
const executablePath = await findChromium();
const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox'] });
try {
  const path = values.ordinary ? '/login' : '/login?display=embedded&host=cedar-desktop&theme=light&ui_locales=en';
  const { port } = new URL(server.origin);
  const lanes = await Promise.all(Array.from({ length: Math.min(atOnce, loads) }, () => startFaults(Number(port))));
  const [first] = lanes;
  if (first === undefined) throw new Error('no loads');
  await load(browser, { faults: first, path, limit: Number.POSITIVE_INFINITY, heals: false });
  const whole = first.passed();
  const random = randomOf(Number(values.seed));
  // Half of the places within the first 24 KiB, where the document is.
  const limits = Array.from({ length: places }, (_, index) =>
    index === 0 ? 0 : Math.floor(random() * (index % 2 === 0 ? Math.min(24_576, whole) : whole)),
  );
  const counts: Record<string, number> = { whole: 0, part: 0, host: 0, blank: 0 };
  const heals: (number | undefined)[] = [];
  let next = 0;
  await Promise.all(
    lanes.map(async (faults) => {
      for (let index = next++; index < loads; index = next++) {
        const limit = limits[index % places] ?? 0;
        const isSample = index % 5 === 0 && !values.ordinary;
        const { source, healed, seen } = await load(browser, { faults, path, limit, heals: isSample });
        counts[source] = (counts[source] ?? 0) + 1;
        if (isSample) heals.push(healed);
        if (source === 'blank') console.log(`blank after ${limit} bytes: "${seen}"`);
      }
    }),
  );
  lanes.forEach((lane) => lane.close());
  const times = heals.filter((ms) => ms !== undefined).toSorted((one, other) => one - other);
  console.log(
    `${loads} loads of ${values.ordinary ? 'an ordinary page' : 'a page of a window'} (${whole} bytes), seed ${values.seed}: ${JSON.stringify(counts)}`,
  );
  if (heals.length > 0) {
    console.log(
      `healed ${times.length} of ${heals.length} within ${healLimitMs / 1000} s, half of them in ${((times[times.length >> 1] ?? 0) / 1000).toFixed(1)} s`,
    );
  }
  process.exitCode = counts['blank'] === 0 && times.length === heals.length ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
}
