import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { day } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { newRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { AdminError } from '#server/admin/admin-command.ts';
import { runSignals } from './signals.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

const run = (...args: readonly string[]) => runSignals({ db: app.db, keyring: app.wiring.keyring, clock: app.clock }, ['signals', ...args]);

it('streams are added, listed, paused, resumed and replayed under the same ids', async () => {
  const party = await newRelyingParty(app);
  const added = await run('add', party.clientId, '--webhook', 'http://127.0.0.1:9/hook');
  const id = /^Added (\S+)\./.exec(added)?.[1] ?? '';
  expect(added).toMatch(/whsec_[\w+/]{43}=$/);
  expect(await run('list')).toContain(`${id}\t${party.clientId}\twebhook\thttp://127.0.0.1:9/hook\tenabled\t1 waiting\tnot verified`);
  expect(await run('list')).not.toContain('whsec_');
  expect(await run('pause', id, '--reason', 'a leak')).toContain('Paused');
  const { browser } = await signUp(app);
  await signInTo(app, browser, { party });
  await browser.post('/logout', {});
  const rows = createSignalRows({ db: app.db, keyring: app.wiring.keyring });
  const waiting = () => rows.waiting({ streamId: id, at: app.clock.now(), limit: 10 });
  const ids = async () => (await waiting()).map((one) => one.id).toSorted();
  const before = await ids();
  expect(before).toHaveLength(2);
  await app.db.q().deleteFrom('signals').where('id', '=', 'nobody').execute();
  await run('resume', id);
  const from = new Date(app.clock.now() - day).toISOString();
  expect(await run('replay', id, '--from', from)).toContain('0 events');
  const until = new Date(app.clock.now() + day).toISOString();
  expect(await run('replay', id, '--from', from, '--to', until)).toContain('2 events');
  expect(await ids()).toEqual(before);
});

it.each([['pause', 'nobody'], ['replay', 'nobody'], ['add', 'nobody', '--webhook', 'https://app.example.com/'], ['stop', 'x'], []])(
  'signals %s %s is refused',
  async (...args) => {
    await expect(run(...args)).rejects.toThrow(AdminError);
  },
);
