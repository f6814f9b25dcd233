import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { startHttp2Front } from './http2-front.ts';
import { median, type Row } from './report.ts';

const rounds = 5;

/** A slow phone on a slow network: processor four times slower, 1.6 Mbit/s, 150 ms round trip. */
const slowdown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

interface Page {
  readonly name: string;
  readonly path: string;
  /** Runs in the page: whether the page is usable now. */
  readonly isUsable: string;
  readonly usable: string;
  readonly aims: { readonly kib: number; readonly requests?: number; readonly lcp: number; readonly usable: number };
}

const pages: readonly Page[] = [
  {
    name: '/login',
    path: '/login',
    // React controls the field: from now on the application checks and sends its input.
    isUsable: `Object.keys(document.querySelector('main form input') ?? {}).some((key) => key.startsWith('__reactProps'))`,
    usable: 'form usable',
    aims: { kib: 90, requests: 8, lcp: 700, usable: 1200 },
  },
  {
    name: 'account home',
    path: '/pc-account-home',
    isUsable: `/\\d{3}[\\s*•]+\\d{4}/.test(document.querySelector('main')?.textContent ?? '')`,
    usable: "the person's data visible",
    aims: { kib: 104, lcp: 800, usable: 1400 },
  },
];

interface Load {
  readonly kib: number;
  readonly requests: number;
  readonly lcp: number;
  readonly cls: number;
  readonly usable: number;
  readonly blocking: number;
}

/** Cold first loads of the sign-in page and of the account home, over HTTP/2 with TLS. */
export async function measureFirstLoad(executablePath: string | undefined): Promise<readonly Row[]> {
  await using front = await startHttp2Front();
  const server = await startServerProcess({ env: { PUBLIC_URL: front.origin } });
  front.target = server.origin.replace('localhost', '127.0.0.1');
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  try {
    const client = connectHttp(front.target, { publicOrigin: front.origin });
    await client.register();
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: front.origin, secure: true }));
    const loads = new Map<Page, Load[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const page of pages) {
        const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
        if (page.path !== '/login') await context.addCookies(cookies);
        loads.set(page, [...(loads.get(page) ?? []), await loadCold(context, `${front.origin}${page.path}`, page.isUsable)]);
        await context.close();
      }
    }
    return pages.flatMap((page) => rowsOf(page, loads.get(page) ?? []));
  } finally {
    await closeQuietly(browser);
    await server.stop();
  }
}

function rowsOf({ name, usable, aims }: Page, loads: readonly Load[]): readonly Row[] {
  const of = (key: keyof Load): number => median(loads.map((load) => load[key]));
  const spread = (key: keyof Load): string =>
    `${Math.min(...loads.map((load) => load[key])).toFixed(0)}–${Math.max(...loads.map((load) => load[key])).toFixed(0)}`;
  return [
    {
      name: `${name}: first load`,
      value: of('kib'),
      unit: 'KiB',
      aim: { atMost: aims.kib },
      note: `median of ${rounds}, headers included`,
    },
    { name: `${name}: requests`, value: of('requests'), unit: '', ...(aims.requests ? { aim: { atMost: aims.requests } } : {}) },
    { name: `${name}: largest contentful paint`, value: of('lcp'), unit: 'ms', aim: { atMost: aims.lcp }, note: spread('lcp') },
    { name: `${name}: ${usable}`, value: of('usable'), unit: 'ms', aim: { atMost: aims.usable }, note: spread('usable') },
    { name: `${name}: layout shift`, value: of('cls'), unit: '', aim: { atMost: 0.02 } },
    { name: `${name}: blocking by long tasks`, value: of('blocking'), unit: 'ms', aim: { atMost: 250 } },
  ];
}

async function loadCold(context: BrowserContext, url: string, isUsable: string): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  let open = 0;
  session.on('Network.requestWillBeSent', () => {
    requests += 1;
    open += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    open -= 1;
  });
  session.on('Network.loadingFailed', () => (open -= 1));
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observer(isUsable));
  await page.goto(url, { waitUntil: 'load' });
  // Late requests and shifts count as well: the page is at rest when it is usable and no request was open for half a
  // second.
  let measured: Omit<Load, 'kib' | 'requests'> = { lcp: 0, cls: 0, usable: 0, blocking: 0 };
  const end = performance.now() + 30_000;
  for (let quiet = 0; quiet < 5; quiet = open > 0 || measured.usable === 0 ? 0 : quiet + 1) {
    if (performance.now() > end) throw new Error(`${url} was not usable in time`);
    await delay(100);
    measured = await page.evaluate('window.measured');
  }
  return { kib: bytes / 1024, requests, ...measured };
}

/** Script that observes the page from its first moment. */
function observer(isUsable: string): string {
  return `
    const measured = (window.measured = { lcp: 0, cls: 0, usable: 0, blocking: 0 });
    const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe('largest-contentful-paint', (entry) => (measured.lcp = entry.startTime));
    observe('layout-shift', (entry) => { if (!entry.hadRecentInput) measured.cls += entry.value; });
    observe('longtask', (entry) => (measured.blocking += entry.duration - 50));
    const timer = setInterval(() => {
      if (!(${isUsable})) return;
      measured.usable = performance.now();
      clearInterval(timer);
    }, 10);`;
}

async function closeQuietly(browser: Browser): Promise<void> {
  await browser.close().catch(() => undefined);
}
