/** Separate consents (3022): for sensitive items of the profile, and for apps whose data leaves the country. */
import { refreshTokenGrant } from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { purposes, sensitiveVersion, type Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import { bind, importOld, prepareMerge } from '#server/testing/people/legacy.ts';
import { authorize, begin, newRelyingParty, open, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
/** The apps abroad; tests add their own. */
const clients: string[] = [];
const facts = forEveryLanguage((language) => ({
  recipient: `Cedar Cloud ${language}`,
  contact: 'privacy@cloud.example',
  purpose: 'notes',
  manner: 'stored',
  kinds: 'nickname',
  rights: 'write',
}));
const crossBorder = { version: '2026-11-01', clients, facts };

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000, sensitiveItems: ['birthday', 'gender'], crossBorder } });
  await app.listen();
});

afterAll(async () => {
  await app.close();
});

interface Choice {
  readonly purpose: Purpose;
  readonly given: boolean;
  readonly version: string;
  readonly transfer: object | null;
  readonly ends: { readonly apps: readonly string[]; readonly item: boolean };
}

async function choiceOf(browser: TestBrowser, purpose: Purpose): Promise<Choice | undefined> {
  const { choices } = (await browser.get<{ choices: Choice[] }>('/account/choices')).data;
  return choices.find((choice) => choice.purpose === purpose);
}

const choose = (browser: TestBrowser, body: Readonly<Record<string, unknown>>) => browser.post<Choice>('/account/choices', body);
const birthday = { purpose: 'sensitive.birthday', version: sensitiveVersion };
const abroad = { purpose: 'abroad', version: crossBorder.version };

async function ledgerOf(contact: string) {
  const rows = await app.db
    .q()
    .selectFrom('consent_ledger')
    .select(['act', 'type', 'channel', 'digest'])
    .where('account_id', '=', await accountIdOf(app, contact))
    .where('publication', '=', 0)
    .orderBy('at')
    .orderBy('act')
    .execute();
  return rows.map(({ digest, ...row }) => ({ ...row, hasDigest: digest !== '' }));
}

describe('a sensitive item of the profile', () => {
  const save = (browser: TestBrowser, items: Readonly<Record<string, unknown>>) => browser.post<{ birthday: string }>('/userinfo', items);

  it('is saved after a separate consent, and erased with its withdrawal, which says so first', async () => {
    const { browser, contact } = await signUp(app);
    const refusal = { code: 3022, data: { purpose: 'sensitive.birthday', version: sensitiveVersion } };
    expect(await save(browser, { birthday: '1990-01-02', signature: 'hello' })).toMatchObject(refusal);
    // Nothing of the change was saved; items of every other kind, and the removal of this one, need nobody's consent.
    expect((await browser.get('/account/metainfo')).data).toMatchObject({ signature: '' });
    expect(await save(browser, { birthday: '', signature: 'hello' })).toMatchObject({ code: 200 });

    expect(await choose(browser, { ...birthday, given: true })).toMatchObject({ code: 200, data: { given: true, ends: { item: false } } });
    expect(await save(browser, { birthday: '1990-01-02' })).toMatchObject({ code: 200, data: { birthday: '1990-01-02' } });
    expect(await save(browser, { gender: 1 })).toMatchObject({ code: 3022, data: { purpose: 'sensitive.gender' } });

    expect(await choose(browser, { ...birthday, given: false })).toMatchObject({ code: 3022, data: { ends: { item: true } } });
    expect((await browser.get('/account/metainfo')).data).toMatchObject({ birthday: '1990-01-02' });
    for (let times = 0; times < 2; times += 1)
      expect(await choose(browser, { ...birthday, given: false, confirm: true })).toMatchObject({ code: 200, data: { given: false } });
    expect((await browser.get('/account/metainfo')).data).toMatchObject({ birthday: '', signature: 'hello' });
    const row = { type: 'sensitive.birthday', channel: 'sheet', hasDigest: false };
    expect(await ledgerOf(contact)).toEqual([
      { act: 'given', ...row },
      { act: 'withdrawn', ...row },
    ]);
  });

  it('needs the consent to the present text', async () => {
    const { browser, contact } = await signUp(app);
    expect(await choose(browser, { ...birthday, version: '2020-01-01', given: true })).toMatchObject({ code: 3010 });
    await choose(browser, { ...birthday, given: true });
    const accountId = await accountIdOf(app, contact);
    await app.db
      .q()
      .updateTable('choices')
      .set({ version: '2020-01-01' } as object)
      .where('account_id', '=', accountId)
      .execute();
    expect(await choiceOf(browser, 'sensitive.birthday')).toMatchObject({ given: false, version: sensitiveVersion });
    expect(await save(browser, { birthday: '1990-01-02' })).toMatchObject({ code: 3022 });
    expect(await choose(browser, { ...birthday, given: true })).toMatchObject({ code: 200, data: { given: true } });
    expect(await save(browser, { birthday: '1990-01-02' })).toMatchObject({ code: 200 });
  });

  it('does not move with a legacy account', async () => {
    const person = await signUp(app);
    const old = await importOld(app);
    const browser = app.newBrowser();
    const everything = { phone: 'legacy', username: 'legacy', nickname: 'legacy', realName: 'legacy' } as const;
    const body = { step: 'merge', ...(await prepareMerge(app, browser, { old, target: person.contact })), choices: everything };
    expect(await bind(browser, body)).toMatchObject({ code: 200 });
    const row = await app.db
      .q()
      .selectFrom('accounts')
      .select(['birthday', 'gender', 'real_name'])
      .where('id', '=', await accountIdOf(app, old.phone))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ birthday: null, gender: 0 });
    expect(row.real_name).not.toBe('');
  });
});

