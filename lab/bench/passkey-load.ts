import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Authenticator } from '#server/testing/people/authenticator.ts';
import { connectHttp, freshPassword } from '#server/testing/server/http-client.ts';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { openLine, wiredPost, type Line } from './line.ts';
import { addPasskey, beginPasskey } from './passkey-people.ts';
import { cpuSeconds } from './process.ts';
import { median, percentile, type Row } from './report.ts';
import { cost } from './sign-in.ts';
import { prepareSignIns, signInConnections } from './sign-in-load.ts';

const rounds = 3;
const people = 16;
const lines = 16;
const path = '/api/login/passkey';

/** The rows of many sign-ins by passkey at once: server and load share both cores. */
export async function measurePasskeyLoad(server: ServerProcess): Promise<readonly Row[]> {
  const passkeys = await somePasskeys(server);
  return [
    ...(await saturated(server, passkeys)),
    ...(await besidePasswords(server, passkeys)),
    ...(await besideJunk(server, { passkeys, limits: 'wide limits' })),
  ];
}

/** The same junk on a server with the usual limits, which send most of it away before anything is checked. */
export async function measureLimitedJunk(server: ServerProcess): Promise<readonly Row[]> {
  return besideJunk(server, { passkeys: await somePasskeys(server), limits: 'usual limits' });
}

async function somePasskeys(server: ServerProcess): Promise<readonly Authenticator[]> {
  const passkeys: Authenticator[] = [];
  for (let n = 0; n < people; n += 1) passkeys.push(await addPasskey(server));
  return passkeys;
}

/** Sign-ins that only need to be sent, each of another browser and network. */
async function signIns(server: ServerProcess, passkeys: readonly Authenticator[], count: number): Promise<Buffer[]> {
  const requests: Buffer[] = [];
  for (let n = 0; n < count; n += 1) {
    const browser = connectHttp(server.origin);
    const credential = passkeys[n % passkeys.length]?.assert(await beginPasskey(browser));
    requests.push(await wiredPost(server, browser, { path, body: { credential } }));
  }
  return requests;
}

const openLines = async (server: ServerProcess, count: number): Promise<readonly Line[]> =>
  Promise.all(Array.from({ length: count }, () => openLine(server)));

function expectSignedIn(code: number): void {
  if (code !== 200) throw new Error(`a sign-in by passkey was answered ${code}`);
}

