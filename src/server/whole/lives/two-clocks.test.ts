// @one-database
import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wiring } from '#server/app/wire.ts';
import { checkAssertion } from '#server/capabilities/apps/openid/clients/client-assertions.ts';
import { provesPossession } from '#server/capabilities/apps/openid/tokens/possession.ts';
import { checkDeskProof } from '#server/core/operations/desk/desk-proof.ts';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { minute, second } from '#server/platform/clock.ts';
import { newId, sha256 } from '#server/platform/ids.ts';
import { newStandingMachine } from '#server/testing/apps/standing-machine.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { startSecondInstance, type SecondInstance } from '#server/testing/server/two-instances.ts';

/** The world, and a machine that is ahead of it. */
const [world, ahead] = [newStandingMachine(Date.UTC(2026, 0, 15, 8)), newStandingMachine(Date.UTC(2026, 0, 15, 8) + 5 * minute)];
let app: TestApp;
let off: SecondInstance;
let accountId: string;

beforeAll(async () => {
  app = await buildTestApp({ time: { machineTime: world } });
  off = await startSecondInstance(app, { machineTime: ahead, databaseTime: async () => world.wall() });
  accountId = await accountIdOf(app, (await signUp(app)).contact);
});

afterAll(async () => {
  await off.close();
  await app.close();
});

const url = 'https://id.example.com/api/x';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

async function proofAt(at: number, said: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return new SignJWT({ htm: 'POST', htu: url, jti: newId(), iat: Math.floor(at / second), ...said })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .sign(privateKey);
}

/** Whatever a person, an app or a browser brings with its own time, taken by a server at that time. */
const ceremonies: Readonly<Record<string, (wiring: Wiring, at: number) => Promise<boolean>>> = {
  'a code of an authenticator': async ({ core }, at) => {
    const session = newId();
    const { totp } = core.evidence;
    const { id, secret } = await core.store.db.tx(() => totp.begin({ id: accountId }, { name: '', at: core.store.clock.now(), session }));
    return (await totp.findNew({ id: accountId }, { id, session, code: totpCode(secret, totpStep(at)) })) !== undefined;
  },
  'a code of a former authenticator': async ({ core }, at) => {
    const secret = Buffer.from(newId());
    const former = [{ id: newId(), secret: secret.toString('base64url'), last_step: 0 }];
    const found = await core.identity.accounts.findById(accountId);
    if (found === undefined) return false;
    const account = { ...found, id: newId() };
    const checked = core.evidence.stepCodes.checkFormer(account, { things: former, code: totpCode(secret, totpStep(at)), by: {} });
    return checked.then(
      () => true,
      () => false,
    );
  },
  'a proof of the key of a token': async ({ core }, at) => {
    const token = newId();
    const proof = await proofAt(at, { ath: sha256(token) });
    const use = { scheme: 'DPoP', token, proof, method: 'POST', url } as const;
    return provesPossession(core.store, use, await calculateJwkThumbprint(await exportJWK(publicKey)));
  },
  'a proof of the desk': async ({ core }, at) =>
    (await checkDeskProof(await proofAt(at), { method: 'POST', url, wall: core.store.wall })) !== undefined,
  'an assertion of an app': async ({ core }, at) => {
    const iat = Math.floor(at / second);
    const claims = { iss: 'app', sub: 'app', aud: 'https://id.example.com', iat, exp: iat + 60, jti: newId() };
    const said = { claims, header: {}, clientId: 'app' };
    return checkAssertion({ store: core.store, publicUrl: 'https://id.example.com', isFapi: false }, said).then(
      () => true,
      () => false,
    );
  },
};

/** What each ceremony answers for the time of the world, and for five minutes later, at each server. */
async function outcomes(ceremony: (wiring: Wiring, at: number) => Promise<boolean>): Promise<readonly boolean[]> {
  const found: boolean[] = [];
  for (const wiring of [app.wiring, off.wiring])
    for (const at of [world.wall(), world.wall() + 5 * minute]) found.push(await ceremony(wiring, at));
  return found;
}

describe('with one of two servers five minutes ahead', () => {
  it.each(Object.entries(ceremonies))('%s is taken by the time of the world, at both', async (_what, ceremony) => {
    expect(await outcomes(ceremony)).toEqual([true, false, true, false]);
  });

  it('the server that is ahead leaves service, and pulls the other one nowhere', async () => {
    await off.wiring.platform.keptTime?.keep();
    await app.wiring.platform.keptTime?.keep();
    expect(app.clock.now()).toBe(world.wall());
    const status = async (server: Pick<TestApp, 'newBrowser'>) =>
      (await server.newBrowser().raw({ method: 'GET', path: '/readyz' })).status;
    expect([await status(app), await status(off)]).toEqual([200, 503]);
  });
});

describe('after the clock of the machine was five minutes ahead for a moment', () => {
  it.each(Object.entries(ceremonies))('%s is taken by the time of the world at once', async (_what, ceremony) => {
    world.step(5 * minute);
    app.clock.now();
    world.step(-5 * minute);
    expect(app.clock.now()).toBeGreaterThan(world.wall() + 4 * minute);
    expect((await outcomes(ceremony)).slice(0, 2)).toEqual([true, false]);
  });
});
