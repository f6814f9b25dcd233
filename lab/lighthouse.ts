/**
 * `npm run lighthouse -w lab`: Lighthouse's mobile profile on the sign-in page and the account home, over HTTP/2 and
 * TLS, three runs each. Fetches the version of Lighthouse below with npm, because it is larger than the product. Needs
 * a quiet machine.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { findChromium } from '#tools/chromium.mjs';
import { startHttp2Front } from './bench/http2-front.ts';
import { median } from './bench/report.ts';

const lighthouse = 'lighthouse@13.5.0';
const runs = 3;
const aim = 98;
const categories = ['performance', 'accessibility', 'best-practices'] as const;

interface Report {
  readonly categories: Readonly<Record<(typeof categories)[number], { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>>;
}

const folder = mkdtempSync(join(tmpdir(), 'cedar-id-lighthouse-'));
try {
  await using front = await startHttp2Front();
  const server = await startServerProcess({ env: { PUBLIC_URL: front.origin } });
  front.target = server.origin.replace('localhost', '127.0.0.1');
  try {
    const client = connectHttp(front.target, { publicOrigin: front.origin });
    await client.register();
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const chromium = await findChromium();
    for (const { path, headers } of [
      { path: '/login', headers: {} },
      { path: '/mobile-account-home', headers: { Cookie: cookie } },
    ]) {
      const reports: Report[] = [];
      for (let run = 0; run < runs; run += 1) reports.push(await look({ url: `${front.origin}${path}`, headers, chromium }));
      printScores(path, reports);
    }
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function look({
  url,
  headers,
  chromium,
}: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly chromium: string | undefined;
}): Promise<Report> {
  const file = join(folder, 'report.json');
  const flags = '--headless=new --no-sandbox --ignore-certificate-errors --disable-background-networking';
  const command = `exec --yes --package ${lighthouse} -- lighthouse ${url} --quiet --output=json --only-categories=${categories.join(',')}`;
  await promisify(execFile)(
    'npm',
    [...command.split(' '), `--output-path=${file}`, `--chrome-flags=${flags}`, `--extra-headers=${JSON.stringify(headers)}`],
    { env: { ...process.env, ...(chromium ? { CHROME_PATH: chromium } : {}) } },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Lighthouse's own format
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function printScores(path: string, reports: readonly Report[]): void {
  console.log(path);
  for (const category of categories) {
    const scores = reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100));
    console.log(`  ${category.padEnd(16)} ${median(scores)} (aim ${aim}; ${scores.join(', ')})`);
  }
  const [last] = reports.slice(-1);
  for (const { title, score, displayValue } of Object.values(last?.audits ?? {})) {
    if (score !== null && score < 0.9) console.log(`    ${title}${displayValue ? `: ${displayValue}` : ''}`);
  }
}
