import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as client from 'openid-client';
import { day, hour, minute } from '#server/platform/clock.ts';
import { expectOk, type HttpClient } from '#server/testing/server/http-client.ts';
import { connectRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { approve } from '#server/testing/people/social.ts';
import { addDemoApps, callbackOf, systemApp, webApps } from './demo-apps.ts';
import { needTheDesk, workAtTheDesk } from './demo-desk.ts';
import { demoPeople, type DemoPerson } from './demo-people.ts';
import { giveRoles, hireStaff } from './demo-staff.ts';
import type { DemoStage } from './demo-stage.ts';

/** A person with the browser that they registered in, and with what their apps and devices keep. */
interface Living {
  readonly person: DemoPerson;
  readonly laptop: HttpClient;
  readonly refreshes: (() => Promise<void>)[];
}

type Chapter = (stage: DemoStage, living: Living) => Promise<void>;

/** The lives of the people, by the calls that browsers, apps and devices make. Milliseconds before now. */
const chapters: readonly (readonly [agoMs: number, Chapter])[] = [
  [46 * day, arrive],
  [46 * day - hour, fillProfile],
  [45 * day, linkPlatforms],
  [12 * day, (stage, living) => authorizeApp(stage, living, { id: 'cedar-demo', redirectUri: 'http://127.0.0.1:8765/callback' })],
  [9 * day, (stage, living) => authorizeApp(stage, living, { id: webApps[0], redirectUri: callbackOf(webApps[0]) })],
  [3 * day, (stage, living) => authorizeApp(stage, living, { id: webApps[1], redirectUri: callbackOf(webApps[1]) })],
  [2 * day, connectNotebook],
  [21 * hour, (stage, { person }) => signIn(stage.browserOf(person, person.tablet), person)],
  [5 * hour, useApps],
  [2 * hour, (stage, { person }) => signIn(stage.browserOf(person, person.mobile), person)],
];

/** Lets everybody live, from the registration to today. */
export async function liveDemo(stage: DemoStage, environment: NodeJS.ProcessEnv): Promise<void> {
  await addDemoApps(stage.wiring.core.store);
  stage.travelTo(60 * day);
  await hireStaff(stage, environment['DATA_DIR'] ?? '');
  const all = demoPeople.map((person): Living => ({ person, laptop: stage.browserOf(person, person.laptop), refreshes: [] }));
  for (const [agoMs, chapter] of chapters) {
    stage.travelTo(agoMs);
    for (const living of all) await chapter(stage, living);
  }
  stage.travelTo(minute);
  await giveRoles(stage, environment);
  await needTheDesk(
    stage,
    all.map(({ laptop }) => laptop),
  );
  stage.travelTo(0);
  await workAtTheDesk(stage, environment['DATA_DIR'] ?? '');
}

async function arrive(_stage: DemoStage, { person, laptop }: Living): Promise<void> {
  await laptop.register({ phone: person.phone, password: person.password });
}

async function signIn(browser: HttpClient, { phone, password }: DemoPerson): Promise<void> {
  expectOk(await browser.signIn({ phone, password }));
}

async function prove({ person, laptop }: Living): Promise<void> {
  expectOk(await laptop.post('/account/auth', { method: 'password', password: person.password }));
}

/** Names, avatar and email. */
async function fillProfile(_stage: DemoStage, living: Living): Promise<void> {
  const { person, laptop } = living;
  const { nickname, username, profile, email } = person;
  expectOk(await laptop.post('/userinfo', { nickname, username, ...profile }));
  const picture = await readFile(join(import.meta.dirname, 'pictures', `${username}.png`));
  const type = 'image/png';
  const upload = { filetype: type, size: picture.length };
  const begun = expectOk(await laptop.post<{ sign: string; uploadUrl: string }>('/profileimage/begin', upload));
  expectOk(await laptop.raw({ method: 'PUT', path: begun.uploadUrl, body: picture, headers: { 'content-type': type } }));
  expectOk(await laptop.post('/profileimage/finish', { sign: begun.sign }));
  await prove(living);
  expectOk(await laptop.post('/captcha/account/email/send/login', { scene: 'bind', email }));
  expectOk(await laptop.post('/update/email', { email, code: await laptop.codeFor(email) }));
}

async function linkPlatforms(_stage: DemoStage, living: Living): Promise<void> {
  const { person, laptop } = living;
  for (const platform of person.social.platforms) {
    await signIn(laptop, person);
    await prove(living);
    const begun = expectOk(await laptop.get<{ url: string }>(`/platform/bind?platform=${platform}`));
    expectOk(await laptop.post('/platform/bind', { platform, ...(await approve(begun.url, person.social.id)) }));
  }
}

/** Signs in to an app, which stays allowed to refresh its tokens. */
async function authorizeApp(
  stage: DemoStage,
  { person, laptop, refreshes }: Living,
  { id, redirectUri }: { readonly id: string; readonly redirectUri: string },
): Promise<void> {
  await signIn(laptop, person);
  const party = await connectRelyingParty(stage.origin, { clientId: id, secret: undefined, redirectUri });
  const params = { scope: 'openid profile offline_access', prompt: 'consent' };
  const tokens = await signInTo({ config: { publicUrl: stage.origin } }, laptop, { party, params });
  refreshes.push(async () => void (await client.refreshTokenGrant(party.config, tokens.refresh_token ?? '')));
}

/** A notebook with the operating system signs in by a code, which its owner allows in the browser. */
async function connectNotebook(stage: DemoStage, { person, laptop, refreshes }: Living): Promise<void> {
  await signIn(laptop, person);
  const registered = { clientId: systemApp, secret: undefined, redirectUri: callbackOf(systemApp) };
  const { config } = await connectRelyingParty(stage.origin, registered, async (url, { body, ...options }) => {
    const headers = { ...options.headers, 'x-forwarded-for': person.laptop.clientIp };
    return fetch(url, { ...options, headers, ...(body instanceof URLSearchParams ? { body } : {}) });
  });
  const asked = await client.initiateDeviceAuthorization(config, {
    scope: 'openid profile offline_access',
    device_name: person.notebook,
    device_type: 'notebook',
    device_model: 'CedarBook 14',
    os: 'Cedar OS',
    os_version: '25',
    hardware_id: person.username,
  });
  expectOk(await laptop.post('/openid/device/allow', { userCode: asked.user_code, scopes: ['profile', 'offline_access'] }));
  stage.travelTo(2 * day - minute);
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const tokens = await client.genericGrantRequest(config, grant, { device_code: asked.device_code });
  refreshes.push(async () => void (await client.refreshTokenGrant(config, tokens.refresh_token ?? '')));
}

async function useApps(_stage: DemoStage, { refreshes }: Living): Promise<void> {
  for (const refresh of refreshes) await refresh();
}
