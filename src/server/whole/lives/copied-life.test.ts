/** What a copy of a person with a full life has, and what comes of it in an empty installation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables as allTables } from '#server/core/tables.ts';
import { openLifeRig } from '#server/testing/lives/account-life.ts';
import { copiedTopics } from '#server/core/rights/kept-data/copied-rows.ts';
import { personalColumns } from '#server/platform/db/tables/table-data.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { readAllRows, rowsSince } from '#server/testing/lives/all-rows.ts';
import { liveFully, openLifeStage, type LifeStage } from '#server/testing/lives/full-life.ts';
import type { Living } from '#server/testing/lives/living.ts';
import { importCopy, inOrder, rowsOfAccount, type CopiedFiles } from '#server/testing/lives/import-copy.ts';
import { must } from '#server/testing/apps/developers.ts';
import { bind, importOld, prepareMerge, undoTokenOf } from '#server/testing/people/legacy.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

const declared: readonly AnyTable[] = allTables;

let stage: LifeStage;
let empty: TestDatabase;
let life: Living;
let copy: CopiedFiles;

beforeAll(async () => {
  stage = await openLifeStage();
  life = await liveFully(stage);
  await signUp(stage.app);
  copy = await rowsOfAccount(stage.app.db, life.accountId, stage.app.wiring.keyring);
  empty = await openTestDatabase();
}, 120_000);

afterAll(async () => {
  await stage.close();
  await empty.close();
});

describe('the copy of a full life', () => {
  it('has a value of every column that a copy has', () => {
    const missing = copiedTopics(declared).flatMap(({ topic, tables }) =>
      tables.flatMap(({ table, columns }) => {
        const rows = copy[topic]?.[table.name] ?? [];
        return columns
          .filter(([name]) => rows.every((row) => row[name] === null || row[name] === undefined))
          .map(([name]) => `${table.name}.${name}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('has every value that is known of the person, but what only the server can read', () => {
    const text = JSON.stringify(copy);
    const absent = Object.entries(life.known).flatMap(([name, value]) => (text.includes(JSON.stringify(value).slice(1, -1)) ? [] : [name]));
    expect(absent.toSorted()).toEqual(onlyForTheServer);
  });

  it('has no value of a column that is secret, derived or sealed', async () => {
    const text = JSON.stringify(copy);
    const rows = rowsSince(new Map(), await readAllRows(stage.app));
    const leaked = declared.flatMap((table) => {
      const copied = new Set([...personalColumns(table)].flatMap(([name, { as }]) => (as === undefined ? [] : [name])));
      const hidden = Object.keys(table.columns).filter((name) => !copied.has(name));
      return (rows.get(table.name) ?? []).flatMap((row) =>
        hidden.flatMap((name) => {
          const value = row[name];
          return typeof value === 'string' && value.length >= 20 && text.includes(value) ? [`${table.name}.${name}`] : [];
        }),
      );
    });
    expect([...new Set(leaked)].filter((column) => !(column in seenElsewhere))).toEqual([]);
  });

  it('is the same account in an empty installation', async () => {
    const accountId = await importCopy(empty.db, copy);
    expect(inOrder(await rowsOfAccount(empty.db, accountId))).toEqual(inOrder(copy));
    const found = await empty.db.q().selectFrom('identifiers').select('account_id').where('value', '=', life.phone).executeTakeFirst();
    expect(found?.account_id).toBe(accountId);
  });
});

/** Sealed: a platform's token, and what a legacy account still has. The cookie of a browser is named only by its hash. */
const onlyForTheServer: readonly string[] = ['legacyName', 'oldPhone', 'platformToken', 'qrVisitor'];

/** Values that the copy has from another column, with the reason. */
const seenElsewhere: Readonly<Record<string, string>> = {
  'documents.digest': 'what was accepted is named by it',
  'identifiers.value': 'what was written, in one spelling',
  'known_browsers.browser': 'ways are named by their browser',
  'former_ways.root': 'the name of a way',
  'passkeys.id': 'in the detail of an event',
  'sessions.ways': 'names of ways',
  'proofs.way': 'names of ways',
  'activity.known_browser': 'ways are named by their browser',
  'page_tickets.ways': 'names of ways',
  'app_versions.open': 'the id of the app while it waits',
  'signal_streams.client_id': 'the id of an app',
  'legacy_accounts.id': 'in the detail of an event',
  'legacy_merges.legacy_id': 'in the detail of an event',
  'upgrade_tickets.subject': 'the id of a legacy account, in the detail of an event',
};

/** Random lives had one of them in a thousand. */
it('of an account whose merge was undone is the same account in an empty installation', async () => {
  const { app } = stage;
  const person = await signUp(app);
  const old = await importOld(app);
  const browser = app.newBrowser();
  const proven = await prepareMerge(app, browser, { old, target: person.contact });
  const choices = { phone: 'target', username: 'legacy', nickname: 'legacy', realName: 'legacy' };
  must(await bind(browser, { step: 'merge', ...proven, choices }));
  must(await app.newBrowser().post('/register/undobinddeepin', { token: await undoTokenOf(app, person.contact) }));
  const rows = await rowsOfAccount(app.db, await accountIdOf(app, person.contact), app.wiring.keyring);
  expect(rows['legacy']).toMatchObject({ legacy_accounts: [], legacy_merges: [{}] });
  expect(inOrder(await rowsOfAccount(empty.db, await importCopy(empty.db, rows)))).toEqual(inOrder(rows));
});

/** `npm run copies -w lab` does it a thousand times. */
it('of random lives are the same accounts in an empty installation', { timeout: 120_000 }, async () => {
  const rig = await openLifeRig();
  try {
    await rig.lead(3, { maxSteps: 12 });
    const { db, wiring } = rig.system.app;
    for (const { id } of await db.q().selectFrom('accounts').select('id').where('state', '!=', 'purged').execute()) {
      const rows = await rowsOfAccount(db, id, wiring.keyring);
      const other = await openTestDatabase();
      try {
        expect(inOrder(await rowsOfAccount(other.db, await importCopy(other.db, rows)))).toEqual(inOrder(rows));
      } finally {
        await other.close();
      }
    }
  } finally {
    await rig.close();
  }
});
