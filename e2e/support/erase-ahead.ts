// A server of the same data whose clock is ahead by the given days: it erases the accounts whose wait is over, and ends.
import { wire } from '#server/app/wire.ts';
import { loadConfig } from '#server/platform/settings/config.ts';

const ahead = Number(process.argv[2]) * 86_400_000;
const config = loadConfig(process.env);
const server = await wire(config, { clock: { now: () => Date.now() + ahead }, hasherThreads: 1 });
await server.jobs.deletions.run();
await server.close();
