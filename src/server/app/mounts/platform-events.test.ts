import { mkdtemp, rm } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { day } from '#server/platform/clock.ts';
import { signatureOf } from '#server/platform/social/wechat-follow.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { weiboIdOf } from '#simulators/people.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { wechatPushToken } from '#simulators/wechat-follow-simulator.ts';
import { approve, simulatedSocial } from '#server/testing/people/social.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let simulators: Simulators;
let folder: string;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-events-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  app = await buildTestApp({ config: { rateFactor: 100, social: simulatedSocial(simulators, folder) } });
  origin = await app.listen();
  await configure('/events/wechat');
});

afterEach(() => {
  for (const { faults } of Object.values(simulators.services)) {
    Object.assign(faults, { delayMs: 0, broken: '', error: '' });
    faults.switches.clear();
  }
});

afterAll(async () => {
  await app.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

/** The operator's step at WeChat, which verifies the URL first. */
async function configure(path: string): Promise<number> {
  return (await fetch(`${simulators.origin}/wechat/console?url=${origin}${path}`)).status;
}

const someone = () => `p${randomInt(1_000_000_000)}`;

const socialsOf = async ({ browser }: Person) => (await browser.get<AccountView>('/account/metainfo')).data.tpls.map(({ type }) => type);

describe('the withdrawal of a Weibo authorization', () => {
  async function boundToWeibo(): Promise<Person & { readonly person: string }> {
    const owner = await signUp(app);
    const person = someone();
    expect(await owner.browser.post('/account/auth', { method: 'password', password: owner.password })).toMatchObject({ code: 200 });
    const begun = await owner.browser.get<{ url: string }>('/platform/bind?platform=weibo');
    const back = { platform: 'weibo', ...(await approve(begun.data.url, person)) };
    expect(await owner.browser.post('/platform/bind', back)).toMatchObject({ code: 200 });
    return { ...owner, person };
  }

  const withdraw = async (person: string) => (await fetch(`${simulators.origin}/weibo/withdraw?person=${person}`)).text();

  const tell = async (form: string) => {
    const answer = await fetch(`${origin}/events/weibo`, { method: 'POST', body: new URLSearchParams(form) });
    return [answer.status, await answer.text()];
  };

  const isBound = async (contact: string) => {
    const id = await accountIdOf(app, contact);
    return (await app.db.q().selectFrom('social_accounts').select('platform').where('account_id', '=', id).execute()).length === 1;
  };

  it('is believed when Weibo refuses the token: unlinks, notifies the owner and ends what was open', async () => {
    const owner = await boundToWeibo();
    const told = await withdraw(owner.person);
    expect(await tell(told)).toEqual([200, 'ok']);
    expect(await isBound(owner.contact)).toBe(false);
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ code: 401 });
    // Messages that are due together leave together, in no order.
    expect((await app.outbox(owner.contact)).map(({ scene }) => scene)).toContain('socialUnbound');
    // Repeated by GET, it changes nothing.
    expect(await tell(told)).toEqual([200, 'ok']);
    expect((await fetch(`${origin}/events/weibo?${told}`)).status).toBe(200);
  });

  it('is not believed without proof, while Weibo does not answer, or when the token has expired', async () => {
    const owner = await boundToWeibo();
    const forged = new URLSearchParams({ source: '1352222456', uid: weiboIdOf(owner.person), auth_end: '1' }).toString();
    for (const form of [forged, forged.replace('1352222456', '1'), 'uid=1', 'uid=x&source=1352222456', '']) {
      expect(await tell(form)).toEqual([200, 'ok']);
    }
    await withdraw(owner.person);
    const { faults } = simulators.services.weibo;
    for (const fault of [{ broken: 'error500' }, { broken: 'nonsense' }, { broken: 'cut' }, { error: '10023' }] as const) {
      Object.assign(faults, { broken: '', error: '' }, fault);
      expect(await tell(forged)).toEqual([200, 'ok']);
    }
    Object.assign(faults, { broken: '', error: '' });
    expect(await socialsOf(owner)).toEqual(['weibo']);
    app.clock.advance(31 * day);
    expect(await tell(forged)).toEqual([200, 'ok']);
    expect(await isBound(owner.contact)).toBe(true);
  });

  it('does not remove the last way in', async () => {
    const owner = await boundToWeibo();
    const id = await accountIdOf(app, owner.contact);
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', id).where('kind', '=', 'phone').execute();
    expect(await tell(await withdraw(owner.person))).toEqual([200, 'ok']);
    expect(await socialsOf(owner)).toEqual(['weibo']);
  });
});

