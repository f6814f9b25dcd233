import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { verifyAudit } from '#server/core/protection/audit/verify-audit.ts';
import { createLegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import { rekey } from '#server/capabilities/operations/keys/rekey.ts';
import { minute } from '#server/platform/clock.ts';
import { openKeyring } from '#server/core/operations/keys/root-keys.ts';
import { deathsLimitMs, deathsOf, dieDuring } from '#server/testing/lives/crash-rig.ts';
import { importOld } from '#server/testing/people/legacy.ts';
import { freshEmail, goodPassword, signUp, type Person } from '#server/testing/people/people.ts';
import { askReset } from '#server/testing/people/proving.ts';
import { columnsSealedBy, newRootKey, rootConfig, type RootConfig } from '#server/testing/server/root-keys.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

let database: TestDatabase;
let people: readonly Person[];
let config: TestApp['config'];
let now = Date.now();
let oldKey = newRootKey();

beforeAll(async () => {
  database = await openTestDatabase();
  const app = await buildTestApp({ database, now, config: { rateFactor: 1000, ...rootConfig(oldKey) } });
  people = [await signUp(app, { email: freshEmail() }), await signUp(app)];
  await askReset(app, app.newBrowser(), people[0]?.contact ?? '');
  await importOld(app);
  ({ config } = app);
  await app.close();
}, 60_000);

afterAll(async () => {
  await database.close();
});

/** The operator's step after a killed rekeying: the same command again. */
async function rekeyAgain(keys: RootConfig): Promise<readonly string[]> {
  const { db } = database;
  const clock = { now: () => now };
  const rootKeys = await openKeyring({ db, clock }, keys);
  const { keyring } = rootKeys;
  const legacyAccounts = createLegacyAccounts({ db, keyring, accounts: createAccounts({ db, clock, keyring }) });
  const deps = { db, clock, keyring, legacyAccounts, audit: createAudit({ db, clock, keyring }) };
  const { ended, broken, inUse } = await rekey(deps, { operator: 'somebody', onProgress: () => undefined });
  expect({ broken, inUse }).toEqual({ broken: [], inUse: [] });
  return ended;
}

/** Everyone can sign in at a server with these keys, and the trail is intact. */
async function expectWhole(keys: RootConfig): Promise<void> {
  const app = await buildTestApp({ database, now, config: { rateFactor: 1000, port: config.port, publicUrl: config.publicUrl, ...keys } });
  for (const { contact: account } of people) {
    expect(await app.newBrowser().post('/login/password', { account, password: goodPassword })).toMatchObject({ code: 200 });
  }
  expect((await verifyAudit(app.wiring.core.store)).faults).toEqual([]);
  await app.close();
}

it('loses nothing in a rekeying that is killed before any step, and continues it on the next run', { timeout: deathsLimitMs }, async () => {
  const work = () => ({ now, cookies: [], rekeys: true });
  const next = () => {
    now += 2 * minute;
    return rootConfig(newRootKey(), oldKey);
  };
  const through = next();
  const whole = await dieDuring({ config: { ...config, ...through } }, work(), 0);
  if (whole.wasKilled) throw new Error('it was killed');
  oldKey = through.secretKey;
  expect(whole.steps).toBeGreaterThan(30);
  for (const dieAt of new Set([1, Math.ceil(whole.steps / 4), ...deathsOf(whole.steps, 0)])) {
    const keys = next();
    expect(await dieDuring({ config: { ...config, ...keys } }, work(), dieAt), `before step ${dieAt}`).toEqual({ wasKilled: true });
    const onlyNew = rootConfig(keys.secretKey);
    const isLeft = (await columnsSealedBy(database.db, oldKey)).length > 0;
    const starts = await openKeyring({ db: database.db, clock: { now: () => now } }, onlyNew).then(
      () => true,
      () => false,
    );
    // A start without the old key is refused while anything remains, and may be refused a moment longer.
    expect([isLeft, starts], `before step ${dieAt}`).not.toEqual([true, true]);
    await expectWhole(keys);
    now += 2 * minute;
    await rekeyAgain(keys);
    expect(await columnsSealedBy(database.db, oldKey), `before step ${dieAt}`).toEqual([]);
    await expectWhole(onlyNew);
    oldKey = keys.secretKey;
  }
});
