import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EmbeddedHost, PageMessages } from '#contract/apps/openid/embedded.words.ts';
import { openBridge, type Receive } from './bridge.ts';

const forum: EmbeddedHost = { id: 'forum', bridge: 'postMessage', origin: 'https://bbs.example.com' };
const desktop: EmbeddedHost = { id: 'cedar-desktop', bridge: 'qwebchannel' };
const deepin: EmbeddedHost = { ...desktop, dialect: 'deepin' };

const received = vi.fn<Receive>();
type Post = (text: string, origin: string) => void;

let opener: { readonly postMessage: ReturnType<typeof vi.fn<Post>> };

beforeEach(() => {
  received.mockClear();
  opener = { postMessage: vi.fn<Post>() };
  vi.stubGlobal('opener', opener);
});

afterEach(() => vi.unstubAllGlobals());

function hear(
  data: unknown,
  { origin = forum.origin, source = opener }: { readonly origin?: string | undefined; readonly source?: unknown } = {},
): void {
  window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
}

const message = (type: string, data: unknown = {}) => JSON.stringify({ v: 1, type, data });

/** A host with the objects of Qt's web channel. */
function qtHost(client: object): void {
  vi.stubGlobal('qt', { webChannelTransport: {} });
  vi.stubGlobal('QWebChannel', function QWebChannel(_transport: unknown, ready: (channel: object) => void) {
    ready({ objects: { client } });
  });
}

describe('a host that posts messages', () => {
  test('gets them only at its own origin', () => {
    openBridge(forum, received)('done', { flow: 'consent', result: 'ok' });
    expect(opener.postMessage.mock.calls).toEqual([[message('done', { flow: 'consent', result: 'ok' }), 'https://bbs.example.com']]);
  });

  test('is heard; another origin or window never is', () => {
    openBridge(forum, received);
    hear(message('look', { theme: 'dark' }));
    expect(received.mock.calls).toEqual([['look', { theme: 'dark' }]]);
    received.mockClear();
    for (const origin of ['https://evil.example', 'https://bbs.example.com.evil.example', 'http://bbs.example.com', 'null', '']) {
      hear(message('look', { theme: 'dark' }), { origin });
    }
    for (const source of [window, null, { postMessage: vi.fn<Post>() }]) hear(message('look', { theme: 'dark' }), { source });
    expect(received).not.toHaveBeenCalled();
    expect(opener.postMessage).not.toHaveBeenCalled();
  });

  test('is not heard in any other form, nor above 8 KiB', () => {
    openBridge(forum, received);
    for (const bad of [
      '',
      '{',
      'null',
      '[]',
      '{"v":2,"type":"look","data":{}}',
      '{"v":1,"type":"look"}',
      '{"v":1,"type":"look","data":null}',
      1,
      {},
      null,
    ])
      hear(bad);
    hear(message('look', { theme: 'x'.repeat(8192) }));
    expect(received).not.toHaveBeenCalled();
  });
});

describe('a host with a web channel', () => {
  test('gets and sends texts by its object `client`', () => {
    const sent: string[] = [];
    let toPage: (text: unknown) => void = () => undefined;
    qtHost({ message: (text: string) => sent.push(text), hostMessage: { connect: (listener: typeof toPage) => (toPage = listener) } });
    const tell = openBridge(desktop, received);
    tell('size', { height: 640 });
    toPage(message('back'));
    toPage(42);
    expect(sent).toEqual([message('size', { height: 640 })]);
    expect(received.mock.calls).toEqual([['back', {}]]);
  });

  test('of the open deepin client is served by its own three calls, and its `authCallback` never', () => {
    const client = {
      JSLoadState: vi.fn<(loaded: boolean) => void>(),
      open: vi.fn<(url: string) => void>(),
      close: vi.fn<() => void>(),
      authCallback: vi.fn<() => void>(),
    };
    qtHost(client);
    const tell = openBridge(deepin, received);
    tell('ready', { height: 1, title: '', capabilities: [] });
    tell('open', { url: 'https://id.example.com/freeze' });
    tell('offline', {});
    tell('done', { flow: 'signIn', result: 'ok' });
    expect([client.JSLoadState.mock.calls, client.open.mock.calls, client.close.mock.calls]).toEqual([
      [[true]],
      [['https://id.example.com/freeze']],
      [[]],
    ]);
    expect(client.authCallback).not.toHaveBeenCalled();
    const page = window as unknown as Record<string, (value: string) => void>;
    page['changeThemeType']?.('dark');
    page['changeActiveColor']?.('#0081FF');
    page['changeStandardFont']?.('Noto Sans');
    expect(received.mock.calls).toEqual([
      ['look', { theme: 'dark' }],
      ['look', { accent: '0081FF' }],
      ['look', { font: 'Noto Sans' }],
    ]);
  });

  test('without the dialect gets nothing through an object of another kind', () => {
    const client = { JSLoadState: vi.fn<(loaded: boolean) => void>(), close: vi.fn<() => void>() };
    qtHost(client);
    openBridge(desktop, received)('done', { flow: 'signIn', result: 'ok' });
    expect(client.close).not.toHaveBeenCalled();
  });
});

test('no message has a place for a secret or for data of a person', () => {
  // Compiled: a new field of a message needs a new row here.
  const fields: { readonly [Type in keyof PageMessages]: readonly (keyof PageMessages[Type])[] } = {
    ready: ['height', 'title', 'capabilities'],
    size: ['height'],
    title: ['title'],
    open: ['url'],
    offline: [],
    online: [],
    done: ['flow', 'result'],
    language: ['language'],
  };
  expect(Object.values(fields).flat()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/token|code|session|phone|mail|name|account/i)]),
  );
});
