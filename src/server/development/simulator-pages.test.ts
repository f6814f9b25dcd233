import { afterAll, beforeAll, expect, test } from 'vitest';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { platformEnvironment } from '#simulators/simulated-environment.ts';
import { simulatedPeople } from '#simulators/people.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';

let simulators: Simulators;
beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

const asked = {
  wechat: '/wechat/connect/qrconnect?response_type=code&scope=snsapi_login&state=abc',
  weibo: '/weibo/oauth2/authorize?response_type=code&state=abc',
  qq: '/qq/oauth2.0/authorize?response_type=code&state=abc',
};

async function consentPageOf(platform: (typeof platforms)[number]): Promise<string> {
  const environment = platformEnvironment(simulators.origin);
  const url = new URL(asked[platform], simulators.origin);
  url.searchParams.set(platform === 'wechat' ? 'appid' : 'client_id', environment[`${platform.toUpperCase()}_APP_ID`] ?? '');
  url.searchParams.set('redirect_uri', `http://localhost:3000/oauth/callback/${platform}`);
  return (await fetch(url)).text();
}

test.each(platforms)('%s asks in both languages, fits a phone, and shows everybody with their picture', async (platform) => {
  const html = await consentPageOf(platform);
  expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(html).toContain('color-scheme:light dark');
  expect(html).toContain('有应用想知道您是谁');
  for (const { id } of simulatedPeople) {
    const [, picture = ''] = new RegExp(`src="([^"]*/avatar/${id}/[^"]*)"`).exec(html) ?? [];
    expect((await fetch(new URL(picture, simulators.origin))).headers.get('content-type')).toBe('image/png');
  }
  expect(html).toContain('&#60;b&#62;“Quote”');
  expect(html).not.toContain('<b>');
});

test('the overview links only to pages that exist', async () => {
  const html = await (await fetch(simulators.origin)).text();
  expect(html).toContain('模拟器');
  const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(0);
  for (const path of links) expect([path, (await fetch(new URL(path, simulators.origin))).status]).toEqual([path, 200]);
});
