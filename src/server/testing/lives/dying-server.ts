/**
 * A server in a separate process that is killed during one piece of work: `startDyingServer`. It counts the work's
 * steps on the database and on files, and ends itself by SIGKILL before step DIE_AT; with 0 it completes and reports
 * the number of steps.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { KyselyPlugin } from 'kysely';
import { rekey } from '#server/capabilities/operations/keys/rekey.ts';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { createLegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import { buildApp } from '#server/app/build-app.ts';
import { wire } from '#server/app/wire.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import type { Db } from '#server/core/database/db.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import type { DyingWork } from './crash-rig.ts';
import { testPasskeys } from '#server/testing/server/test-app.ts';
import { injectInto, newTestBrowser } from '#server/testing/server/test-browser.ts';

const dieAt = Number(process.env['DIE_AT']);
let isArmed = false;
let steps = 0;

function step(): void {
  if (!isArmed) return;
  steps += 1;
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL');
}

/** Counts each statement, and the moments before and after each commit. */
function counted(db: Db): Db {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      step();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const prepare: Db['prepare'] = (build) => {
    const run = db.prepare(build);
    return (params) => {
      step();
      return run(params);
    };
  };
  return {
    engine: db.engine,
    tables: db.tables,
    q: () => db.q().withPlugin(plugin),
    async tx(work) {
      if (db.inTransaction) return work();
      const result = await db.tx(async () => {
        const made = await work();
        step();
        return made;
      });
      step();
      return result;
    },
    snapshot: (work) => db.snapshot(work),
    beforeCommit: (key, work) => db.beforeCommit(key, work),
    afterCommit: (work) => db.afterCommit(work),
    get inTransaction() {
      return db.inTransaction;
    },
    prepare,
    counters: db.counters,
    ping: () => db.ping(),
    forgetDeleted: () => db.forgetDeleted(),
    close: () => db.close(),
  };
}

/** Counts the removal of each file, and each file that is put in its place. */
function countFiles(): void {
  const { rm, unlink, rename } = fs.promises;
  fs.promises.rm = (...args) => {
    step();
    return rm(...args);
  };
  fs.promises.unlink = (...args) => {
    step();
    return unlink(...args);
  };
  fs.promises.rename = (...args) => {
    step();
    return rename(...args);
  };
  syncBuiltinESMExports();
}

/** Counts the moments before and after each part of a file that is stored, in a folder or elsewhere. */
function countParts(files: BlobStore): void {
  const put = files.put.bind(files);
  files.put = async (...args) => {
    step();
    await put(...args);
    step();
  };
}

const { env } = process;
const work: DyingWork = JSON.parse(env['WORK'] ?? '');
const config = { ...loadConfig({ ...env }), passkeys: testPasskeys };
countFiles();
const db = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
const wiring = await wire(config, { db: counted(db), clock: { now: () => work.now }, hasherThreads: 1 });
countParts(wiring.files.copies.files);
await wiring.jobs.deletions.close();
await wiring.jobs.claims.close();
await wiring.jobs.outbox.close();
const app = await buildApp(wiring);
const browser = newTestBrowser({ send: injectInto(app), origin: config.publicUrl });
for (const [name, value] of work.cookies) browser.cookies.set(name, value);
await browser.prepare();
isArmed = true;
const code = await doWork();
isArmed = false;
process.stdout.write(`${JSON.stringify({ steps, code })}\n`);
process.exit(0);

async function doWork(): Promise<number> {
  if (work.call !== undefined) return (await browser.post(work.call.path, work.call.body)).code;
  if (work.request !== undefined) return (await browser.raw({ method: 'POST', ...work.request })).code;
  if (work.copies === true) await wiring.files.copies.run();
  else if (work.rekeys === true) {
    const { db: counting, clock, keyring } = wiring.core.store;
    const legacyAccounts = createLegacyAccounts({ db: counting, keyring, accounts: createAccounts({ db: counting, clock, keyring }) });
    const audit = createAudit({ db: counting, clock, keyring });
    await rekey({ db: counting, clock, keyring, audit, legacyAccounts }, { operator: 'somebody', onProgress: () => undefined });
  } else if (work.claims === true) await wiring.jobs.claims.run();
  else await wiring.jobs.deletions.run();
  return 0;
}
