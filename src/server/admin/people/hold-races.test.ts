/** A hold and what takes an account at the same moment: two instances, each of which is acknowledged or refused. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { day, minute } from '#server/platform/clock.ts';
import { endLapsedHolds } from '#server/capabilities/account/deletion/end-holds.ts';
import { holdByOperator, releaseByOperator } from '#server/capabilities/operations/desk/person/hold-data.ts';
import { lookAt } from '#server/core/operations/desk/look.ts';
import { quarters } from '#server/testing/costs/hostile-images.ts';
import { must } from '#server/testing/apps/developers.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { takeCopy } from '#server/testing/lives/copies.ts';
import { filesBelow } from '#server/testing/lives/everything-written.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
});

afterAll(() => app.close());

/** Call that writes to the trail. `meanwhile` runs just before it does. */
async function stoppedAtTrail<T>(
  act: (journal: typeof app.wiring.core.journal) => Promise<T>,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const { journal } = app.wiring.core;
  const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const audit: typeof journal.audit = {
    ...journal.audit,
    async record(...event) {
      written.resolve();
      await goOn.promise;
      return journal.audit.record(...event);
    },
  };
  const acting = act({ ...journal, audit });
  await Promise.race([written.promise, acting]);
  await meanwhile();
  goOn.resolve();
  return acting;
}

const orderAbout = (accountId: string) => ({ accountId, operator: 'li.wei', reason: 'authority', caseRef: 'CASE-12' }) as const;

/** Holds an account for so many days; `meanwhile` runs when all of it is written and nothing is committed. */
function hold(accountId: string, days: number, meanwhile?: () => Promise<void>, accessHold = false): Promise<boolean> {
  const order = { ...orderAbout(accountId), until: app.clock.now() + days * day };
  return stoppedAtTrail((journal) => holdByOperator({ store: app.wiring.core.store, journal, accessHold }, order), meanwhile);
}

const untilOf = async (id: string) =>
  (await app.db.q().selectFrom('holds').select('until').where('account_id', '=', id).executeTakeFirst())?.until;

/** SQLite has one writer: the other one waits for the end of the transaction anyway. */
async function until(sees: () => Promise<boolean>): Promise<void> {
  if (app.db.engine === 'postgres') await expect.poll(sees, { timeout: 20_000, interval: 5 }).toBe(true);
}

const somebodyWaits = async () => {
  const waiting = sql<{
    n: number;
  }>`select count(*)::int as n from pg_locks where not granted and (database = (select oid from pg_database where datname = current_database()) or locktype = 'transactionid')`;
  return ((await waiting.execute(app.db.q())).rows[0]?.n ?? 0) > 0;
};

it('two extensions at once leave the longer one, in whatever order', async () => {
  for (const days of [
    [90, 60],
    [60, 90],
  ] as const) {
    const id = await accountIdOf(app, (await signUp(app)).contact);
    await hold(id, 30);
    const done = await Promise.all(days.map((each) => hold(id, each)));
    expect(await untilOf(id)).toBe(app.clock.now() + 90 * day);
    expect(done[days.indexOf(90)]).toBe(true);
  }
});

it('an extension that is acknowledged outlives the end that looks at the same moment', async () => {
  const id = await accountIdOf(app, (await signUp(app)).contact);
  await hold(id, 30);
  app.clock.advance(30 * day);
  let ending: Promise<void> | undefined;
  const extended = await hold(id, 60, async () => {
    ending = endLapsedHolds(app.wiring.core);
    await until(somebodyWaits);
  });
  await ending;
  expect(extended).toBe(true);
  expect(await untilOf(id)).toBe(app.clock.now() + 60 * day);
});

it('a look of an authority that races the end of its hold is in the owner’s list and in the copy of their data', async () => {
  const person = await signUp(app);
  const accountId = await accountIdOf(app, person.contact);
  await hold(accountId, 30, undefined, true);
  let ending: Promise<boolean> | undefined;
  await stoppedAtTrail(
    (journal) => lookAt({ ...app.wiring.core, journal }, orderAbout(accountId), () => Promise.resolve()),
    async () => {
      ending = releaseByOperator(app.wiring.core, orderAbout(accountId));
      if (app.db.engine === 'postgres') await Promise.race([ending, until(somebodyWaits)]);
    },
  );
  expect(await ending).toBe(true);
  const { data } = await person.browser.get<{ items: readonly { event: string }[] }>('/account/activity');
  expect(data.items.filter(({ event }) => event === 'operator.looked')).toHaveLength(1);
  expect([...(await takeCopy(app, person)).values()].join('\n')).toContain('operator.looked');
});

async function withAvatar({ browser }: Person): Promise<void> {
  const { data } = await browser.post<{ sign: string; uploadUrl: string }>('/profileimage/begin', { filetype: 'png' });
  const body = await quarters().png().toBuffer();
  await browser.raw({ method: 'PUT', path: data.uploadUrl, body, headers: { 'content-type': 'image/png' } });
  must(await browser.post('/profileimage/finish', { sign: data.sign }));
}

it('a hold that is acknowledged while a purge begins keeps every row and file', async () => {
  const person = await signUp(app);
  const id = await accountIdOf(app, person.contact);
  await withAvatar(person);
  const files = async () => (await filesBelow(app.config.dataDir)).filter((path) => path.includes('/avatars/files/')).length;
  const { data } = await askDeletion(person.browser);
  app.clock.set(Date.parse(data.dueAt) + minute);
  const before = await files();
  const isPurging = async () => {
    const { state } = await app.db.q().selectFrom('deletions').select('state').where('account_id', '=', id).executeTakeFirstOrThrow();
    return state === 'purging';
  };
  let purging: Promise<void> | undefined;
  const held = await hold(id, 60, async () => {
    purging = app.wiring.jobs.deletions.run();
    await until(isPurging);
  });
  await purging;
  expect([held, before]).toEqual([true, 3]);
  expect(await files()).toBe(before);
  const { state } = await app.db.q().selectFrom('accounts').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  expect(state).toBe('deleting');
});
