/**
 * `npm run scan -w lab`: attacks a separate server with sqlmap, wapiti, slowhttptest and zzuf, in three to six minutes
 * and never more than fifteen. Needs Debian's packages (the first line names missing ones) and Linux.
 * `npm run scan -w lab -- zzuf wapiti` runs only these. Everything runs in a network namespace that reaches only
 * itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { connectHttp, type HttpClient } from '#server/testing/server/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';

interface Finding {
  readonly tool: string;
  readonly target: string;
  readonly result: string;
  /** Needs manual review. */
  readonly isOpen: boolean;
}

interface Site {
  readonly server: ServerProcess;
  readonly port: number;
  readonly person: HttpClient;
  readonly folder: string;
}

/** Findings of wapiti that were reviewed, with the reason why they are harmless. */
const judged: Readonly<Record<string, string>> = {
  'X-Frame-Options': 'frame-ancestors of the content policy is in its place',
  'X-XSS-Protection': 'browsers have taken it out',
  'Strict-Transport-Security': 'sent only over https; the scan is http',
  'Secure flag is not set': 'sent only over https; the scan is http',
  'HttpOnly flag is not set in the cookie : oidc_session': 'sent as httponly: names of attributes have no case, RFC 6265',
  '/oidc/session/end/confirm: Lack of anti CSRF token': 'the form has one, which is called xsrf',
};

const packages = { sqlmap: 'sqlmap', wapiti: 'wapiti', slowhttptest: 'slowhttptest', zzuf: 'zzuf', ip: 'iproute2', script: 'bsdutils' };
const missing = Object.entries(packages).filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);

if (missing.length > 0) {
  console.error(`Missing: apt-get install ${missing.map(([, name]) => name).join(' ')}`);
  process.exitCode = 1;
} else if (process.env['SCAN_INSIDE'] === undefined) {
  process.exitCode = inNamespace();
} else {
  const findings = await scan();
  const width = Math.max(...findings.map(({ target }) => target.length));
  console.log();
  for (const { tool, target, result, isOpen } of findings)
    console.log(`${isOpen ? 'LOOK' : 'fine'}  ${tool.padEnd(13)} ${target.padEnd(width)}  ${result}`);
  const open = findings.filter(({ isOpen }) => isOpen).length;
  console.log(`\n${findings.length - open} fine, ${open} to look at`);
  process.exitCode = open > 0 ? 1 : 0;
}

/** Restarts this script with only its own loopback: scanners look for updates and outside listeners. */
function inNamespace(): number {
  const command = 'ip link set lo up && exec "$0" "$@"';
  const again = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const flags = process.getuid?.() === 0 ? '-n' : '-rn';
  const env = { ...process.env, SCAN_INSIDE: '1' };
  return spawnSync('unshare', [flags, 'sh', '-c', command, ...again], { stdio: 'inherit', env }).status ?? 1;
}

async function scan(): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-scan-'));
  const server = await startServerProcess({ env: { RATE_FACTOR: '1000000', ENCRYPTION: 'off' } });
  try {
    const person = connectHttp(server.origin);
    await person.register();
    const site = { server, port: Number(new URL(server.origin).port), person, folder };
    const findings: Finding[] = [];
    const chosen = process.argv.slice(2);
    for (const [name, part] of Object.entries({ sqlmap, wapiti, slowhttptest, zzuf })) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      console.log(`${name} …`);
      findings.push(...(await part(site)));
    }
    return [...findings, await stillWell(site)];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program for at most `seconds` seconds and returns its output. */
