// @one-database
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { languageFacts, languages } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { appConfig } from '#server/capabilities/account/reference/app-config.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { second } from '#server/platform/clock.ts';
import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import type { EmbedHost } from '#server/platform/settings/embedding.ts';
import { writeSmallBuild } from '#server/testing/server/small-build.ts';
import { registerWebPages } from './web-pages.ts';

const forum = 'https://bbs.id.example.com';
const hosts: readonly EmbedHost[] = [
  { id: 'cedar-desktop', bridge: 'qwebchannel', frame: false },
  { id: 'deepin', bridge: 'qwebchannel', frame: false, dialect: 'deepin' },
  { id: 'forum', bridge: 'postMessage', origin: forum, frame: true },
  { id: 'shop', bridge: 'postMessage', origin: 'https://shop.example', frame: false },
];

let dist: string;
let app: FastifyInstance;
let without: FastifyInstance;

function pagesApp(embedHosts: readonly EmbedHost[]): FastifyInstance {
  const config: Config = { ...loadConfig({ NODE_ENV: 'test', DATA_DIR: dist }), publicUrl: 'https://id.example.com', embedHosts };
  const made = fastify({ exposeHeadRoutes: false });
  made.setNotFoundHandler((_request, reply) => reply.code(404).send({}));
  const sessions = {
    find: async (token: string) =>
      token === 'live'
        ? { status: 'live' as const, session: { sessionId: 's', accountId: 'a', language: 'en_US' } as Session }
        : { status: 'expired' as const },
  };
  registerWebPages(made, { config, clientConfig: (options) => appConfig(config, options), sessions, regionOf: () => 'DE', dist });
  return made;
}

beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'cedar-id-embedded-'));
  writeSmallBuild(dist);
  app = pagesApp(hosts);
  without = pagesApp([]);
});

afterAll(async () => {
  await Promise.all([app.close(), without.close()]);
  rmSync(dist, { recursive: true });
});

async function open(url: string, headers: Readonly<Record<string, string>> = {}, by = app) {
  const answer = await by.inject({ url, headers: { 'accept-language': 'en', ...headers } });
  return {
    ...answer,
    body: answer.body,
    status: answer.statusCode,
    location: answer.headers.location ?? '',
    ancestors: /frame-ancestors ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1],
    isEmbedded: answer.body.includes('data-embedded='),
  };
}

const paths = ['/login', '/register', '/register/support', '/register/follow', '/register/result-center/register', '/recover', '/link'];
const window = (host: string, more = '') => `display=embedded&host=${host}${more}`;

describe('a page inside a window', () => {
  test.each(paths)('%s is framed only by the origin of the asked host, where the operator allows frames', async (path) => {
    expect(await open(`${path}?${window('forum')}`)).toMatchObject({ isEmbedded: true, ancestors: forum });
    for (const host of ['cedar-desktop', 'shop'])
      expect(await open(`${path}?${window(host)}`)).toMatchObject({ isEmbedded: true, ancestors: "'none'" });
    for (const query of ['', '?display=embedded', `?${window('unknown')}`, '?display=popup&host=forum', `?${window('forum')}&host=shop`]) {
      expect(await open(path + query)).toMatchObject({ isEmbedded: false, ancestors: "'none'" });
    }
    expect(await open(`${path}?${window('forum')}`, {}, without)).toMatchObject({ isEmbedded: false, ancestors: "'none'" });
  });

  test('never is a page of the account: the host gets its address, and nobody frames it', async () => {
    for (const path of [
      '/home',
      '/pc-account-home',
      '/cancellation',
      '/device',
      '/pc-settings-sync',
      '/qr',
      '/freeze',
      '/developer',
      '/none',
    ]) {
      const answer = await open(`${path}?${window('forum')}&x=1`);
      expect([answer.status, answer.headers['cache-control'], answer.isEmbedded]).toEqual([302, 'no-store', false]);
      const over = new URL(answer.location, 'https://id.example.com');
      expect([over.pathname, over.searchParams.get('to')]).toEqual(['/handed-over', `${path}?x=1`]);
      const page = await open(answer.location);
      expect(page).toMatchObject({ status: 200, isEmbedded: true, ancestors: forum });
      // Nothing to press, and no application.
      expect(page.body).not.toMatch(/<button|<form|id="root"/);
      expect(page.body).toContain(catalogues.en_US.embedded.close);
    }
  });

  test('has in its first 4 KiB the site, a line of progress and a link for a slow network, in each language', async () => {
    for (const language of languages) {
      const { tag } = languageFacts[language];
      const { body, headers } = await open(`/login?${window('cedar-desktop')}&ui_locales=${tag}`);
      const start = Buffer.from(body).subarray(0, 4096).toString();
      for (const part of ['id.example.com', 'id="emb-wait"', `<a href="">${catalogues[language].embedded.slow}</a>`, '</header>']) {
        expect(start).toContain(part);
      }
      expect(body).toContain(catalogues[language].embedded.offline);
      expect(body).toContain(`aria-label="${catalogues[language].embedded.language}"`);
      expect(headers['set-cookie']).toBeUndefined();
      // A document that ends before this came in part, and is loaded again.
      expect(body.indexOf('id="emb-foot"')).toBeGreaterThan(body.indexOf('</script>', body.indexOf('id="config"')));
    }
  });

  test('loads its script before the application; other pages do not load it', async () => {
    const { body } = await open(`/login?${window('cedar-desktop')}`);
    expect(body.indexOf('/assets/embedded-1.js')).toBeGreaterThan(0);
    expect(body.indexOf('src="/assets/embedded-1.js"')).toBeLessThan(body.indexOf('<script type="module" src="/assets/app-1.js"'));
    expect((await open('/login')).body).not.toMatch(/embedded|emb-/);
  });
});

