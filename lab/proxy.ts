/**
 * `npm run proxy -w lab`: tests deploy/nginx with a real nginx, on its own ports: limits, bodies and headers with an upstream of
 * its own, outages with two servers on PostgreSQL and object storage, in a minute. Needs Debian's packages nginx-light and
 * openssl; reports missing ones in one line and installs nothing. Not part of `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { debianTakes } from './proxy/debian.ts';
import { startNginx, type Answer, type Ask } from './proxy/nginx-process.ts';
import { tryOutages, type Outage, type Outages } from './proxy/outages.ts';
import { startUpstream, type Reached, type StandingUpstream } from './proxy/standing-upstream.ts';

/** Accept-Encoding of clients, and the encoding that they get. */
const encodings: readonly (readonly [string, string])[] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd;q=1.0, GZIP', 'zstd'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.000, gzip;q=0.0', ''],
  ['bro, xgzip', ''],
  ['*', ''],
  ['', ''],
  ...Array.from({ length: 40 }, (_, index): readonly [string, string] => [`x${index}, br;q=0.${index + 10}`, 'br']),
];

const packages = { nginx: 'nginx-light', openssl: 'openssl' };
const missing = Object.entries(packages).filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);
if (missing.length > 0) {
  console.error(`Missing: apt-get install ${missing.map(([, name]) => name).join(' ')}`);
  process.exitCode = 1;
} else {
  await tryOut();
}

async function tryOut(): Promise<void> {
  for (const variant of ['one-box.conf', 'two-instances.conf'] as const) {
    const problem = debianTakes(variant);
    tell(
      problem === undefined,
      `Debian's nginx takes cedar-id.conf with ${variant} as they are${problem === undefined ? '' : `: ${problem}`}`,
    );
  }
  {
    await using upstream = await startUpstream();
    await using nginx = await startNginx([upstream.port, upstream.port]);
    const { ask } = nginx;
    await tryNetworks(ask);
    await tryConnections(ask, upstream);
    await tryBodies(ask);
    await tryEncodings(ask, upstream);
    await tryHeaders(ask, nginx.port);
  }
  tellOutages('as deployed', await tryOutages(), true);
  // With what a proxy does that takes a refusal for a dead server, so that the trial is seen to see it.
  const asDead = (text: string): string =>
    text
      .replace('proxy_next_upstream error timeout;', 'proxy_next_upstream error timeout http_503;')
      .replaceAll('http://cedar_files', 'http://cedar');
  tellOutages('control, with http_503 and one upstream', await tryOutages(asDead), false);
}

/** As deployed no answer is nginx's own 502; while the store is away only avatars suffer. */
function tellOutages(title: string, { none, storeAway, databaseAway, recoveredInMs }: Outages, isDeployed: boolean): void {
  const bad = (outage: Outage) => Object.values(outage).reduce((sum, statuses) => sum + (statuses['502'] ?? 0), 0);
  const isKept =
    bad(storeAway) + bad(databaseAway) === 0 && Object.keys(storeAway.pages).join() === '200' && (storeAway.avatars['503'] ?? 0) > 10;
  tell(
    isKept === isDeployed && bad(none) === 0,
    `${title}: ${bad(storeAway)} answers 502 without the store, ${bad(databaseAway)} without the database; good again after ${recoveredInMs.toFixed(0)} ms`,
  );
  console.log(`      ${JSON.stringify({ storeAway, databaseAway })}`);
}

/** Sixty at a time, so that the connection limit has no effect. */
async function admitted(ask: Ask, count: number, address: (index: number) => string): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask({ address: address(index), path: '/api/region' })));
  return answers.filter(({ status }) => status === 200).length;
}

