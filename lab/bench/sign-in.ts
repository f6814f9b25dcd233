import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { bareHash } from './bare.ts';
import { cpuSeconds } from './process.ts';
import { median, type Row } from './report.ts';
import { signInConnections, type SignInLoad, type SignInRun } from './sign-in-load.ts';

const rounds = 3;
export const warmSeconds = 4;

interface SignInTarget {
  readonly server: ServerProcess;
  readonly signIns: SignInLoad;
}

/**
 * The cost of a sign-in by password, alternating with the bare hash: with the default settings, and without field
 * encryption, because its two RSA decryptions have their own cost.
 */
export async function measureSignIn(encrypted: SignInTarget, plain: SignInTarget): Promise<readonly Row[]> {
  const costs = { encrypted: [] as number[], plain: [] as number[], hash: [] as number[] };
  const runs: SignInRun[] = [];
  // The compiler has done its work after some hundred sign-ins.
  await encrypted.signIns.run(warmSeconds);
  await plain.signIns.run(warmSeconds);
  for (let round = 0; round < rounds; round += 1) {
    costs.hash.push(bareHash());
    const run = await cost(encrypted);
    costs.encrypted.push(run.milliseconds);
    runs.push(run);
    costs.plain.push((await cost(plain)).milliseconds);
  }
  const bare = median(costs.hash);
  const of = (key: keyof SignInRun): number => median(runs.map((run) => run[key]));
  return [
    { name: 'sign-in by password: CPU', value: median(costs.encrypted), unit: 'ms', note: `bare argon2id ${bare.toFixed(2)} ms` },
    { name: 'sign-in by password: CPU to the bare hash', value: median(costs.encrypted) / bare, unit: '×', aim: { atMost: 1.25 } },
    {
      name: 'the same without field encryption',
      value: median(costs.plain) / bare,
      unit: '×',
      note: `${median(costs.plain).toFixed(2)} ms`,
    },
    { name: 'sign-ins', value: of('perSecond'), unit: '1/s', note: `${signInConnections} at once, server on one core` },
    { name: 'sign-ins: p50 at full load', value: of('p50'), unit: 'ms' },
    { name: 'sign-ins: p99 at full load', value: of('p99'), unit: 'ms' },
  ];
}

/** Processor time of one sign-in, sign-ins per second, and their duration. */
export async function cost({ server, signIns }: SignInTarget, seconds = 4): Promise<SignInRun & { readonly milliseconds: number }> {
  const before = cpuSeconds(server.pid);
  const run = await signIns.run(seconds);
  return { ...run, milliseconds: ((cpuSeconds(server.pid) - before) * 1000) / run.total };
}