describe('the names of a window', () => {
  test('never reach the page or its policy, whatever they are', async () => {
    const plain = await open(`/login?${window('cedar-desktop')}`);
    const bad = ['};*{', '"><script>', "';alert(1)//", '</style>', 'url(//evil)', '\u0000', '%', 'fff', '00000g', 'x'.repeat(65)];
    const seeds = Array.from(
      { length: 2000 },
      (_, index) => bad[index % bad.length] + String.fromCodePoint(32 + ((index * 7919) % 0xd000)) + index,
    );
    for (const value of seeds) {
      const query = new URLSearchParams({ display: 'embedded', host: 'cedar-desktop', theme: value, accent: value, font: value });
      const first = await open(`/login?${query.toString()}`);
      const page = first.status === 302 ? await open(first.location) : first;
      expect([page.status, page.body, page.headers['content-security-policy']]).toEqual([
        200,
        plain.body,
        plain.headers['content-security-policy'],
      ]);
    }
    const good = await open(`/login?${window('cedar-desktop', '&theme=dark&accent=0F7B6C&font=Noto+Sans+SC')}`);
    expect(good.body).toBe(plain.body);
  });

  test('are dropped where they do not pass', async () => {
    const { location } = await open(`/login?${window('cedar-desktop', '&theme=pink&accent=fff&font=a%22b&redirect=%2Fx')}`);
    expect(location).toBe('/login?redirect=%2Fx&display=embedded&host=cedar-desktop');
  });

  test('go along by the page that leads on, unless the next one says what it is', async () => {
    const referer = `https://id.example.com/login?${window('cedar-desktop', '&theme=dark&accent=0f7b6c')}`;
    expect((await open('/register?redirect=%2Fx', { referer })).location).toBe(
      '/register?redirect=%2Fx&display=embedded&host=cedar-desktop&theme=dark&accent=0f7b6c',
    );
    expect((await open('/register?ui_locales=zh-CN', { referer })).location).toContain('ui_locales=zh-CN');
    expect(await open('/register?display=popup', { referer })).toMatchObject({ location: '', isEmbedded: false });
    for (const foreign of [
      'https://evil.example/login?display=embedded&host=forum',
      'https://id.example.com.evil.example/?display=embedded&host=forum',
    ])
      expect(await open('/register', { referer: foreign })).toMatchObject({ location: '', isEmbedded: false });
  });

  test('go along with redirects of the server: to sign-in, past it, and to the one page for a lost password', async () => {
    const names = { display: 'embedded', host: 'cedar-desktop', theme: 'dark' };
    const lead = async (url: string, headers = {}) => {
      const { location } = await open(url, headers);
      const next = new URL(location, 'https://id.example.com');
      expect(Object.fromEntries(next.searchParams)).toMatchObject(names);
      return next.pathname;
    };
    expect(await lead(`/login?${window('cedar-desktop', '&theme=dark')}&redirect=%2Fconsent%3Fx`, { cookie: '__Host-sid=live' })).toBe(
      '/consent',
    );
    expect(await lead(`/edit-password?${window('cedar-desktop', '&theme=dark')}`)).toBe('/register/support');
  });

  test('of the open deepin client are read for the host that speaks them; hardware is not', async () => {
    const query = '/login?display=sync&lang=zh_CN&theme=dark&color=%230081ff&font_family=Noto+Sans&device_code=SERIAL&user_name=box';
    const { location } = await open(query);
    expect(location).toBe(
      '/login?device_code=SERIAL&user_name=box&display=embedded&host=deepin&theme=dark&accent=0081ff&font=Noto+Sans&ui_locales=zh-CN',
    );
    const { body } = await open(location);
    expect(body).toContain('<html lang="zh-CN"');
    expect(body).not.toContain('SERIAL');
  });
});

