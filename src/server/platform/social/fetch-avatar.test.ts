import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { platformEnvironment } from '#simulators/simulated-environment.ts';
import { fetchAvatar } from './fetch-avatar.ts';
import { openSocial } from './open-social.ts';
import type { SocialClient } from './social.ts';

let inside: Server;
const asked: string[] = [];

beforeAll(async () => {
  inside = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('what nobody outside may read');
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
});

afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});

/** The platforms with their real URLs. */
async function clients(): Promise<readonly SocialClient[]> {
  const { social } = loadConfig({ NODE_ENV: 'test', ...platformEnvironment('off') });
  return Object.values(await openSocial(social));
}

describe('the picture of a social account', () => {
  it("is fetched only from its platform's hosts, whatever URL the platform sends", async () => {
    const { port } = inside.address() as AddressInfo;
    const wrong = [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://[::1]:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f.1:${port}/`,
      `http://qlogo.cn@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}/#.qlogo.cn`,
      'http://169.254.169.254/latest/meta-data',
      'https://qlogo.cn.evil.example/',
      'https://sinaimg.cn.evil.example/',
      'https://evilqlogo.cn/',
      'https://evilsinaimg.cn/',
      'https://someone@thirdwx.qlogo.cn/',
      'ftp://thirdwx.qlogo.cn/',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'javascript:alert(1)',
      '//thirdwx.qlogo.cn/',
      '',
    ];
    const all = await clients();
    expect(all).toHaveLength(platforms.length);
    for (const client of all) {
      for (const avatarUrl of [...wrong, undefined]) expect(await fetchAvatar(client, avatarUrl), avatarUrl).toBeUndefined();
    }
    expect(asked).toEqual([]);
  });

  it.each(['thirdwx.qlogo.cn', 'tvax1.sinaimg.cn'])('may be at %s', async (hostname) => {
    expect((await clients()).some((client) => client.isAvatarHost(hostname))).toBe(true);
  });
});
