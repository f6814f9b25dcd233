// @one-database
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#server/platform/clock.ts';
import { freshPhone, signUp } from '#server/testing/people/people.ts';
import { accountCode } from '#server/testing/people/proving.ts';
import { beginRecovery, protectedOwner, type Owner, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

/** What a protected account takes, and what it had before. */

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
});

afterAll(async () => {
  await app.close();
});

type Given = { readonly methods: readonly { readonly method: string }[]; readonly have: unknown; readonly need: unknown };

const byPassword = ({ browser, password }: Owner, action: string, target?: string) =>
  browser.post('/account/auth', { method: 'password', password, action, ...(target === undefined ? {} : { target }) });

async function byCode(owner: Owner, contact: string, { action, target }: { readonly action: string; readonly target?: string }) {
  const code = await accountCode(app, owner.browser, { contact });
  const method = contact.includes('@') ? 'email' : 'phone';
  return owner.browser.post('/account/auth', { method, code, action, ...(target === undefined ? {} : { target }) });
}

/** Replaces the password by the old one, as long as the account is an ordinary one: what its own root took out is former. */
async function replacePassword({ browser, id, password }: Owner): Promise<void> {
  const protect = (at: number | null) => sql`update accounts set two_step_at = ${at} where id = ${id}`.execute(app.db.q());
  await protect(null);
  const change = { oldPassword: password, newPassword: 'stolen-9-Harbour' };
  expect(await browser.post('/password/update', change)).toMatchObject({ code: 200 });
  await protect(app.clock.now());
}