test('the page for old browsers is framed by the host that asked for its address', async () => {
  const continued = encodeURIComponent(`/login?${window('forum')}`);
  expect((await open(`/old-browser?continue=${continued}`)).ancestors).toBe(forum);
  expect((await open('/old-browser?continue=%2Flogin')).ancestors).toBe("'none'");
});

describe('the script that heals a window', () => {
  let script: string;
  beforeAll(async () => {
    const { body } = await open(`/login?${window('cedar-desktop')}`);
    script = /<script>(\(function\(d,r,w\).*?)<\/script>/s.exec(body)?.[1] ?? '';
    if (!body.includes('<script type="module" id="emb-script" src="')) throw new Error('the script of the window has no name');
  });
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * second);

  /** The parts of a document that the script sees, in a network that the test plays. */
  function openPage({ isWhole = true } = {}) {
    const listeners: Record<string, (event: object) => void> = {};
    const root: Record<string, unknown> = {};
    const added: { src?: string; id?: string }[] = [];
    const network = { answer: (_signal: AbortSignal): Promise<object> => Promise.reject(new TypeError('no network')), tries: 0 };
    const listen = (name: string, listener: (event: object) => void) => void (listeners[name] = listener);
    const document = {
      documentElement: { setAttribute: () => undefined },
      getElementById: (id: string) => (id === 'root' ? root : isWhole ? {} : null),
      querySelectorAll: () => [{ href: '/assets/entry.js' }, { src: '/assets/embedded-x.js' }],
      createElement: () => ({}),
      head: { appendChild: (element: object) => void added.push(element) },
      addEventListener: listen,
    };
    const fetch = (url: string, { signal }: { readonly signal: AbortSignal }) => {
      network.tries += Number(url === '/login');
      return network.answer(signal);
    };
    const location = { href: '/login', reload: vi.fn<() => void>() };
    // oxlint-disable-next-line typescript/no-implied-eval -- the text of an inline script
    new Function('document', 'window', 'location', 'fetch', script)(document, { addEventListener: listen }, location, fetch);
    return {
      network,
      added,
      reload: location.reload,
      comesAlive: () => void (root['__reactContainer$x'] = {}),
      isRead: () => listeners['DOMContentLoaded']?.({}),
      fails: (id = '') => listeners['error']?.({ target: { tagName: 'SCRIPT', src: '/assets/embedded-x.js', id } }),
    };
  }
  const there = async () => ({ ok: true, text: async () => '' });
  const silent = (signal: AbortSignal) =>
    new Promise<object>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new TypeError('given up')));
    });

  test('tries again after 1, 2, 4, 8 and then every 15 seconds, and loads a page again once its files are there', async () => {
    const page = openPage();
    page.fails();
    for (const [seconds, tries] of [
      [1, 1],
      [2, 2],
      [4, 3],
      [8, 4],
      [15, 5],
    ] as const) {
      await pass(seconds);
      expect(page.network.tries).toBe(tries);
    }
    expect(page.reload).not.toHaveBeenCalled();
    page.network.answer = there;
    await pass(15);
    expect(page.reload).toHaveBeenCalledOnce();
  });

  test('waits for no answer that never comes', async () => {
    const page = openPage({ isWhole: false });
    page.network.answer = silent;
    page.isRead();
    await pass(1 + 8 + 2);
    expect(page.network.tries).toBe(2);
    page.network.answer = there;
    await pass(8 + 4);
    expect(page.reload).toHaveBeenCalledOnce();
  });

  test('tries without a press where nothing fails and nothing comes', async () => {
    const page = openPage({ isWhole: false });
    page.network.answer = silent;
    await pass(15);
    expect(page.network.tries).toBe(0);
    await pass(1);
    expect(page.network.tries).toBe(1);
    page.network.answer = there;
    await pass(8 + 2);
    expect(page.reload).toHaveBeenCalledOnce();
  });

  test('adds what the host needs to a page that is alive without it, where a person may type already', async () => {
    const page = openPage();
    page.fails('emb-script');
    page.comesAlive();
    await pass(1);
    expect(page.network.tries).toBe(1);
    page.network.answer = there;
    await pass(2);
    expect(page.added).toEqual([expect.objectContaining({ type: 'module', id: 'emb-script', src: '/assets/embedded-x.js?2' })]);
    // It fails again.
    page.fails('emb-script');
    await pass(4);
    expect(page.added.map(({ src }) => src)).toEqual(['/assets/embedded-x.js?2', '/assets/embedded-x.js?3']);
    await pass(60);
    expect([page.network.tries, page.reload.mock.calls]).toEqual([3, []]);
  });

  test('does not touch a whole page', async () => {
    const page = openPage();
    page.isRead();
    page.comesAlive();
    page.fails();
    await pass(60);
    expect([page.network.tries, page.added, page.reload.mock.calls]).toEqual([0, [], []]);
  });
});
