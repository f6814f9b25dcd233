import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmbeddedHost, HostMessages, PageMessages } from '#contract/apps/openid/embedded.words.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, visitorReplies } from '#web/testing/samples.ts';

// The application in a window of a host: the script of the window runs before it, as in the document of the server.

const desktop: EmbeddedHost = { id: 'cedar-desktop', bridge: 'qwebchannel' };
const forum: EmbeddedHost = { id: 'forum', bridge: 'postMessage', origin: 'https://bbs.example.com' };
const names = 'display=embedded&host=cedar-desktop&theme=dark&accent=0F7B6C&ui_locales=en-US';

type Told = { readonly type: keyof PageMessages; readonly data: Readonly<Record<string, unknown>> };

let told: Told[];
let toPage: (text: string) => void;
const wrapped = ['pushState', 'replaceState'] as const;
let own: Pick<History, (typeof wrapped)[number]>;

beforeEach(() => {
  told = [];
  own = { pushState: history.pushState.bind(history), replaceState: history.replaceState.bind(history) };
});

afterEach(() => {
  // The script wraps them for the life of its document.
  Object.assign(history, own);
  delete document.documentElement.dataset['embedded'];
  document.documentElement.removeAttribute('style');
});

const say = <Type extends keyof HostMessages>(type: Type, data: HostMessages[Type]) => toPage(JSON.stringify({ v: 1, type, data }));
const toldOf = (type: Told['type']) => told.filter((message) => message.type === type).map(({ data }) => data);

/** What the server draws around the page, and the host behind its bridge. */
async function drawWindow(host: EmbeddedHost): Promise<void> {
  document.documentElement.dataset['embedded'] = JSON.stringify(host);
  document.body.insertAdjacentHTML(
    'afterbegin',
    '<header id="emb-head"><p id="emb-offline" role="status" hidden>offline</p><p id="emb-close" role="status" hidden>close</p></header>',
  );
  vi.stubGlobal('qt', { webChannelTransport: {} });
  vi.stubGlobal('QWebChannel', function QWebChannel(_transport: unknown, ready: (channel: object) => void) {
    const message = (text: string) => told.push(JSON.parse(text));
    ready({ objects: { client: { message, hostMessage: { connect: (take: typeof toPage) => (toPage = take) } } } });
  });
  await import('./embedded.ts');
}

const begun = {
  qrCode: 'c'.repeat(43),
  secret: 's'.repeat(43),
  url: 'https://id.example/qr#c',
  openUntil: '2026-01-01T00:01:00Z',
  askEvery: 60,
};

const openWindow = (path: string, { replies, ...options }: Parameters<typeof renderAt>[1] = {}, host = desktop) =>
  renderAt(`${path}${path.includes('?') ? '&' : '?'}${names}`, {
    ...options,
    ...(options.account === undefined ? { replies: { ...visitorReplies, beginQr: { data: begun }, ...replies } } : {}),
    before: () => drawWindow(host),
  });

/** The sign-in page by password, for a person who does not scan. */
async function openPassword(options: Parameters<typeof renderAt>[1] = {}) {
  const opened = await openWindow('/login', options);
  await opened.user.click(await opened.page.findByRole('button', { name: opened.t('si.usePassword') }));
  return opened;
}