describe('a removal from a protected account', () => {
  it('takes two ways from different devices, and spends both', async () => {
    const owner = await protectedOwner(app);
    const { browser } = owner;
    const refused = await browser.post<Given>('/update/email', { email: '' });
    expect(refused).toMatchObject({ code: 3001, data: { have: [], need: { strength: 1, independent: true } } });
    expect(await byPassword(owner, 'unbindEmail')).toMatchObject({
      code: 200,
      data: { have: expect.arrayContaining([{ family: 'password', root: 'password' }]), need: { independent: true } },
    });
    const second = await browser.post<Given>('/update/email', { email: '' });
    expect(second.code).toBe(3001);
    // The mailbox is on the same computer.
    expect(second.data.methods.map(({ method }) => method)).toEqual(['totp', 'phone', 'recovery']);
    expect(await byCode(owner, owner.phone, { action: 'unbindEmail' })).toMatchObject({ code: 200 });
    expect(await browser.post('/update/email', { email: '' })).toMatchObject({ code: 200 });
    const given = await app.db
      .q()
      .selectFrom('proofs')
      .select('spent_at')
      .where('account_id', '=', owner.id)
      .where('action', '=', 'unbindEmail')
      .execute();
    expect(given.map((row) => row.spent_at !== null)).toEqual([true, true]);
  });

  it('counts no browser, however long it is known', async () => {
    const owner = await protectedOwner(app);
    await app.db
      .q()
      .updateTable('known_browsers')
      .set({ first_at: app.clock.now() - 460 * day })
      .where('account_id', '=', owner.id)
      .execute();
    expect(await byPassword(owner, 'unbindEmail')).toMatchObject({ data: { have: [{ family: 'password', root: 'password' }] } });
    expect(await owner.browser.post('/update/email', { email: '' })).toMatchObject({ code: 3001 });
  });

  it('has one winner of sixteen, and two sets are needed for two removals', async () => {
    const owner = await protectedOwner(app);
    await byPassword(owner, 'unbindEmail');
    await byCode(owner, owner.phone, { action: 'unbindEmail' });
    const answers = await Promise.all(Array.from({ length: 16 }, () => owner.browser.post('/update/email', { email: '' })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('of the last phone and email is still refused', async () => {
    const owner = await protectedOwner(app);
    await byPassword(owner, 'unbindEmail');
    await byCode(owner, owner.phone, { action: 'unbindEmail' });
    await owner.browser.post('/update/email', { email: '' });
    expect(await owner.browser.post('/update/phone', { phone: '' })).toMatchObject({ code: 3006 });
  });
});

describe('a password that somebody replaced', () => {
  it('still recovers for 45 days, and signs nobody in', async () => {
    const owner = await protectedOwner(app);
    const { password } = owner;
    await replacePassword(owner);
    expect(await app.newBrowser().post('/login/password', { account: owner.phone, password })).toMatchObject({ code: 3007 });
    const begun = await beginRecovery(app, owner.phone);
    const { data } = await begun.browser.post<RecoveryAnswer>('/recovery/prove', { ticket: begun.ticket });
    expect(data.methods).toContainEqual(expect.objectContaining({ method: 'password', former: true, together: 'independent' }));
    const proof = { ticket: begun.ticket, method: 'password', former: true, password };
    expect(await begun.browser.post('/recovery/prove', proof)).toMatchObject({ data: { independence: 'independent' } });
    app.clock.advance(45 * day);
    const late = await beginRecovery(app, owner.phone);
    const later = await late.browser.post<RecoveryAnswer>('/recovery/prove', { ticket: late.ticket });
    expect(later.data.methods.some(({ former }) => former)).toBe(false);
  });

  it('stands in the list of ways, with the day until which it recovers', async () => {
    const owner = await protectedOwner(app);
    await replacePassword(owner);
    const { data } = await owner.browser.get<readonly { family: string; former: { until: string } | null }[]>('/ways');
    const former = data.filter((way) => way.former !== null);
    expect(former).toMatchObject([{ family: 'password' }]);
    expect(Date.parse(former[0]?.former?.until ?? '')).toBe(app.clock.now() + 45 * day);
    expect(JSON.stringify(data)).not.toContain('argon');
  });
});

describe('a phone that its owner calls lost', () => {
  async function change(owner: Pick<Owner, 'browser' | 'phone'>): Promise<string> {
    const phone = freshPhone();
    const code = await accountCode(app, owner.browser, { contact: phone, scene: 'bind' });
    expect(await owner.browser.post('/update/phone', { phone, code, lost: true })).toMatchObject({ code: 200 });
    const told = (await app.outbox(owner.phone)).find(({ scene }) => scene === 'phoneChanged');
    return `${told?.link ?? ''} ${told?.text ?? ''}`;
  }

  it('is told of its change by two ways without a link that acts', async () => {
    const owner = await protectedOwner(app);
    await byPassword(owner, 'changePhone');
    await byCode(owner, owner.phone, { action: 'changePhone' });
    const told = await change(owner);
    expect(told).toContain('/freeze');
    expect(told).not.toContain('/n#');
  });

  it('keeps its link where only one way says so', async () => {
    const { browser, contact, password } = await signUp(app);
    expect(await browser.post('/account/auth', { method: 'password', password, action: 'changePhone' })).toMatchObject({ code: 200 });
    expect(await change({ browser, phone: contact })).toContain('/n#');
  });
});

describe('a phone that two independent ways took out', () => {
  it('is void: it recovers nothing, and is told of nothing', async () => {
    const owner = await protectedOwner(app);
    const phone = freshPhone();
    await byPassword(owner, 'changePhone', phone);
    await byCode(owner, owner.phone, { action: 'changePhone', target: phone });
    const code = await accountCode(app, owner.browser, { contact: phone, scene: 'bind' });
    expect(await owner.browser.post('/update/phone', { phone, code })).toMatchObject({ code: 200 });
    const begun = await beginRecovery(app, owner.email);
    const { data } = await begun.browser.post<RecoveryAnswer>('/recovery/prove', { ticket: begun.ticket });
    expect(data.methods.filter(({ former }) => former)).toEqual([]);
    await begun.browser.post('/recovery/claim', { ticket: begun.ticket });
    expect((await app.outbox(owner.phone)).filter(({ scene }) => scene === 'claimOpened')).toEqual([]);
    expect((await app.outbox(phone)).filter(({ scene }) => scene === 'claimOpened')).toHaveLength(1);
  });
});
