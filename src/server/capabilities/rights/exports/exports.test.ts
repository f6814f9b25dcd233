import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataTopics } from '#contract/vocabulary/kept-data.ts';
import type { CountedTopic } from './list-data.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface Shown extends Omit<CountedTopic, 'since'> {
  readonly since: string | null;
}

async function topicsOf(browser: TestBrowser): Promise<readonly Shown[]> {
  const { code, data, text } = await browser.get<{ topics: readonly Shown[] }>('/account/data');
  if (code !== 200) throw new Error(text);
  return data.topics;
}

const find = (topics: readonly Shown[], name: string) => topics.find(({ topic }) => topic === name);

describe('what is kept of an account', () => {
  it('has every topic with its reason and its time, and counts only the own rows', async () => {
    const [one, other] = [await signUp(app), await signUp(app)];
    await app.newBrowser().post('/login/password', { account: other.contact, password: other.password });
    const topics = await topicsOf(one.browser);
    expect(topics.map(({ topic }) => topic)).toEqual(dataTopics.filter((topic) => find(topics, topic) !== undefined));
    expect(find(topics, 'sessions')).toMatchObject({ basis: 'security', until: { kind: 'account' }, file: 'data/sessions.json' });
    const [mine, theirs] = [find(topics, 'sessions'), find(await topicsOf(other.browser), 'sessions')];
    expect(theirs?.count).toBeGreaterThan(mine?.count ?? Infinity);
    expect(Date.parse(mine?.since ?? '')).toBeLessThanOrEqual(app.clock.now());
  });

  it('counts what a person has written into the profile', async () => {
    const { browser } = await signUp(app);
    const count = async () => find(await topicsOf(browser), 'profile')?.count ?? 0;
    const before = await count();
    expect(await browser.post('/userinfo', { signature: 'hello', gender: 1, birthday: '1990-01-02' })).toMatchObject({ code: 200 });
    expect(await count()).toBe(before + 3);
  });

  it('says which things no copy has', async () => {
    const { browser } = await signUp(app);
    const items = find(await topicsOf(browser), 'account')?.items ?? [];
    expect(items.find(({ thing }) => thing === 'password')).toMatchObject({ form: 'derived' });
    expect(items.find(({ thing }) => thing === 'contacts')).toMatchObject({ form: 'copied' });
  });

  it('keeps the trail as long as its operator has set', async () => {
    const { browser } = await signUp(app);
    const items = find(await topicsOf(browser), 'security')?.items ?? [];
    expect(items.find(({ thing }) => thing === 'eventDetails')).toMatchObject({
      basis: 'law',
      until: { kind: 'law', days: app.config.retention.auditDays },
    });
  });

  it('is shown to nobody without a session', async () => {
    expect(await app.newBrowser().get('/account/data')).toMatchObject({ code: 401 });
  });
});
