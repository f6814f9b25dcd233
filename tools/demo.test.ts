// @odd-days
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { connectHttp, expectOk, type HttpClient } from '#server/testing/server/http-client.ts';
import { demoPeople } from './demo/demo-people.ts';
import { demoStaff } from './demo/demo-staff.ts';
import { startDemo, type DemoProcess } from './demo/demo-process.ts';

const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-demo-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(folder: string, env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): Promise<DemoProcess> {
  const demo = await startDemo({ folder, env, args });
  undo.push(() => demo.kill());
  return demo;
}

/** Signs in like a person who read the printed lines. */
async function enter(
  { origin }: DemoProcess,
  { phone, password }: { readonly phone: string; readonly password: string },
): Promise<HttpClient> {
  const browser = connectHttp(origin, { clientIp: '127.0.0.1' });
  expectOk(await browser.signIn({ phone, password }));
  return browser;
}

describe('the demo', () => {
  test('starts with lived-in accounts after a start that was cut off, keeps them, and starts over when told to', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'demo.json'), '{"complete":false}');
    writeFileSync(join(folder, 'cedar.db'), 'half of a database');
    const first = await start(folder);
    expect(first.output()).toContain('were made');
    expect(first.output()).toContain(first.origin);
    const ids: string[] = [];
    for (const person of demoPeople) {
      expect(first.output()).toContain(`${person.phone}   ${person.password}`);
      const browser = await enter(first, person);
      const account = expectOk(await browser.get<Record<string, unknown>>('/account/metainfo'));
      expect(account).toMatchObject({ nickname: person.nickname, username: person.username });
      expect(String(account['profileImage'])).toMatch(/^\/avatars\//);
      expect(String(account['encryptEmail'])).toContain('@example.com');
      ids.push(String(account['id']));
      const devices = expectOk(await browser.get<readonly { kind: string; lastSeenAt: string; location: object }[]>('/device/list'));
      expect(devices.map(({ kind }) => kind).toSorted()).toEqual(['browser', 'browser', 'browser', 'browser', 'device']);
      for (const { location } of devices) expect(location).toMatchObject({ country: 'CN', city: expect.stringMatching(/./) });
      const apps = expectOk(await browser.get<readonly { clientID: string; icon: string }[]>('/oauthclient/list'));
      expect(apps.length).toBeGreaterThanOrEqual(3);
      for (const { icon } of apps) expect(icon).toMatch(/^data:image\//);
      const { text: social } = await browser.get('/platform');
      for (const platform of person.social.platforms) expect(social).toContain(platform);
    }
    for (const { phone, name } of demoStaff) expect(first.output()).toMatch(new RegExp(`${phone}   \\S+   [A-Z2-7]{32}   ${name}, `));
    expect(await first.stop()).toBe(0);

    const second = await start(folder);
    expect(second.output()).not.toContain('were made');
    for (const [index, person] of demoPeople.entries()) {
      const account = expectOk(await (await enter(second, person)).get<{ id: string }>('/account/metainfo'));
      expect(account.id).toBe(ids[index]);
    }
    const beside = await start(folder, {}, ['--fresh']);
    expect(beside.output()).toContain('Cannot start: another server is running');
    expect(await second.stop()).toBe(0);

    // Settings of another server change nothing.
    const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing', DATA_DIR: '/nonexistent' };
    const again = await start(folder, settings, ['--fresh']);
    expect(again.output()).toContain('were made');
    expect(again.output()).toContain('is ready');
    expect(await again.stop()).toBe(0);
  }, 400_000);

  test('touches no folder but its own, and does not run in production', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'cedar.db'), 'of another server');
    expect((await start(folder)).output()).toBe(
      `Cannot start: ${folder} is not a folder of the demo. Choose another one: npm run demo -- --folder <path>\n`,
    );
    const production = await start(freshFolder(), { NODE_ENV: 'production' });
    expect(production.output()).toMatch(/^Cannot start: the demo has accounts with a known password/);
  });
});
