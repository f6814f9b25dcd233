// @one-database
import { expect, it, onTestFinished } from 'vitest';
import { limits } from '#contract/limits.ts';
import { day, minute } from '#server/platform/clock.ts';
import { goodPassword } from '#server/testing/people/people.ts';
import { askReset, sendVisitorCode } from '#server/testing/people/proving.ts';
import { beginRecovery, protectedOwner, type Owner } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

it('in a flood of recoveries that wait, only browsers that an account knows open one', async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  const [owner, other] = [await protectedOwner(app), await protectedOwner(app)];
  const claim = async (begun: Awaited<ReturnType<typeof beginRecovery>>) => begun.browser.post('/recovery/claim', { ticket: begun.ticket });
  expect(await claim(await beginRecovery(app, other.phone))).toMatchObject({ code: 200 });
  // Of all other people of the site.
  const { limiter, rateFactor } = app.wiring.core.gate;
  const take = { key: 'waiting recoveries', limit: limits.waitingRecoveriesPerDay * rateFactor, windowMs: day };
  let opened = 1;
  while ((await limiter.take([take])).ok) opened += 1;
  expect(opened).toBe(take.limit);
  const refused = await claim(await beginRecovery(app, owner.phone));
  expect(refused).toMatchObject({ status: 429, code: 429 });
  expect(await app.db.q().selectFrom('account_claims').select('id').where('account_id', '=', owner.id).execute()).toEqual([]);
  expect((await app.outbox(owner.email)).map(({ scene }) => scene)).not.toContain('claimOpened');
  await owner.browser.post('/logout', {});
  expect(await claim(await beginRecovery(app, owner.phone, owner.browser))).toMatchObject({ code: 200 });
});

/** Spends the ways back of a day by the email of an owner. */
async function spendTickets(app: TestApp, owner: Owner): Promise<void> {
  const { evidence, identity, gate } = app.wiring.core;
  const account = await identity.accounts.findById(owner.id);
  if (account === undefined) throw new Error('no account');
  await beginRecovery(app, owner.email);
  // As often as codes and passwords allow it.
  const again = async () =>
    evidence.signInTickets.issue({ visitor: 'somebody' }, { account, purpose: 'recover', shown: [evidence.wayShown(account, 'email')] });
  for (let others = 1; others < limits.recoveryTicketsPerDay * gate.rateFactor; others += 1) await again();
}

it('one way of an account opens ten ways back in a day, and leaves those of another way alone', async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  const owner = await protectedOwner(app);
  await spendTickets(app, owner);
  const browser = app.newBrowser();
  const { code } = await askReset(app, browser, owner.email);
  const reset = { email: owner.email, code, newPassword: goodPassword };
  const refused = await browser.post('/password/reset/reset_password/email', reset);
  expect(refused).toMatchObject({ status: 429, code: 429, data: { retryAfter: expect.any(Number) } });
  await beginRecovery(app, owner.phone);
  app.clock.advance(2 * day);
  await beginRecovery(app, owner.email);
});

it('refuses no freeze after ten ways back', async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  const owner = await protectedOwner(app);
  await spendTickets(app, owner);
  app.clock.advance(minute);
  const browser = app.newBrowser();
  expect(await sendVisitorCode(browser, { contact: owner.email, scene: 'freeze' })).toMatchObject({ code: 200 });
  const body = { account: owner.email, code: await app.codeFor(owner.email) };
  expect(await browser.post('/freeze', body)).toMatchObject({ code: 200, data: { ticket: expect.any(String) } });
});
