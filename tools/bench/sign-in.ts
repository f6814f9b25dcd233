import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { cpuSeconds, serverCpu } from './process.ts';
import { median, type Row } from './report.ts';
import { signInConnections, type SignInLoad } from './sign-in-load.ts';

const rounds = 3;
const bareScript = fileURLToPath(new URL('bare-hash.ts', import.meta.url));

interface SignInTarget {
  readonly server: ServerProcess;
  readonly signIns: SignInLoad;
}

/**
 * What a sign-in by password costs, in turns with the bare hash: as it is by default, and without field encryption, whose two RSA
 * decryptions are a price of their own.
 */
export async function measureSignIn(encrypted: SignInTarget, plain: SignInTarget): Promise<readonly Row[]> {
  const costs = { encrypted: [] as number[], plain: [] as number[], hash: [] as number[] };
  const rates: number[] = [];
  await encrypted.signIns.run(1);
  await plain.signIns.run(1);
  for (let round = 0; round < rounds; round += 1) {
    costs.hash.push(bareHash());
    const { milliseconds, perSecond } = await cost(encrypted);
    costs.encrypted.push(milliseconds);
    rates.push(perSecond);
    costs.plain.push((await cost(plain)).milliseconds);
  }
  const bare = median(costs.hash);
  return [
    { name: 'sign-in by password: CPU', value: median(costs.encrypted), unit: 'ms', note: `bare argon2id ${bare.toFixed(2)} ms` },
    { name: 'sign-in by password: CPU to the bare hash', value: median(costs.encrypted) / bare, unit: '×', aim: { atMost: 1.25 } },
    {
      name: 'the same without field encryption',
      value: median(costs.plain) / bare,
      unit: '×',
      note: `${median(costs.plain).toFixed(2)} ms`,
    },
    { name: 'sign-ins', value: median(rates), unit: '1/s', note: `${signInConnections} at once, server on one core` },
  ];
}

/** Processor time of one sign-in, and how many there are in a second. */
export async function cost(
  { server, signIns }: SignInTarget,
  seconds = 4,
): Promise<{ readonly milliseconds: number; readonly perSecond: number }> {
  const before = cpuSeconds(server.pid);
  const { total, perSecond } = await signIns.run(seconds);
  return { milliseconds: ((cpuSeconds(server.pid) - before) * 1000) / total, perSecond };
}

function bareHash(): number {
  return Number(execFileSync('taskset', ['-c', String(serverCpu), process.execPath, bareScript], { encoding: 'utf8' }));
}
