import { zeroCode } from '#contract/fixtures/codes.ts';
import { day } from '#server/platform/clock.ts';
import { askDeletion, mailedWithdrawal, withdrawWith } from '#server/testing/people/deletion.ts';
import { begin, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { sendVisitorCode, visitorCode } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { ok, signIn, word, type Living } from './living.ts';

/** Requests the deletion with a reason, and withdraws it. */
export async function changeMind(app: TestApp, living: Living): Promise<void> {
  await signIn(app, living);
  living.known['firstFeedback'] = word('feedback');
  await ok(askDeletion(living.browser, { password: living.password, detail: living.known['firstFeedback'] }));
  const mailed = await mailedWithdrawal(app, living.known['email'] ?? '');
  await ok(withdrawWith(app.newBrowser(), mailed?.ticket ?? ''));
}

/** Requests it again and gets a reminder; returns the due date. */
export async function leave(app: TestApp, living: Living): Promise<number> {
  await signIn(app, living);
  living.known['feedback'] = word('feedback');
  const { ticket } = await ok(living.browser.post<{ ticket: string }>('/delete/password', { password: living.password }));
  const { version } = await ok(living.browser.get<{ version: string }>('/agreement/deletion/latest'));
  const reasons = { channel: 'email', reason: 'privacy', detail: living.known['feedback'], agreement: version };
  const { dueAt } = await ok(living.browser.post<{ dueAt: string }>('/delete', { ticket, ...reasons }));
  await app.outbox(living.phone);
  app.clock.set(Date.parse(dueAt) - day);
  await app.wiring.jobs.deletions.run();
  return Date.parse(dueAt);
}

/** The last day: a look at the withdrawal page, wrong passwords, unused codes. */
export async function comeBackToLook(app: TestApp, { phone, password, known }: Living, party: TestRelyingParty): Promise<void> {
  const visitor = app.newBrowser();
  // Unfinished ways to an app and to a platform.
  const { url } = await begin(party);
  await visitor.raw({ method: 'GET', path: `${url.pathname}${url.search}` });
  await ok(visitor.get('/oauth2/platform/login/url?platform=wechat&redirect=%2Fdevice'));
  const answer = await visitor.post<{ withdrawTicket: string }>('/login/password', { account: phone, password });
  await ok(visitor.put('/account/unregister', { action: 'open' }, { 'x-token': answer.data.withdrawTicket }));
  const stranger = app.newBrowser();
  for (let tries = 0; tries < 10; tries += 1) {
    const validate = await stranger.solveCaptcha('login');
    await stranger.post('/login/password', { account: known['email'], password: 'wrong-Harbour-1', validate });
  }
  await sendVisitorCode(visitor, { contact: phone, scene: 'login' });
  await visitorCode(app, visitor, { contact: known['email'] ?? '', scene: 'reset' });
  await visitor.post('/login/code', { account: phone, code: zeroCode });
}
