// @one-database
import { asOwn } from '#server/core/account/identifiers/contact.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { second } from '#server/platform/clock.ts';
import { createLanes } from '#server/platform/sending/outbox/lanes.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { createOutboxWorker } from '#server/platform/sending/outbox/outbox-worker.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { messagePurpose } from './message-purpose.ts';

let core: TestCore;

beforeEach(async () => {
  core = await openTestCore();
});

afterEach(async () => {
  await core.close();
});

async function changePassword(to: string) {
  const account = await core.account({ email: to });
  await core.notices.sendChange({
    account,
    event: 'passwordChanged',
    to: asOwn('email', to),
    from: '203.0.113.7',
  });
  return account;
}

const listed = () => core.db.q().selectFrom('sent_messages').select(['account_id', 'kind', 'state']).execute();

it('lets no message leave that cannot be listed', async () => {
  await sql`alter table sent_messages rename to hidden`.execute(core.db.q());
  const { id } = await changePassword('a@example.com');
  expect(await core.sentTo('a@example.com')).toEqual([]);
  await sql`alter table hidden rename to sent_messages`.execute(core.db.q());
  core.clock.advance(2 * second);
  expect(await core.sentTo('a@example.com')).toHaveLength(1);
  expect(await listed()).toEqual([{ account_id: id, kind: 'passwordChanged', state: 'sent' }]);
});

it('lists nothing of an account that is erased', async () => {
  await core.db.tx(async () => {
    const { id } = await changePassword('a@example.com');
    await sql`update accounts set state = 'purged' where id = ${id}`.execute(core.db.q());
  });
  expect(await core.sentTo('a@example.com')).toHaveLength(1);
  expect(await listed()).toEqual([]);
});

it('says which messages a limit holds back', async () => {
  const { db, keyring, clock, limiter, accounts } = core;
  const unused = { send: () => Promise.reject(new Error('nothing may leave')), close: () => Promise.resolve() };
  const queue = createOutboxQueue({ db, keyring, clock });
  const worker = createOutboxWorker({
    db,
    queue,
    clock,
    lanes: createLanes({ limiter, smsPerDay: 0, rateFactor: 0 }),
    mail: unused,
    sms: unused,
    purpose: messagePurpose({ db, clock, accounts }),
    log: { warn: () => undefined, error: () => undefined },
  });
  await core.account({ phone: '13800138000' });
  const message = { channel: 'sms', to: '13800138000', scene: 'login', language: 'en_US', text: 'x' } as const;
  await queue.put({ message, lane: 'notice', discard: false, expiresAt: clock.now() + 60_000 });
  await worker.drain();
  expect(await listed()).toMatchObject([{ kind: 'login', state: 'held' }]);
  await worker.close();
});
