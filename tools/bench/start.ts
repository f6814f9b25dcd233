import { startServerProcess } from '#server/testing/server-process.ts';
import { serverCpu } from './process.ts';
import { median, type Row } from './report.ts';

const rounds = 3;

/** From the start of the process to its first answer, with a database that has accounts. */
export async function measureStart(dataDir: string): Promise<readonly Row[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServerProcess({ dataDir, cpu: serverCpu });
    times.push(server.startedInMs);
    await server.stop();
  }
  return [
    { name: 'start to first answer', value: median(times) / 1000, unit: 's', aim: { atMost: 0.6 }, note: `median of ${rounds}, one core` },
  ];
}
