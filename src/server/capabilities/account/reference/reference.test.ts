// @one-database
import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestKey } from '#server/testing/server/test-browser.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp({ config: { geoHeader: 'x-country' } });
});
afterAll(() => server.close());

describe('GET /config.json', () => {
  test('provides the client settings, may be cached and holds no secret', async () => {
    const { data, headers, text } = await server.newBrowser().get('/config.json');
    expect(data).toMatchObject({
      encryption: false,
      brand: { id: { en: 'Cedar ID', zh: '雪松账号' }, filings: [{ kind: 'icp' }, { kind: 'psb' }] },
      captcha: { provider: 'altcha', challenge: '/api/captcha/challenge' },
      features: { layout: 'auto', followQr: true },
      limits: { codeDigits: limits.codeDigits, resendSeconds: 60 },
      languages: ['zh_CN', 'en_US'],
      regions: ['CN', 'DE'],
    });
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(text).not.toContain(server.config.secretKey.toString('base64'));
    expect(text).not.toContain(server.config.dataDir);
  });

  test('has exactly the keys of the contract', async () => {
    const { data } = await server.newBrowser().get<Record<string, unknown>>('/config.json');
    expect(Object.keys(data)).toEqual([
      'client_id',
      'encryption',
      'brand',
      'captcha',
      'hosts',
      'features',
      'limits',
      'languages',
      'regions',
    ]);
  });
});

test('GET /key gives a public key of 2048 bits, its name and its label', async () => {
  const { data } = await server.newBrowser().get<TestKey>('/key');
  const publicKey = createPublicKey({ key: Buffer.from(data.key, 'base64'), format: 'der', type: 'spki' });
  expect(publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  expect(data).toEqual({ key: data.key, client_id: expect.stringMatching(/^\S+$/), label: expect.stringContaining(data.client_id) });
});

describe('the country', () => {
  test('comes from the trusted proxy, in upper case', async () => {
    const browser = server.newBrowser();
    expect((await browser.get('/region', { 'x-country': 'cn' })).data).toEqual({ IsoCode: 'CN' });
    expect((await browser.get('/oauth2/loginRegion', { 'x-country': 'CN' })).data).toEqual({ region: 'CN' });
    expect((await browser.get('/oauth2/loginRegion', { 'x-country': 'HK' })).data).toEqual({ region: 'DE' });
  });

  test('is unknown without the header, and for nonsense', async () => {
    const browser = server.newBrowser();
    for (const country of [undefined, '', 'CHN', 'C1', '<b>']) {
      expect((await browser.get('/region', { 'x-country': country })).data).toEqual({ IsoCode: '' });
    }
    expect((await browser.get('/oauth2/loginRegion')).data).toEqual({ region: 'DE' });
  });

  test('is not accepted from an untrusted proxy', async () => {
    await using stack = new AsyncDisposableStack();
    const open = await buildTestApp({ config: { geoHeader: 'x-country', trustProxy: ['192.0.2.1'] } });
    stack.defer(() => open.close());
    expect((await open.newBrowser().get('/region', { 'x-country': 'CN' })).data).toEqual({ IsoCode: '' });
  });
});

describe('GET /navigation', () => {
  test('names the links in the requested language, or by default in the caller’s', async () => {
    const browser = server.newBrowser();
    const chinese = await browser.get('/navigation?language=zh_CN');
    expect(chinese.data).toEqual([
      { key: 'userCenter', title: '用户中心', url: '/' },
      { key: 'developerCenter', title: '开发者中心', url: '/developer' },
    ]);
    expect((await browser.get('/navigation', { 'accept-language': 'zh' })).data).toEqual(chinese.data);
    expect((await browser.get('/navigation', { 'accept-language': 'en' })).text).toContain('Developer Center');
  });

  test('has the links of the operator if configured', async () => {
    await using stack = new AsyncDisposableStack();
    const item = { key: 'docs', url: 'https://docs.example.com', title: { ...forEveryLanguage(() => 'Docs'), zh_CN: '文档' } };
    const own = await buildTestApp({ config: { navigation: [item] } });
    stack.defer(() => own.close());
    expect((await own.newBrowser().get('/navigation?language=zh_CN')).data).toEqual([{ key: 'docs', title: '文档', url: item.url }]);
  });
});

describe('GET /agreement', () => {
  interface Text {
    readonly type: string;
    readonly version: string;
    readonly language: string;
    readonly title: string;
    readonly html: string;
  }

  test('gives each agreement in both languages, with the brand filled in', async () => {
    const browser = server.newBrowser();
    for (const path of ['private', 'server', 'deletion']) {
      for (const language of ['zh_CN', 'en_US']) {
        for (const region of ['CN', 'DE']) {
          const { data } = await browser.get<Text>(`/agreement/${path}/latest?language=${language}&region=${region}`);
          expect(data).toMatchObject({ type: `${path}Agreement`, language });
          expect(data.title).toContain(language === 'zh_CN' ? '雪松账号' : 'Cedar ID');
          expect(data.html).toMatch(/^<h2>.*<\/p>$/);
          expect(data.html).not.toMatch(/\{\w+\}|<(?!\/?(?:h2|p)>)/);
        }
      }
    }
  });

  test('differs by region', async () => {
    const browser = server.newBrowser();
    const [cn, de] = await Promise.all(
      ['CN', 'DE'].map((region) => browser.get<Text>(`/agreement/private/latest?language=en_US&region=${region}`)),
    );
    expect(cn?.data.html).not.toBe(de?.data.html);
  });

  test('finds a version by its name, and answers 404 for an unknown one', async () => {
    const browser = server.newBrowser();
    const { version, html } = (await browser.get<Text>('/agreement/server/latest')).data;
    expect((await browser.get<Text>(`/agreement/server/${version}`)).data.html).toBe(html);
    expect((await browser.get('/agreement/server/1999-01-01')).code).toBe(404);
  });

  test('escapes a brand that looks like markup', async () => {
    await using stack = new AsyncDisposableStack();
    const { brand } = server.config;
    const odd = await buildTestApp({ config: { brand: { ...brand, id: { ...brand.id, en_US: '<img src=x onerror=alert(1)>' } } } });
    stack.defer(() => odd.close());
    const { data } = await odd.newBrowser().get<Text>('/agreement/server/latest?language=en_US');
    expect(data.html).toContain('&#60;img');
    expect(data.html).not.toContain('<img');
  });
});

test('GET /captcha/challenge gives a solvable challenge bound to its scene', async () => {
  const browser = server.newBrowser();
  const { data } = await browser.get<{ parameters: { data: unknown }; signature: string }>('/captcha/challenge?scene=login');
  expect(data.parameters.data).toMatchObject({ scene: 'login' });
  expect(data.signature).toMatch(/^[0-9a-f]{64}$/);
  expect(await browser.solveCaptcha('login')).toMatch(/^[\w+/=]+$/);
});
