// @one-database
/** Every way to create an account takes a place of its network, at a price that rises with each account. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptchaScene } from '#contract/endpoint.ts';
import { signUpSteps } from '#contract/limits.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { day, hour } from '#server/platform/clock.ts';
import { importOld, proveContact } from '#server/testing/people/legacy.ts';
import { freshEmail, freshPhone, goodPassword, registrationBody } from '#server/testing/people/people.ts';
import { visitorCode } from '#server/testing/people/proving.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { simulatedSocial, visitPlatform } from '#server/testing/people/social.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let simulators: Simulators;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-sign-ups-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  app = await buildTestApp({ config: { social: simulatedSocial(simulators, folder) } });
  app.clock.set(Math.ceil(app.clock.now() / day) * day);
});

afterAll(async () => {
  await app.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

/** A form that creates an account, complete except for a captcha. */
interface Way {
  readonly scene: CaptchaScene;
  readonly path: string;
  readonly fill: (browser: TestBrowser) => Promise<Readonly<Record<string, unknown>>>;
}

async function registration(browser: TestBrowser, contact: { readonly phone: string } | { readonly email: string }) {
  const { validate: _usual, ...body } = await registrationBody(app, browser, contact);
  return body;
}

const ways: Readonly<Record<string, Way>> = {
  phone: { scene: 'register', path: '/register/phone', fill: (browser) => registration(browser, { phone: freshPhone() }) },
  email: { scene: 'register', path: '/register/email', fill: (browser) => registration(browser, { email: freshEmail() }) },
  platform: {
    scene: 'register',
    path: '/oauth2/platform/regist_phone',
    async fill(browser) {
      const back = await visitPlatform(browser, { platform: 'qq', person: `p${randomInt(1_000_000_000)}` });
      const { data } = await browser.post<{ platform_key: string }>('/oauth2/platform/user/login', { ...back });
      const phone = freshPhone();
      const code = await visitorCode(app, browser, { contact: phone, scene: 'register' });
      return { phone, valid_code: code, platform: 'qq', platform_key: data.platform_key, agreements: currentAgreements };
    },
  },
  upgrade: {
    scene: 'upgrade',
    path: '/register/binddeepin',
    async fill(browser) {
      const old = await importOld(app);
      const { ticket, legacy } = await proveContact(app, browser, old.phone);
      const legacyId = legacy[0]?.legacyId ?? '';
      return { step: 'upgrade', legacyId, tickets: [ticket], password: goodPassword, agreements: currentAgreements };
    },
  },
};

/** One form of each way in turn, filled in at its own client IP and sent from this one. */
async function filled(address: string, way: Way) {
  const browser = app.newBrowser();
  const body = await way.fill(browser);
  return {
    solve: (work?: 1 | 2 | 4) => browser.solveCaptcha(way.scene, work),
    send: (validate?: string) =>
      browser.post(way.path, validate === undefined ? body : { ...body, validate }, { 'x-forwarded-for': address }),
  };
}

describe.each(Object.entries(ways))('an account made by %s', (name, way) => {
  const isUsual = way.path.startsWith('/register/phone') || way.path.startsWith('/register/email');
  const place = Object.keys(ways).indexOf(name) + 1;
  const address = `198.51.${place}.1`;

  it('costs its network more work from the fourth in an hour on, without losing typed input', async () => {
    for (const needed of [1, 1, 1, 2, 2, 2, 4] as const) {
      const form = await filled(address, way);
      const usual = isUsual ? await form.solve() : undefined;
      if (needed === 1) {
        expect(await form.send(usual)).toMatchObject({ code: 200 });
        continue;
      }
      for (const validate of [usual, await form.solve(), ...(needed === 4 ? [await form.solve(2)] : [])]) {
        expect(await form.send(validate)).toMatchObject({ code: 3008, data: { work: needed } });
      }
      // The same form with the harder proof, once.
      const proof = await form.solve(needed);
      expect(await form.send(proof)).toMatchObject({ code: 200 });
      const another = await filled(address, way);
      expect(await another.send(proof)).toMatchObject({ code: 3008 });
    }
  });

  it('counts towards the fifty accounts of all ways that a network has a day', async () => {
    const others = Object.values(ways).filter((one) => one !== way);
    const network = `2001:db8:${place}:1`;
    const most = signUpSteps.at(-1)?.perDay ?? 0;
    for (let made = 0; made < 3; made += 1) {
      const form = await filled(`${network}::${made}`, others[made] ?? way);
      expect(await form.send(await form.solve())).toMatchObject({ code: 200 });
    }
    const next = await filled(`${network}::9`, way);
    expect(await next.send(await next.solve())).toMatchObject({ code: 3008, data: { work: 2 } });
    const take = { key: `sign-ups:${day}:${network}::/64`, limit: most, windowMs: day };
    for (let made = 3; made < most; made += 1) expect(await app.wiring.http.limiter.take([take])).toEqual({ ok: true });
    const last = await filled(`${network}::10`, way);
    expect(await last.send(await last.solve(4))).toMatchObject({ code: 3005, data: { retryAfter: expect.any(Number) } });
    app.clock.advance(hour);
  });
});

it('gives a network, for sixteen registrations at once, as many places as its work pays for', async () => {
  const phone = ways['phone'];
  if (phone === undefined) throw new Error('there is a way by phone');
  const forms = await Promise.all(Array.from({ length: 16 }, () => filled('203.0.113.1', phone)));
  const proofs = await Promise.all(forms.map((form) => form.solve()));
  const answers = await Promise.all(forms.map((form, index) => form.send(proofs[index])));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
  expect(answers.filter(({ code, data }) => code === 3008 && JSON.stringify(data) === '{"work":2}')).toHaveLength(13);
});

it('creates no account without a place for it', async () => {
  const root = join(import.meta.dirname, '../..');
  const files = (await readdir(root, { recursive: true })).filter((file) => /^(app|capabilities|core)\b.*\.ts$/.test(file));
  const texts = await Promise.all(
    files.filter((file) => !file.endsWith('.test.ts')).map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })),
  );
  const making = texts.filter(({ text }) => /\baccounts\.create\(/.test(text));
  expect(making).toHaveLength(2);
  expect(making.filter(({ text }) => !/\bawait takeSignUp\(/.test(text)).map(({ file }) => file)).toEqual([]);
});

it('takes no place of the network for a registration with a taken nickname', async () => {
  const address = '198.51.77.1';
  const taken = `n${randomInt(1e9)}`;
  const register = async (nickname: string) => {
    const browser = app.newBrowser();
    const body = await registrationBody(app, browser, { phone: freshPhone() });
    return browser.post('/register/phone', { ...body, nickname }, { 'x-forwarded-for': address });
  };
  expect(await register(taken)).toMatchObject({ code: 200 });
  for (let tries = 0; tries < 4; tries += 1) expect(await register(taken)).toMatchObject({ code: 1018 });
  expect(await register(`m${randomInt(1e9)}`)).toMatchObject({ code: 200 });
});