describe('a WeChat follower', () => {
  const configOf = async ({ browser }: Person) => (await browser.get<{ showQrcode: boolean; url: string }>('/account/qrcodeconfig')).data;

  async function scan(url: string, person = someone()): Promise<string> {
    const answer = await fetch(`${url}&person=${person}`, { method: 'POST' });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  it('stops seeing the QR code after scanning it, as a new or old follower, notified once or four times', async () => {
    const follower = someone();
    for (const [isImpatient, pushes] of [
      [false, 1],
      [true, 4],
    ] as const) {
      const owner = await signUp(app);
      const other = await signUp(app);
      const { url } = await configOf(owner);
      expect(url).toContain('/wechat/q?ticket=gQ');
      expect((await configOf(owner)).url).toBe(url);
      expect((await configOf(other)).url).not.toBe(url);
      if (isImpatient) simulators.services.wechat.faults.switches.add('impatient');
      expect(await scan(url, follower)).toContain(`Pushed ${pushes} times`);
      expect(await configOf(owner)).toMatchObject({ showQrcode: false });
      expect(await configOf(other)).toMatchObject({ showQrcode: true });
    }
  });

  it('is reported to a URL that answers only the signed question', async () => {
    expect(await configure('/events/weibo')).toBe(400);
    expect(await configure('/events/wechat')).toBe(200);
  });

  it('creates a ticket whose picture is available during its life', async () => {
    const { url } = await configOf(await signUp(app));
    const ticket = new URL(url).searchParams.get('ticket') ?? '';
    const picture = () => fetch(`${simulators.origin}/wechat/cgi-bin/showqrcode?ticket=${encodeURIComponent(ticket)}`);
    expect((await picture()).status).toBe(200);
    app.clock.advance(day);
    expect((await picture()).status).toBe(404);
    expect((await fetch(`${simulators.origin}/wechat/cgi-bin/showqrcode?ticket=x`)).status).toBe(404);
  });

  it('sees the common QR code while WeChat creates none', async () => {
    const owner = await signUp(app);
    for (const fault of [{ broken: 'error500' }, { broken: 'nonsense' }, { error: '40164' }] as const) {
      Object.assign(simulators.services.wechat.faults, { broken: '', error: '' }, fault);
      expect((await configOf(owner)).url).toBe(app.config.followQrUrl);
    }
  });

  it('gets a QR code by a new token after WeChat has ended the previous one', async () => {
    const owner = await signUp(app);
    const { url } = await configOf(owner);
    Object.assign(simulators.services.wechat.faults, { error: '40001' });
    const later = await signUp(app);
    expect((await configOf(later)).url).toBe(app.config.followQrUrl);
    Object.assign(simulators.services.wechat.faults, { error: '' });
    expect((await configOf(later)).url).not.toBe(url);
    expect((await configOf(later)).url).toContain('/wechat/q?ticket=');
  });

  it("is believed with WeChat's signature and our scene, after the question for the URL is answered", async () => {
    expect(signatureOf('weixin', '1409659589', '263014780')).toBe('355b7605e72a1e7fc7cc88793388e9788f62ef27');
    const owner = await signUp(app);
    const id = await accountIdOf(app, owner.contact);
    const scene = `${id}${'x'.repeat(32)}`;
    const xml = (event: string, key: string) => `<xml><Event><![CDATA[${event}]]></Event><EventKey><![CDATA[${key}]]></EventKey></xml>`;
    const push = async (body: string, token = wechatPushToken) => {
      const signed = { signature: signatureOf(token, '1', '2'), timestamp: '1', nonce: '2' };
      const query = new URLSearchParams({ ...signed, echostr: 'echo' }).toString();
      const [question, answer] = await Promise.all([
        fetch(`${origin}/events/wechat?${query}`),
        fetch(`${origin}/events/wechat?${query}`, { method: 'POST', headers: { 'content-type': 'text/xml' }, body }),
      ]);
      return [question.status, await question.text(), answer.status, await answer.text()];
    };
    expect(await push(xml('SCAN', scene), 'guessed')).toEqual([403, '', 403, '']);
    for (const body of [
      xml('SCAN', scene),
      xml('subscribe', `qrscene_${scene}`),
      xml('unsubscribe', ''),
      xml('CLICK', 'menu'),
      '<xml><MsgType>text</MsgType></xml>',
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><xml>&a;</xml>',
      '',
    ]) {
      expect(await push(body)).toEqual([200, 'echo', 200, 'success']);
    }
    expect(await configOf(owner)).toMatchObject({ showQrcode: true });
    const large = await fetch(`${origin}/events/wechat`, { method: 'POST', body: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
  });
});
