import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { newRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let party: TestRelyingParty;
let browser: TestBrowser;
const forgivenMs = 10_000;

beforeAll(async () => {
  app = await buildListeningApp();
  party = await newRelyingParty(app, { kind: 'browser' });
  ({ browser } = await signUp(app));
});

afterAll(async () => {
  await app.close();
});

const signIn = async () => signInTo(app, browser, { party, params: { scope: 'openid profile offline_access', prompt: 'consent' } });

/** The next token, or undefined for a refusal. */
async function refresh(token: string | undefined): Promise<string | undefined> {
  try {
    return (await client.refreshTokenGrant(party.config, token ?? '')).refresh_token;
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return undefined;
    throw error;
  }
}

/** Whether an access token still reads. */
async function reads(token: string): Promise<boolean> {
  return client.fetchUserInfo(party.config, token, client.skipSubjectCheck).then(
    () => true,
    () => false,
  );
}

/** The rule: a family is a chain, and an older token comes again within ten seconds while its successor is unused. */
class Family {
  readonly tokens: string[];
  private readonly usedAt: number[] = [];
  private isOver = false;

  constructor(first: string) {
    this.tokens = [first];
  }

  /** The place of the next token in the chain, or undefined for a refusal. */
  use(place: number, at: number): number | undefined {
    const used = this.usedAt[place];
    const isRight = used === undefined || (at - used < forgivenMs && this.usedAt[place + 1] === undefined);
    if (!isRight) this.isOver = true;
    if (this.isOver) return undefined;
    this.usedAt[place] ??= at;
    return place + 1;
  }
}

describe('a refresh token of a public app', () => {
  const gaps = [forgivenMs / 2 - 1, forgivenMs];
  /** Each step uses a token that is so many younger ones away from the newest, after a gap. */
  const steps = [0, 1, 2].flatMap((age) => gaps.map((gap) => ({ age, gap })));
  const walks = steps.flatMap((second) => steps.map((third) => [{ age: 0, gap: 0 }, second, third]));

  it('has one live successor, whichever known token comes when', { timeout: 30_000 }, async () => {
    for (const walk of walks) {
      const family = new Family((await signIn()).refresh_token ?? '');
      for (const { age, gap } of walk) {
        app.clock.advance(gap);
        const place = Math.max(0, family.tokens.length - 1 - age);
        const next = family.use(place, app.clock.now());
        const answer = await refresh(family.tokens[place]);
        const story = JSON.stringify(walk);
        expect(answer !== undefined, story).toBe(next !== undefined);
        if (next === undefined || answer === undefined) continue;
        family.tokens[next] ??= answer;
        expect(answer, story).toBe(family.tokens[next]);
      }
    }
  });

  it.each([
    ['the owner', 0],
    ['the thief', 1],
  ])('that two hold serves neither, when %s comes first and both come again', async (_who, first) => {
    const stolen = (await signIn()).refresh_token ?? '';
    const held: (string | undefined)[] = [stolen, stolen];
    for (const turn of [first, 1 - first, first, 1 - first]) {
      held[turn] = (await refresh(held[turn])) ?? held[turn];
      app.clock.advance(forgivenMs);
    }
    expect([await refresh(held[0]), await refresh(held[1])]).toEqual([undefined, undefined]);
  });

  it('is one token for sixteen callers at once, and all continue', async () => {
    const first = await signIn();
    const all = await Promise.all(Array.from({ length: 16 }, () => client.refreshTokenGrant(party.config, first.refresh_token ?? '')));
    expect(new Set(all.map((one) => one.refresh_token)).size).toBe(1);
    const [one] = all;
    expect(one?.refresh_token).not.toBe(first.refresh_token);
    for (const { access_token: token } of all) expect(await reads(token)).toBe(true);
    expect(await refresh(one?.refresh_token)).toBeDefined();
    // The successor was received: nobody lost an answer.
    expect(await refresh(first.refresh_token)).toBeUndefined();
    expect(await reads(one?.access_token ?? '')).toBe(false);
  });
});
