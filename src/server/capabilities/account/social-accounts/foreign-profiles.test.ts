// @one-database
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { freshPhone } from '#server/testing/people/people.ts';
import { visitorCode } from '#server/testing/people/proving.ts';
import { simulatedSocial, visitPlatform } from '#server/testing/people/social.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { brokenProfiles, quotedPerson } from '#simulators/broken-profiles.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';

let app: TestApp;
let simulators: Simulators;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-profiles-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  app = await buildTestApp({ config: { rateFactor: 1000, social: simulatedSocial(simulators, folder) } });
});

afterAll(async () => {
  await app.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

const someone = () => `p${randomInt(1_000_000_000)}`;
const nameOf = (person: string) => `山雀_${person}`;

interface CameBack {
  readonly account?: AccountView;
  readonly platform_key: string;
  readonly name: string;
}

async function comeBack(
  platform: Platform,
  person: string,
  breakage: string,
): Promise<{ browser: TestBrowser; code: number; data: CameBack }> {
  const { switches } = simulators.services[platform].faults;
  const browser = app.newBrowser();
  const back = await visitPlatform(browser, { platform, person });
  switches.add(breakage);
  const { code, data } = await browser.post<CameBack>('/oauth2/platform/user/login', { ...back });
  switches.delete(breakage);
  return { browser, code, data };
}

async function register(platform: Platform, browser: TestBrowser, key: string): Promise<{ code: number; data: { account: AccountView } }> {
  const phone = freshPhone();
  const code = await visitorCode(app, browser, { contact: phone, scene: 'register' });
  return browser.post('/oauth2/platform/regist_phone', {
    phone,
    valid_code: code,
    platform,
    platform_key: key,
    agreements: currentAgreements,
  });
}

it.each(platforms)('a person whom %s has named signs in and registers, however it sends name and picture', async (platform) => {
  const owner = someone();
  const first = await comeBack(platform, owner, '');
  const { data: made } = await register(platform, first.browser, first.data.platform_key);
  let known = nameOf(owner);
  for (const [breakage, { shown }] of Object.entries(brokenProfiles)) {
    const { browser, code, data } = await comeBack(platform, owner, breakage);
    const { data: account } = await browser.get<AccountView>('/account/metainfo');
    known = shown(nameOf(owner)) ?? known;
    expect([breakage, code, account.id, account.tpls]).toEqual([breakage, 200, made.account.id, [{ type: platform, name: known }]]);

    const person = someone();
    const { code: newCode, data: waiting } = await comeBack(platform, person, breakage);
    expect([breakage, newCode, waiting.name, data.platform_key]).toEqual([breakage, 200, shown(nameOf(person)) ?? '', undefined]);
  }
  for (const breakage of ['escapedZero', 'noProfile'] as const) {
    const { browser, data } = await comeBack(platform, someone(), breakage);
    expect(await register(platform, browser, data.platform_key)).toMatchObject({ code: 200 });
  }
});

it('a profile never says who somebody is: what a person wrote could stand in it as a unionid', async () => {
  const first = await comeBack('wechat', quotedPerson, '');
  const { data: made } = await register('wechat', first.browser, first.data.platform_key);
  expect((await comeBack('wechat', quotedPerson, '')).data.account?.id).toBe(made.account.id);
  const { switches } = simulators.services.wechat.faults;
  switches.add('noUnionId');
  const thief = await comeBack('wechat', someone(), 'quotedMembers');
  switches.delete('noUnionId');
  expect(thief.data.account).toBeUndefined();
});
