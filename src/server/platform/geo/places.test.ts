// @one-database
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeDatabase } from '#server/testing/server/place-database.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';

const names = (en: string, zh: string) => ({ names: { en, 'zh-CN': zh } });

const database = placeDatabase({
  36: { country: { iso_code: 'CN' }, subdivisions: [names('Hubei', '湖北')], city: names('Wuhan', '武汉') },
  81: { registered_country: { iso_code: 'DE' }, city: { names: { en: 'Bremen' } } },
});

test("takes the place of a request from the database, in the account's language, after the proxy's country", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-places-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'places.mmdb');
  await writeFile(file, database);
  const app = await buildTestApp({ config: { geoDatabase: file, geoHeader: 'x-country' } });
  stack.defer(() => app.close());

  const inChina = app.newBrowser({ clientIp: '36.1.2.3' });
  expect((await inChina.get('/region')).data).toEqual({ IsoCode: 'CN' });
  expect((await inChina.get('/oauth2/loginRegion')).data).toEqual({ region: 'CN' });
  expect((await inChina.get('/region', { 'x-country': 'SG' })).data).toEqual({ IsoCode: 'SG' });
  expect((await app.newBrowser({ clientIp: '81.2.3.4' }).get('/region')).data).toEqual({ IsoCode: 'DE' });
  for (const address of ['99.1.2.3', '2001:db8::1', '127.0.0.1']) {
    expect((await app.newBrowser({ clientIp: address }).get('/region')).data).toEqual({ IsoCode: '' });
  }

  const { browser } = await signUp(app, { browser: inChina });
  expect((await browser.get('/account/location')).data).toEqual({ country: 'CN', region: '湖北', city: '武汉' });
  expect((await browser.get('/account/location', { 'x-country': 'SG' })).data).toEqual({ country: 'SG', region: '', city: '' });
  await browser.post('/update/lang', { lang: 'en_US' });
  expect((await browser.get('/account/location')).data).toEqual({ country: 'CN', region: 'Hubei', city: 'Wuhan' });
});

test('stops the start for an invalid place database, and names the setting', async () => {
  await expect(buildTestApp({ config: { geoDatabase: import.meta.filename } })).rejects.toThrow('GEO_DATABASE_FILE must be');
});