/** A burst is `share` times 100, plus one; the allowance that a minute adds meanwhile is tolerated. */
async function tryNetworks(ask: Ask): Promise<void> {
  const cases: readonly (readonly [string, number, (index: number) => string, string, string])[] = [
    ['an IPv4 address', 1, () => '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['a /24', 8, (index) => `198.51.100.${index % 250}`, '198.51.100.251', '198.51.101.1'],
    ['a /64', 1, (index) => `2001:db8:1:1::${hex(index)}`, '2001:db8:1:1:ffff::', '2001:db8:1:2::1'],
    ['a /56', 2, (index) => `2001:db8:2:1${hex(index % 16, 2)}::1`, '2001:db8:2:1ff::1', '2001:db8:2:200::1'],
    // The fourth group of each ends in 0a, which is a line feed.
    ['a /48', 4, (index) => `2001:db8:a0a:${hex(index % 200)}0a::${hex(index)}`, '2001:db8:a0a:fe0a::1', '2001:db8:a0b:1::1'],
  ];
  for (const [title, share, address, inside, outside] of cases) {
    const began = performance.now();
    const limit = share * 100 + 1;
    const count = await admitted(ask, limit + 60, address);
    const [within, beside] = [await ask({ address: inside }), await ask({ address: outside })];
    const meanwhile = Math.ceil(((performance.now() - began) / 60_000) * share * 50) + 1;
    const isRight = count >= limit && count <= limit + meanwhile && within.status === 429 && beside.status === 200;
    tell(
      isRight,
      `${title} has a burst of ${limit}: ${count} of ${limit + 60} got in; then inside ${within.status}, outside ${beside.status}`,
    );
  }
}

async function tryConnections(ask: Ask, upstream: StandingUpstream): Promise<void> {
  const cases: readonly (readonly [string, number, (index: number) => string])[] = [
    ['an IPv4 address', 100, () => '192.0.2.1'],
    ['a /56', 200, (index) => `2001:db8:5:1${hex(index % 16, 2)}::1`],
  ];
  for (const [title, limit, address] of cases) {
    const answers = Array.from({ length: limit + 5 }, (_, index) => ask({ address: address(index), path: '/held' }));
    let ended = 0;
    for (const answer of answers) void answer.then(() => (ended += 1));
    while (upstream.held + ended < answers.length) await delay(10);
    const most = upstream.held;
    upstream.letGo();
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 429).length;
    tell(
      most === limit && refused === 5,
      `${title} has ${limit} calls at a time: of ${answers.length} ${most} are there, ${refused} refused`,
    );
  }
}

async function tryBodies(ask: Ask): Promise<void> {
  const cases: readonly (readonly [string, string, number])[] = [
    ['POST', '/api/login/password', 64 * 1024],
    ['POST', '/oidc/token', 56 * 1024],
    ['POST', '/events/wechat', 16 * 1024],
    ['POST', '/callbacks/twilio', 16 * 1024],
    ['PUT', '/api/profileimage/upload/x', 5 * 1024 * 1024],
    ['POST', '/login', 1024],
  ];
  for (const [method, path, most] of cases) {
    const [fits, tooLong] = [
      await ask({ address: '192.0.2.2', method, path, bytes: most }),
      await ask({ address: '192.0.2.2', method, path, bytes: most + 1 }),
    ];
    const isWhole = fits.status === 200 && reachedOf(fits).bytes === most;
    tell(isWhole && tooLong.status === 413, `${method} ${path} takes ${most} bytes: ${fits.status}, one more ${tooLong.status}`);
  }
}

async function tryEncodings(ask: Ask, upstream: StandingUpstream): Promise<void> {
  const path = '/assets/main.js';
  const wrong: string[] = [];
  for (const [header, expected] of encodings) {
    const { headers } = await ask({ address: '192.0.2.3', path: `${path}?${header.length}`, headers: { 'accept-encoding': header } });
    if ((headers['content-encoding'] ?? '') !== expected) wrong.push(`${header} got ${String(headers['content-encoding'])}`);
  }
  tell(wrong.length === 0, `every client gets an encoding that it takes${wrong.map((line) => `; ${line}`).join('')}`);
  tell(upstream.reached(path) === 4, `${encodings.length} ways to ask for a file are ${upstream.reached(path)} copies in the cache`);
}

async function tryHeaders(ask: Ask, port: number): Promise<void> {
  const claims = { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' };
  const host = `localhost:${port}`;
  const { headers } = reachedOf(await ask({ address: '2001:db8:9::1', path: '/api/region', headers: { ...claims, host } }));
  const told = ['host', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].map((name) => headers[name]).join(' ');
  tell(told === `${host} 2001:db8:9::1 https ${host}`, `what a client claims of itself does not pass, its port does: ${told}`);
  const probe = await ask({ address: '2001:db8:9::2', path: '/healthz' });
  tell(probe.status === 200, `a probe from outside has /healthz: ${probe.status}`);
}

function reachedOf({ text }: Answer): Reached {
  const reached: Reached = JSON.parse(text);
  return reached;
}

function tell(isRight: boolean, text: string): void {
  console.log(`${isRight ? 'ok  ' : 'FAIL'}  ${text}`);
  if (!isRight) process.exitCode = 1;
}

function hex(number: number, digits = 1): string {
  return number.toString(16).padStart(digits, '0');
}