async function saturated(server: ServerProcess, passkeys: readonly Authenticator[]): Promise<readonly Row[]> {
  const each = 600;
  const perSecond: number[] = [];
  const cpu: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const waiting = await signIns(server, passkeys, each);
    const open = await openLines(server, lines);
    const [started, before] = [performance.now(), cpuSeconds(server.pid)];
    await Promise.all(
      open.map(async (line) => {
        for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) expectSignedIn(await line.ask(request));
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const used = cpuSeconds(server.pid) - before;
    for (const line of open) line.close();
    bare.push(await plainPerSecond(server));
    // The first one is for the compiler.
    if (round === 0) continue;
    perSecond.push(each / seconds);
    cpu.push((used * 1000) / each);
  }
  return [
    {
      name: 'sign-ins by passkey at saturation',
      value: median(perSecond),
      unit: '1/s',
      aim: { atLeast: 300 },
      note: `${lines} at once, load and server on the same cores; ${median(cpu).toFixed(1)} ms of the server's CPU each; a plain read of the configuration ${median(bare).toFixed(0)} a second`,
    },
  ];
}

/** The plainest request, over as many lines. */
async function plainPerSecond(server: ServerProcess): Promise<number> {
  const each = 3000;
  const request = Buffer.from(`GET /api/config.json HTTP/1.1\r\nhost: ${new URL(server.origin).host}\r\n\r\n`);
  const open = await openLines(server, lines);
  const started = performance.now();
  let left = each;
  await Promise.all(
    open.map(async (line) => {
      for (; left > 0; left -= 1) await line.ask(request);
    }),
  );
  for (const line of open) line.close();
  return each / ((performance.now() - started) / 1000);
}

/** For so many sign-ins by password there is one by passkey. */
const passwordsEach = 10;

/** The server's processor time for each sign-in by password, alone and with those by passkey that come in between: a full server loses as much. */
async function besidePasswords(server: ServerProcess, passkeys: readonly Authenticator[]): Promise<readonly Row[]> {
  const seconds = 4;
  const turns = 7;
  const password = freshPassword();
  const phones: string[] = [];
  for (let n = 0; n < signInConnections; n += 1) phones.push((await connectHttp(server.origin).register({ password })).phone);
  const passwords = await prepareSignIns(server, { phones, password });
  await passwords.run(seconds);
  const alone: Cost[] = [];
  const beside: Cost[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const own = await cost({ server, signIns: passwords }, seconds);
    alone.push(own);
    const requests = await signIns(server, passkeys, Math.ceil((2 * own.total) / passwordsEach));
    const line = await openLine(server);
    let answers = 0;
    let sent: Promise<void> = Promise.resolve();
    const run = () =>
      passwords.run(seconds, () => {
        answers += 1;
        if (answers % passwordsEach !== 0) return;
        sent = sent.then(async () => {
          const request = requests.pop();
          if (request !== undefined) expectSignedIn(await line.ask(request));
        });
      });
    beside.push(await cost({ server, signIns: { run } }, seconds));
    await sent;
    line.close();
  }
  const of = (costs: readonly Cost[], key: 'milliseconds' | 'perSecond') => median(costs.map((each) => each[key]));
  const [own, both] = [of(alone, 'milliseconds'), of(beside, 'milliseconds')];
  const spread = alone.map(({ milliseconds }) => milliseconds);
  return [
    {
      name: 'sign-ins by password lost beside those by passkey',
      value: 100 * (1 - own / both),
      unit: '%',
      aim: { atMost: 3 },
      note:
        `one for ${passwordsEach}; CPU ${own.toFixed(2)} ms alone (${Math.min(...spread).toFixed(1)}–${Math.max(...spread).toFixed(1)}), ${both.toFixed(2)} beside, ` +
        `medians of ${turns}; ${of(alone, 'perSecond').toFixed(0)} a second and ${of(beside, 'perSecond').toFixed(0)}`,
    },
  ];
}

type Cost = Awaited<ReturnType<typeof cost>>;

/** Sends them one after the other in equal distances, whether or not the ones before were answered. Milliseconds of each. */
async function sendSteadily(server: ServerProcess, requests: readonly Buffer[], everyMs: number): Promise<readonly number[]> {
  const idle: Line[] = [...(await openLines(server, lines))];
  const took: Promise<number>[] = [];
  const started = performance.now();
  for (const [n, request] of requests.entries()) {
    await delay(Math.max(0, started + n * everyMs - performance.now()));
    took.push(ask(request));
  }
  const all = await Promise.all(took);
  for (const line of idle) line.close();
  return all;

  async function ask(request: Buffer): Promise<number> {
    const line = idle.pop() ?? (await openLine(server));
    const sent = performance.now();
    expectSignedIn(await line.ask(request));
    const ms = performance.now() - sent;
    idle.push(line);
    return ms;
  }
}

const junkPerSecond = 500;

async function besideJunk(
  server: ServerProcess,
  { passkeys, limits }: { readonly passkeys: readonly Authenticator[]; readonly limits: string },
): Promise<readonly Row[]> {
  const everyMs = 30;
  const each = 200;
  const alone: number[] = [];
  const beside: number[] = [];
  const heard = { sent: 0, seconds: 0, checked: 0 };
  for (let round = 0; round <= rounds; round += 1) {
    const before = await sendSteadily(server, await signIns(server, passkeys, each), everyMs);
    const requests = await signIns(server, passkeys, each);
    const junk = await startJunk(server, passkeys);
    const during = await sendSteadily(server, requests, everyMs);
    const { seconds, codes } = await junk.stop();
    if (round === 0) continue;
    alone.push(percentile(before, 0.99));
    beside.push(percentile(during, 0.99));
    heard.seconds += seconds;
    heard.sent += codes.length;
    heard.checked += codes.filter((code) => code === 3025).length;
  }
  return [
    {
      name: `sign-ins by passkey, ${limits}: p99 beside junk to p99 without`,
      value: median(beside) / median(alone),
      unit: '×',
      aim: { atMost: 2 },
      note: `${median(alone).toFixed(1)} ms, beside ${(heard.sent / heard.seconds).toFixed(0)} junk a second of one network ${median(beside).toFixed(1)} ms; ${heard.checked} of ${heard.sent} were checked, the others sent away`,
    },
  ];
}

/** Well-formed sign-ins by passkeys that nobody has, of one network, in equal distances. */
async function startJunk(server: ServerProcess, passkeys: readonly Authenticator[]) {
  const flooding = connectHttp(server.origin, { clientIp: '203.0.113.9' });
  const asked = await beginPasskey(flooding);
  const junk: Buffer[] = [];
  for (let n = 0; n < 50; n += 1) {
    const credential = passkeys[0]?.assert(asked, { id: randomBytes(24).toString('base64url') });
    junk.push(await wiredPost(server, flooding, { path, body: { credential } }));
  }
  const idle: Line[] = [...(await openLines(server, 100))];
  const codes: Promise<number>[] = [];
  const started = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - started) * junkPerSecond) / 1000;
    while (codes.length < due) {
      const line = idle.pop();
      const request = junk[codes.length % junk.length];
      // Where all wait, the server holds the flood back.
      if (line === undefined || request === undefined) break;
      codes.push(
        line.ask(request).then((code) => {
          idle.push(line);
          return code;
        }),
      );
    }
  }, 4);
  return {
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - started) / 1000;
      const all = await Promise.all(codes);
      for (const line of idle) line.close();
      return { seconds, codes: all };
    },
  };
}
