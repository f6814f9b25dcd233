import { connectHttp, expectOk, prepareRegistration, type HttpClient } from '#server/testing/server/http-client.ts';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { bareCommit, bareHash } from './bare.ts';
import { operatorOf } from './operator.ts';
import { repeat, type Spent } from './repeat.ts';
import { median, percentile, type Row } from './report.ts';

const rounds = 3;
/** People who register at the same time, and how often each time. */
const people = 4;
const times = 8;

/**
 * Registers some people by phone. Codes and captchas are prepared: only the last call counts, `POST /register/phone`.
 */
export async function registerSome(server: ServerProcess): Promise<Spent> {
  await using operator = await operatorOf(server.dataDir);
  const sends: (() => Promise<void>)[] = [];
  for (let n = 0; n < people * times; n += 1) {
    const client: HttpClient = { ...connectHttp(server.origin), solveCaptcha: (scene) => operator.proof(scene) };
    const { body } = await prepareRegistration(client);
    sends.push(async () => void expectOk(await client.post('/register/phone', body)));
  }
  const next = async (): Promise<void> => sends.pop()?.();
  return repeat(server.pid, Array<typeof next>(people).fill(next), times);
}

/** The cost of a registration, alternating with its unavoidable parts: one password hash and one durable commit. */
export async function measureRegister(encrypted: ServerProcess, plain: ServerProcess): Promise<readonly Row[]> {
  const spent = { encrypted: [] as Spent[], plain: [] as Spent[] };
  const floors = { hash: [] as number[], commit: [] as number[] };
  await registerSome(encrypted);
  await registerSome(plain);
  for (let round = 0; round < rounds; round += 1) {
    floors.hash.push(bareHash());
    floors.commit.push(bareCommit(encrypted.dataDir));
    spent.encrypted.push(await registerSome(encrypted));
    spent.plain.push(await registerSome(plain));
  }
  const [hash, commit] = [median(floors.hash), median(floors.commit)];
  const rowsOf = (name: string, kind: keyof typeof spent): readonly Row[] => {
    const cpu = median(spent[kind].map(({ cpuMs }) => cpuMs));
    const latencies = spent[kind].flatMap(({ latenciesMs }) => latenciesMs);
    return [
      { name: `${name}: CPU`, value: cpu, unit: 'ms', note: `of it the hash ${((100 * hash) / cpu).toFixed(0)} %` },
      {
        name: `${name}: CPU to the bare hash and a durable commit`,
        value: cpu / (hash + commit),
        unit: '×',
        note: `bare argon2id ${hash.toFixed(2)} ms, commit ${commit.toFixed(3)} ms`,
      },
      { name: `${name}: p50`, value: percentile(latencies, 0.5), unit: 'ms', note: `${people} at once, ${latencies.length} of them` },
      { name: `${name}: p99`, value: percentile(latencies, 0.99), unit: 'ms' },
    ];
  };
  return [...rowsOf('register by phone', 'encrypted'), ...rowsOf('register without field encryption', 'plain')];
}
