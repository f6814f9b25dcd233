import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { zeroCode } from '#contract/fixtures/codes.ts';
import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { day } from '#server/platform/clock.ts';
import { signInCode } from '#server/testing/people/people.ts';
import { accountCode, askReset } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { ok, prove, signIn, word, type Living } from './living.ts';

/** Wrong codes, a message that does not arrive, and one that cannot leave. */
export async function meetTrouble(app: TestApp, { browser, phone, known }: Living): Promise<void> {
  await accountCode(app, browser, { contact: phone });
  for (let tries = 0; tries < 3; tries += 1) await browser.post('/account/auth', { method: 'phone', code: zeroCode });
  await signInCode(app, app.newBrowser(), phone);
  await browser.post('/account/auth', { method: 'password', password: 'wrong-1-wrong' });
  for (const guesser of [browser, app.newBrowser()]) await guesser.post('/login/password', { account: phone, password: 'wrong-1-wrong' });
  // Rows that only a provider's report, an outage or a hundred wrong passwords create.
  const at = app.clock.now();
  await sql`update password_guesses set paused_at = ${at - 90 * day}`.execute(app.db.q());
  await sql`update codes set failure = 'undelivered', failure_told_at = ${at} where tells_failure = 1 and used_at is null`.execute(
    app.db.q(),
  );
  const sealed = app.wiring.keyring.seal('outbox', JSON.stringify({ message: { channel: 'email', to: known['email'] }, discard: false }));
  const times = { created_at: at, not_before: at + 90 * day, expires_at: at + 91 * day, leased_until: at + 90 * day };
  await app.db
    .q()
    .insertInto('outbox')
    .values({ id: randomUUID(), channel: 'email', sealed, lane: 'notice', attempts: 1, ...times })
    .execute();
  await sql`update signals set tries = 1, leased_until = ${at}, done_at = ${at}, failure = 'status 500' where done_at is null`.execute(
    app.db.q(),
  );
  await sql`update outbox set counted_at = ${at} where counted_at is null`.execute(app.db.q());
}

/** Gets in by a claim that was canceled, and has a former way that a recovery dropped. */
export async function claim(app: TestApp, { accountId, browser }: Living): Promise<void> {
  const at = app.clock.now();
  await ok(browser.get('/account/metainfo'));
  await app.db
    .q()
    .insertInto('account_claims')
    .values({
      id: randomUUID(),
      account_id: accountId,
      kind: 'act',
      action: 'unbindEmail',
      target_hash: 'hash',
      way: 'email:1',
      shown: '["phone:1"]',
      roots: '["phone:1"]',
      opened_at: at,
      due_at: at + day,
      state: 'stopped',
      ended_at: at,
      place: '203.0.*.*',
      visitor: randomUUID(),
      told: 1,
    })
    .execute();
  const [former] = await app.db.q().selectFrom('former_ways').selectAll().where('account_id', '=', accountId).limit(1).execute();
  if (former !== undefined)
    await app.db
      .q()
      .insertInto('former_ways')
      .values({ ...former, id: randomUUID(), outcome: 'dropped' })
      .execute();
}

export async function recover(app: TestApp, living: Living): Promise<void> {
  const visitor = app.newBrowser();
  const { token } = await askReset(app, visitor, living.known['email'] ?? '');
  living.password = 'Harbour9-violet';
  await ok(visitor.post('/password/reset/reset_password/email', { token, newPassword: living.password }));
  await signIn(app, living);
  await prove(living);
  await ok(living.browser.post('/account/added/keep', {}));
  await signIn(app, living, living.known['username']);
}

/** A notice that waits, and the choice of notices. */
export async function keepNotices({ db, clock, wiring }: TestApp, { accountId }: Living): Promise<void> {
  const at = clock.now();
  const sealed = wiring.keyring.seal('outbox', JSON.stringify({ to: word('told') }));
  const told = { contact: word('contact'), channel: 'email', kind: 'newBrowser', weight: 'notice' } as const;
  const waits = { state: 'waiting', at, due_at: at + 400 * day, more: 2, sealed } as const;
  await db
    .q()
    .insertInto('notices')
    .values({ id: randomUUID(), account_id: accountId, ...told, ...waits })
    .execute();
  await db.q().insertInto('former_choices').values({ id: randomUUID(), account_id: accountId, stood_until: at, stood: '{}' }).execute();
  const chosen = {
    groups: JSON.stringify(usualChoice),
    held: JSON.stringify([{ until: at, groups: usualChoice }]),
    version: word('version'),
  };
  await db
    .q()
    .insertInto('notice_settings')
    .values({ account_id: accountId, ...chosen, changed_at: at })
    .execute();
}