describe('an app whose data leaves the country', () => {
  const offline = { scope: 'openid profile offline_access', prompt: 'consent' };

  async function appAbroad(): Promise<TestRelyingParty> {
    const party = await newRelyingParty(app);
    clients.push(party.clientId);
    return party;
  }

  it('is allowed after a separate consent, and loses all access with its withdrawal, which names it first', async () => {
    const [party, other] = [await appAbroad(), await newRelyingParty(app)];
    const { browser, contact } = await signUp(app);
    const stop = await open(app, browser, (await begin(party)).url);
    const uid = stop.url.searchParams.get('interaction') ?? '';
    const allow = () => browser.post(`/openid/interaction/${uid}/allow`, { scopes: ['profile'] });
    expect(await allow()).toMatchObject({ code: 3022, data: { purpose: 'abroad', version: '2026-11-01' } });
    expect(await choiceOf(browser, 'abroad')).toMatchObject({ given: false, transfer: facts.zh_CN });
    await choose(browser, { ...abroad, given: true });
    expect(await allow()).toMatchObject({ code: 200 });
    const tokens = await signInTo(app, browser, { party, params: offline });
    const others = await signInTo(app, browser, { party: other, params: offline });

    expect(await choose(browser, { ...abroad, given: false })).toMatchObject({ code: 3022, data: { ends: { apps: ['测试应用'] } } });
    expect(await choose(browser, { ...abroad, given: false, confirm: true })).toMatchObject({ code: 200, data: { given: false } });
    await expect(refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(refreshTokenGrant(other.config, others.refresh_token ?? '')).resolves.toBeDefined();
    const row = { type: 'abroad', channel: 'sheet', hasDigest: true };
    expect(await ledgerOf(contact)).toEqual([
      { act: 'given', ...row },
      { act: 'withdrawn', ...row },
    ]);
    // Given again, it opens nothing that has ended: the app asks from the beginning.
    await choose(browser, { ...abroad, given: true });
    await expect(refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await open(app, browser, (await begin(party)).url)).url.pathname).toBe('/consent');
    expect((await open(app, browser, (await begin(other)).url)).url.origin).toBe('https://app.example.com');
  });

  it('that was allowed before the operator said so gets no token, and asks again', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const tokens = await signInTo(app, browser, { party, params: offline });
    expect((await open(app, browser, (await begin(party)).url)).url.origin).toBe('https://app.example.com');
    clients.push(party.clientId);
    await expect(refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await open(app, browser, (await begin(party)).url)).url.pathname).toBe('/consent');
    const { url } = await open(app, browser, (await begin(party, { prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('consent_required');
    await choose(browser, { ...abroad, given: true });
    await expect(authorize(app, browser, { party })).resolves.toBeDefined();
  });

  it('of the operator’s own asks as well', async () => {
    const party = await newRelyingParty(app, { firstParty: true });
    clients.push(party.clientId);
    const { browser } = await signUp(app);
    expect((await open(app, browser, (await begin(party)).url)).url.pathname).toBe('/consent');
    await choose(browser, { ...abroad, given: true });
    expect((await open(app, browser, (await begin(party)).url)).url.origin).toBe('https://app.example.com');
  });
});

it('a purpose that the operator does not ask for is unknown', async () => {
  const { browser } = await signUp(app);
  const listed = (await browser.get<{ choices: Choice[] }>('/account/choices')).data.choices.map(({ purpose }) => purpose);
  expect(listed).toEqual(['mail', 'diagnostics', 'abroad', 'sensitive.birthday', 'sensitive.gender']);
  for (const purpose of purposes.filter((one) => !listed.includes(one)))
    expect(await choose(browser, { purpose, version: sensitiveVersion, given: true })).toMatchObject({ code: 404 });
});
