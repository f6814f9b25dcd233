import { expect, it, onTestFinished } from 'vitest';
import { limits } from '#contract/limits.ts';
import { day } from '#server/platform/clock.ts';
import { beginRecovery, protectedOwner } from '#server/testing/recovering.ts';
import { buildTestApp } from '#server/testing/test-app.ts';

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
