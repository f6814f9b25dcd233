/** `npm run pending`: the calls of the contract without a handler. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPending } from '#server/app/api/list-pending.ts';
import { wire } from '#server/app/wire.ts';
import { loadConfig } from '#server/platform/settings/config.ts';

// Only a wired server knows its handlers; this one has its own empty database and never listens.
const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-pending-'));
try {
  const wiring = await wire(loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  const pending = listPending(wiring.calls);
  await wiring.close();
  for (const { group, name, endpoint } of pending) console.log(`${endpoint.method.padEnd(6)} ${endpoint.path.padEnd(44)} ${group}.${name}`);
  console.log(`\n${pending.length} calls are pending.`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