describe('a window of the desktop', () => {
  it('shows a code for the phone first, because a desktop may have no keyboard; other windows the password', async () => {
    const { page, user, t } = await openWindow('/login');
    expect(await page.findByRole('img', { name: t('qr.alt') })).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('si.usePassword') }));
    expect(await page.findByRole('button', { name: t('si.btn') })).toBeTruthy();
  });

  it('says beside the code who asks, who is signed in and why the person is here, and fills in their name for the password', async () => {
    const request = encodeURIComponent('/oidc/interaction/asked?client_id=notes');
    const links = { home: '', privacy: { zh_CN: '', en_US: '' }, terms: { zh_CN: '', en_US: '' } };
    const app = { clientID: 'notes', name: { zh_CN: '田野笔记', en_US: 'Field Notes' }, icon: '', links };
    const account = fullAccount();
    const { page, user, t } = await openWindow(`/login?redirect=${request}&client_id=notes&prompt=login`, {
      replies: { describeApp: { data: app }, metainfo: { data: account } },
    });
    expect(await page.findByRole('img', { name: t('qr.alt') })).toBeTruthy();
    expect(await page.findByText('Field Notes')).toBeTruthy();
    await waitFor(() => expect(page.getByRole('main').textContent).toContain(account.nickname));
    await user.click(page.getByRole('button', { name: t('si.usePassword') }));
    expect(page.getByText('Field Notes')).toBeTruthy();
    expect(inputNamed('account').value).toBe(account.username);

    const frozen = await openWindow('/login?frozen=1');
    expect(await frozen.page.findByText(t('si.frozen'))).toBeTruthy();
    expect(frozen.page.queryByRole('button', { name: t('si.btn') })).toBeNull();
  });

  it('shows the password first in a popup of a site', async () => {
    const { page, t } = await openWindow('/login', {}, forum);
    expect(await page.findByRole('button', { name: t('si.btn') })).toBeTruthy();
    expect(page.queryByRole('img', { name: t('qr.alt') })).toBeNull();
  });

  it('goes back where the host says so, and keeps its names on the way', async () => {
    const { page, user, t } = await openPassword();
    await user.click(await page.findByRole('link', { name: t('si.create') }));
    await waitFor(() => expect(location.pathname).toBe('/register'));
    expect(location.search).toContain('accent=0F7B6C');
    say('back', {});
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(await page.findByRole('heading', { name: t('si.h') })).toBeTruthy();
  });

  it('takes the focus at its first field, and leaves it where the person was', async () => {
    const { page, user, t } = await openPassword();
    await page.findByRole('button', { name: t('si.btn') });
    (document.activeElement as HTMLElement | null)?.blur();
    say('focus', {});
    expect(document.activeElement?.closest('main')).not.toBeNull();
    const password = inputNamed('password');
    await user.click(password);
    say('focus', {});
    expect(document.activeElement).toBe(password);
  });

  it('changes its language for the host, only in this window', async () => {
    const { left } = await openWindow('/login');
    const cookies = document.cookie;
    for (const bad of ['', 'x', '../evil', 'zh"><script>', 'e'.repeat(36)]) say('language', { language: bad });
    say('language', { language: 'en-US' });
    expect(left).toEqual([]);
    say('language', { language: 'zh-CN' });
    expect(left.map((to) => new URL(to).search)).toEqual([`?${names.replace('en-US', 'zh-CN')}`]);
    expect(document.cookie).toBe(cookies);
  });

  it('says that it can be closed when it is still open ten seconds after its end', async () => {
    const waits = vi.spyOn(window, 'setTimeout');
    await openWindow('/register/result-center/register', { account: fullAccount() });
    expect(toldOf('done')).toEqual([{ flow: 'register', result: 'ok' }]);
    const strip = document.getElementById('emb-close');
    expect(strip?.hidden).toBe(true);
    const [later] = waits.mock.calls.find(([, ms]) => ms === 10_000) ?? [];
    expect(later).toBeTypeOf('function');
    if (typeof later === 'function') later();
    expect(strip?.hidden).toBe(false);
  });

  it('gives a page that does not belong here to the host, and stays', async () => {
    const { page, user, t } = await openWindow('/login');
    // The footer, which has one too, is not drawn in a window.
    await user.click((await page.findAllByRole('link', { name: t('head.stolen') }))[0] as HTMLElement);
    expect(toldOf('open')).toEqual([{ url: `${location.origin}/freeze` }]);
    expect(location.pathname).toBe('/login');
  });

  it('keeps what was typed when the network is away, and says so until it is back', async () => {
    const { page, user, t } = await openPassword({ replies: { checkPhone: 'no network', signInByPassword: 'no network' } });
    await page.findByRole('button', { name: t('si.btn') });
    await fill(user, inputNamed('account'), '13800138000');
    await fill(user, inputNamed('password'), 'violet7-Harbour');
    await user.click(page.getByRole('button', { name: t('si.btn') }));
    // The next answer that comes says that the network is back.
    await waitFor(() => expect(toldOf('offline').length).toBeGreaterThan(0));
    expect(inputNamed('password').value).toBe('violet7-Harbour');
    expect(toldOf('done')).toEqual([]);
    const strip = document.getElementById('emb-offline');
    window.dispatchEvent(new Event('offline'));
    expect(strip?.hidden).toBe(false);
    window.dispatchEvent(new Event('online'));
    expect(strip?.hidden).toBe(true);
    expect(told.at(-1)?.type).toBe('online');
  });
});

describe('a frame', () => {
  const code = 'BCDF-GHJK';

  async function openFrame() {
    const around = { postMessage: vi.fn<(text: string, origin: string) => void>() };
    vi.stubGlobal('parent', around);
    const opened = await openWindow(`/link?code=${code}`, { account: fullAccount() }, forum);
    const button = await opened.page.findByRole('button', { name: opened.t('btn.next') });
    return { ...opened, button };
  }

  it('opens a separate window where the engine cannot tell whether a button is covered', async () => {
    const popup = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, api, button } = await openFrame();
    await user.click(button);
    expect(popup.mock.calls.map(([url]) => new URL(String(url)).searchParams.get('display'))).toEqual(['popup']);
    expect(popup.mock.calls[0]?.[2]).toContain('noreferrer');
    expect(api.made.filter(({ name }) => name === 'findDeviceCode')).toEqual([]);
  });
});
