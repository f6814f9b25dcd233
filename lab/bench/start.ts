import { join } from 'node:path';
import { serverCpu, startServerProcess } from '#server/testing/server/server-process.ts';
import { startBareServer } from './bare.ts';
import { median, type Row } from './report.ts';

const rounds = 5;

/** From the start of the process to its first answer, with a database of accounts, alternating with the bare server. */
export async function measureStart(dataDir: string): Promise<readonly Row[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServerProcess({ dataDir, cpu: serverCpu });
    ours.push(server.startedInMs);
    await server.stop();
    const started = performance.now();
    await using bare = await startBareServer('bare-start', { path: '/account/0', args: [join(dataDir, 'cedar.db')] });
    await (await fetch(bare.url)).arrayBuffer();
    theirs.push(performance.now() - started);
  }
  const note = `bare Fastify ${median(theirs).toFixed(0)} ms; medians of ${rounds}, one core`;
  return [
    { name: 'start to first answer', value: median(ours) / 1000, unit: 's', aim: { atMost: 0.6 }, note },
    { name: 'start to first answer: to the bare server', value: median(ours) / median(theirs), unit: '×', aim: { atMost: 1.8 } },
  ];
}