async function run(program: string, args: readonly string[], { seconds, cwd }: { readonly seconds: number; readonly cwd: string }) {
  const child = spawn('timeout', ['-k', '5', String(seconds), program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

/** A raw request with the person's cookies and token; `*` marks the place to attack. */
function rawRequest({ port, person, server }: Site, { line, body = '' }: { readonly line: string; readonly body?: string }): string {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = [`Host: localhost:${port}`, `Cookie: ${cookie}`];
  if (body !== '') {
    headers.push(`Origin: ${server.origin}`, `X-CSRF-Token: ${person.cookies.get('csrf') ?? ''}`, 'Content-Type: application/json');
    headers.push(`Content-Length: ${Buffer.byteLength(body)}`);
  }
  return `${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

async function sqlmap(site: Site): Promise<readonly Finding[]> {
  const targets = [
    { line: 'POST /api/login/password', body: '{"account":"someone*","password":"violet7-Harbour"}' },
    { line: 'POST /api/check/username', body: '{"username":"someone*"}' },
    { line: 'POST /api/userinfo', body: '{"signature":"hello*"}' },
    { line: 'GET /api/oauthclient/notes*' },
    { line: 'GET /api/agreement/private/latest?region=CN*' },
  ];
  const findings: Finding[] = [];
  for (const target of targets) {
    const request = rawRequest(site, target);
    const { isFound, tested } = await attackBySqlmap(request, site.folder);
    const status = await answerTo(site.port, Buffer.from(rawRequest(site, withoutMark(target))));
    const result = isFound ? 'something to inject into' : `nothing by ${tested} kinds of tests; answers ${status} itself`;
    findings.push({ tool: 'sqlmap', target: target.line, result, isOpen: isFound || tested === 0 || status === 'none' });
  }
  return [...findings, await control(site.folder)];
}

function withoutMark({ line, body = '' }: { readonly line: string; readonly body?: string }) {
  return { line: line.replace('*', ''), body: body.replace('*', '') };
}

async function attackBySqlmap(request: string, folder: string): Promise<{ readonly isFound: boolean; readonly tested: number }> {
  const file = join(folder, 'request.txt');
  writeFileSync(file, request);
  const options = '--batch --level 2 --risk 2 --technique=BEUST --time-sec 2 --timeout 5 --retries 0 --ignore-code=400,404 --flush-session';
  // Without a terminal it would read standard input and test nothing.
  const command = `sqlmap -r ${file} ${options} --output-dir ${join(folder, 'sqlmap')}`;
  const output = await run('script', ['-qec', command, '/dev/null'], { seconds: 60, cwd: folder });
  const isFound = /is vulnerable|identified the following injection/.test(output);
  return { isFound, tested: new Set(output.match(/testing '[^']+'/g)).size };
}

/** The control: a server that puts its input into its SQL, which sqlmap must find. */
async function control(folder: string): Promise<Finding> {
  using database = new DatabaseSync(':memory:');
  database.exec("create table people (id integer, name text); insert into people values (1, 'one'), (2, 'two')");
  const weak = createServer((request, response) => {
    const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('id') ?? '';
    try {
      response.end(JSON.stringify(database.prepare(`select name from people where id = ${id}`).all()));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(weak, 'listening');
  const address = weak.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { isFound } = await attackBySqlmap(`GET /?id=1* HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`, folder);
  weak.close();
  weak.closeAllConnections();
  return { tool: 'sqlmap', target: 'control: a weak server', result: isFound ? 'found, as it must be' : 'NOT found', isOpen: !isFound };
}

async function wapiti({ server, person, folder }: Site): Promise<readonly Finding[]> {
  const before = await requestsOf(server);
  const report = join(folder, 'wapiti.json');
  const cookies = Object.fromEntries(
    [...person.cookies].map(([name, value]) => [name, { value, version: 0, expires: null, secure: false, port: null }]),
  );
  const jar = join(folder, 'cookies.json');
  writeFileSync(jar, JSON.stringify({ 'localhost.local': { '/': cookies }, localhost: { '/': cookies } }));
  const modules = 'sql,xss,permanentxss,crlf,redirect,xxe,csrf,cookieflags,http_headers,csp,methods,file,exec';
  const inputs = [
    '/login?continue=%2Faccount',
    '/register/phone?from=uos',
    '/register/support?token=x',
    '/account?x=1',
    '/oidc/auth?client_id=cedar-demo&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback&response_type=code&scope=openid',
    '/oidc/session/end?post_logout_redirect_uri=x&state=y',
    '/api/navigation?language=zh_CN',
    '/api/agreement/private/latest?region=CN',
    '/api/captcha/challenge?scene=login',
    '/api/oauth2/platform/login/url?platform=wechat&continue=%2F',
    '/api/docs/',
    '/api/openapi.json',
  ];
  const pages = inputs.flatMap((path) => ['-s', server.origin + path]);
  const args = [
    '-u',
    `${server.origin}/`,
    ...pages,
    '-m',
    modules,
    '-c',
    jar,
    '--scope',
    'folder',
    '--max-scan-time',
    '120',
    '-f',
    'json',
    '-o',
    report,
  ];
  const sessions = ['--store-session', join(folder, 'wapiti'), '--flush-session', '--no-bugreport'];
  const output = await run('wapiti', [...args, ...sessions], { seconds: 180, cwd: folder });
  try {
    const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
      readonly vulnerabilities: Readonly<Record<string, readonly { readonly info: string; readonly path: string }[]>>;
    };
    const sent = (await requestsOf(server)) - before;
    const all = { tool: 'wapiti', target: 'pages and calls', result: `${sent} requests`, isOpen: sent < 100 };
    const found = Object.entries(vulnerabilities).flatMap(([kind, list]) => list.map((each) => ({ kind, ...each })));
    return [all, ...found.map(wapitiFinding)];
  } catch {
    return [{ tool: 'wapiti', target: 'pages and calls', result: `no report: ${output.trim().slice(-200)}`, isOpen: true }];
  }
}

function wapitiFinding({ kind, path, info }: { readonly kind: string; readonly path: string; readonly info: string }): Finding {
  const [line = ''] = info.split('\n');
  const said = `${path}: ${line}`;
  const reason = Object.entries(judged).find(([words]) => said.includes(words))?.[1];
  return {
    tool: 'wapiti',
    target: kind,
    result: `${said}${reason === undefined ? '' : ` (${reason})`}`,
    isOpen: reason === undefined,
  };
}

async function slowhttptest({ server, folder }: Site): Promise<readonly Finding[]> {
  const common = ['-c', '400', '-r', '200', '-p', '3', '-l', '30'];
  const ways: Readonly<Record<string, readonly string[]>> = {
    'slow headers': ['-H', '-i', '5', '-x', '24', '-u', `${server.origin}/`],
    'slow bodies': [
      '-B',
      '-i',
      '5',
      '-s',
      '8192',
      '-x',
      '24',
      '-t',
      'POST',
      '-f',
      'application/x-www-form-urlencoded',
      '-u',
      // Reads a body from any client; the site refuses a write earlier, for lack of an Origin.
      `${server.origin}/oidc/token`,
    ],
    'slow reading': ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '3', '-u', `${server.origin}/api/openapi.json`],
    ranges: ['-R', '-t', 'HEAD', '-a', '10', '-b', '3000', '-u', `${server.origin}/`],
  };
  const findings: Finding[] = [];
  for (const [target, way] of Object.entries(ways)) {
    const output = await run('slowhttptest', [...way, ...common], { seconds: 50, cwd: folder });
    // Its output has colors.
    const states = [...stripVTControlCharacters(output).matchAll(/service available:\s+(\w+)/g)].map(([, state]) => state);
    const down = states.filter((state) => state !== 'YES').length;
    findings.push({
      tool: 'slowhttptest',
      target,
      result: `available in ${states.length - down} of ${states.length} looks`,
      // A test with ranges ends early, because they are answered at once; a slow test must have been held while it
      // watched.
      isOpen: states.length < (target === 'ranges' ? 1 : 3) || down > 0,
    });
  }
  return findings;
}

async function zzuf(site: Site): Promise<readonly Finding[]> {
  const requests = [
    rawRequest(site, { line: 'POST /api/login/password', body: '{"account":"someone","password":"violet7-Harbour"}' }),
    rawRequest(site, { line: 'POST /api/userinfo', body: '{"signature":"hello","gender":1,"birthday":"2000-01-31"}' }),
    rawRequest(site, { line: 'GET /oidc/auth?client_id=cedar-demo&response_type=code&scope=openid&code_challenge=x' }),
  ];
  const counts = new Map<string, number>();
  const until = performance.now() + 90_000;
  let cases = 0;
  for (let seed = 0; seed < 5000 && performance.now() < until; seed += 1) {
    const request = requests[seed % requests.length] ?? '';
    // Every other request has only its body damaged (its query if there is no body): intact headers get further in.
    const [head, damaged, tail] = partsOf(request, Math.floor(seed / requests.length) % 2 === 0);
    const { stdout } = spawnSync('zzuf', ['-s', String(seed), '-r', seed % 5 === 0 ? '0.02' : '0.003'], { input: damaged });
    const status = await answerTo(site.port, Buffer.concat([Buffer.from(head), stdout, Buffer.from(tail)]));
    counts.set(status, (counts.get(status) ?? 0) + 1);
    cases += 1;
  }
  const text = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([status, count]) => `${count} × ${status}`);
  const isOpen = [...counts.keys()].some((status) => status.startsWith('5'));
  return [{ tool: 'zzuf', target: `${cases} damaged requests`, result: text.join(', '), isOpen }];
}

/** Number of requests to the server so far: its ids count them. */
async function requestsOf({ origin }: ServerProcess): Promise<number> {
  const { headers } = await fetch(`${origin}/api/key`);
  return Number.parseInt(headers.get('x-request-id')?.split('-').at(-1) ?? '', 36);
}

/** A request in three parts: intact, damaged, intact. Damage by zzuf keeps the length. */
function partsOf(request: string, isWhole: boolean): readonly [string, string, string] {
  if (isWhole) return ['', request, ''];
  const body = request.indexOf('\r\n\r\n') + 4;
  if (body < request.length) return [request.slice(0, body), request.slice(body), ''];
  const [query, end] = [request.indexOf('?') + 1, request.indexOf(' HTTP/')];
  return [request.slice(0, query), request.slice(query, end), request.slice(end)];
}

/** The status of the answer to these bytes, or 'none' if there is none within a second. */
async function answerTo(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (status: string): void => {
      socket.destroy();
      resolve(status);
    };
    socket.setTimeout(1000, () => end('none'));
    socket.once('data', (data) => end(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? 'no HTTP'));
    socket.once('error', () => end('none')).once('close', () => end('none'));
    socket.write(bytes);
  });
}

/** Whether the server has survived without a fault and still knows the person. */
async function stillWell({ server, person }: Site): Promise<Finding> {
  const health = await fetch(`${server.origin}/readyz`).then(({ status }) => status);
  const account = (await person.get('/account/metainfo')).status;
  const faults = server
    .output()
    .split('\n')
    .filter((line) => line.includes('a request failed') || line.includes('"level":"error"'));
  const result = `ready ${health}, account ${account}, ${faults.length} faults in the log${faults.length > 0 ? `: ${faults[0]?.slice(0, 300)}` : ''}`;
  return { tool: 'the server', target: 'afterwards', result, isOpen: health !== 200 || account !== 200 || faults.length > 0 };
}
