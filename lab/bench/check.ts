import { join } from 'node:path';
import type autocannon from 'autocannon';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { startBareServer } from './bare.ts';
import { urlOf, connections, load, preparePosts, type Load, type Target } from './load.ts';
import type { Population } from './populate.ts';
import { median, type Row } from './report.ts';

const rounds = 3;
/** Phones of one connection; every other one belongs to no account. */
const phonesEach = 60;

/** Existence checks of phones across all accounts, from as many visitors as there are connections. */
export async function checksOf(server: ServerProcess, population: Population): Promise<Target> {
  const path = '/api/check/phone';
  const requests = await Promise.all(bodiesOf(population).map((bodies) => preparePosts(server, { path, bodies })));
  return { pid: server.pid, url: urlOf(server, path), requests };
}

/**
 * The cost of an existence check, alternating with the bare route and its one look-up in the same file: with the
 * default settings, and without field encryption, because RSA decryption has its own cost.
 */
export async function measureCheck(
  { encrypted, plain }: { readonly encrypted: ServerProcess; readonly plain: ServerProcess },
  population: Population,
): Promise<readonly Row[]> {
  await using bareServer = await startBareServer('bare-check', { path: '/check', args: [join(encrypted.dataDir, 'cedar.db')] });
  const targets = {
    encrypted: await checksOf(encrypted, population),
    plain: await checksOf(plain, population),
    bare: { pid: bareServer.pid, url: bareServer.url, requests: bodiesOf(population).map((bodies) => bodies.map(barePost)) },
  };
  // By number, not by time, as with the reads: afterwards the compiler has done its work.
  await load(targets.encrypted, 1500);
  await load(targets.plain, 5000);
  await load(targets.bare, 8000);
  const loads = { encrypted: [] as Load[], plain: [] as Load[], bare: [] as Load[] };
  for (let round = 0; round < rounds; round += 1) {
    loads.encrypted.push(await load(targets.encrypted, 1000));
    loads.plain.push(await load(targets.plain, 3000));
    loads.bare.push(await load(targets.bare, 6000));
  }
  const of = (kind: keyof typeof loads, key: keyof Load): number => median(loads[kind].map((each) => each[key]));
  const rowsOf = (name: string, kind: 'encrypted' | 'plain'): readonly Row[] => [
    { name: `${name}: CPU per request`, value: of(kind, 'cpuMicroseconds'), unit: 'µs', note: `${connections} connections` },
    {
      name: `${name}: CPU to the bare route with a look-up`,
      value: of(kind, 'cpuMicroseconds') / of('bare', 'cpuMicroseconds'),
      unit: '×',
      note: `bare ${of('bare', 'cpuMicroseconds').toFixed(0)} µs`,
    },
    { name: `${name}: p50 at full load`, value: of(kind, 'p50'), unit: 'ms', note: `bare ${of('bare', 'p50')} ms` },
    { name: `${name}: p99 at full load`, value: of(kind, 'p99'), unit: 'ms', note: `bare ${of('bare', 'p99')} ms` },
  ];
  return [...rowsOf('check a phone', 'encrypted'), ...rowsOf('check a phone without field encryption', 'plain')];
}

function bodiesOf({ phones }: Population): readonly (readonly { readonly phone: string }[])[] {
  const step = Math.max(1, Math.floor(phones.length / (connections * phonesEach)));
  return Array.from({ length: connections }, (_list, connection) =>
    Array.from({ length: phonesEach }, (_body, n) => {
      const phone = phones[((connection * phonesEach + n) * step) % phones.length] ?? '';
      // No account of the population has a number with this prefix.
      return { phone: n % 2 === 0 ? phone : phone.replace(/^19/, '18') };
    }),
  );
}

function barePost(body: { readonly phone: string }): autocannon.Request {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
