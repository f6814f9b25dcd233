import {
  longestMessage,
  type BridgeMessage,
  type EmbeddedHost,
  type HostMessages,
  type PageMessages,
} from '#contract/apps/openid/embedded.words.ts';

/** Takes the messages of the host that pass. */
export type Receive = (type: keyof HostMessages, data: Readonly<Record<string, unknown>>) => void;

/** Sends a message of the page. */
export type Tell = <Type extends keyof PageMessages>(type: Type, data: PageMessages[Type]) => void;

/** An object of Qt's web channel: ours, or the one of the open deepin client, whose `authCallback` is never called. */
interface Client {
  readonly message?: (text: string) => void;
  readonly hostMessage?: { readonly connect: (listener: (text: unknown) => void) => void };
  readonly JSLoadState?: (loaded: boolean) => void;
  readonly open?: (url: string) => void;
  readonly close?: () => void;
}

declare global {
  interface Window {
    readonly qt?: { readonly webChannelTransport?: unknown };
    /** The script of Qt, which the host injects. */
    readonly QWebChannel?: new (
      transport: unknown,
      ready: (channel: { readonly objects: { readonly client?: Client } }) => void,
    ) => unknown;
  }
}

/** Connects the page with its host. Messages wait until there is a host; without one they are nobody's. */
export function openBridge({ bridge, origin, dialect }: EmbeddedHost, receive: Receive): Tell {
  const waiting: string[] = [];
  let send: (text: string) => void = (text) => void waiting.push(text);
  const start = (to: typeof send): void => {
    send = to;
    waiting.splice(0).forEach(to);
  };
  const take = (text: unknown): void => {
    if (typeof text !== 'string' || text.length > longestMessage) return;
    try {
      const { v, type, data } = JSON.parse(text);
      if (v === 1 && typeof data === 'object' && data !== null) receive(type, data);
    } catch {
      // Not a message.
    }
  };
  if (bridge === 'postMessage') {
    const host: Window | null = parent === window ? opener : parent;
    addEventListener('message', (event) => {
      if (event.origin === origin && event.source === host) take(event.data);
    });
    if (host !== null && origin !== undefined) start((text) => host.postMessage(text, origin));
  } else if (window.QWebChannel !== undefined && window.qt?.webChannelTransport !== undefined) {
    // oxlint-disable-next-line no-new -- it calls back when the host has answered
    new window.QWebChannel(window.qt.webChannelTransport, ({ objects: { client } }) => {
      if (client?.message !== undefined) {
        client.hostMessage?.connect(take);
        start((text) => client.message?.(text));
      } else if (client !== undefined && dialect === 'deepin') {
        start((text) => speakDeepin(client, JSON.parse(text)));
      }
    });
  }
  if (dialect === 'deepin') {
    Object.assign(window, {
      changeThemeType: (theme: unknown) => receive('look', { theme }),
      changeActiveColor: (color: unknown) => receive('look', { accent: String(color).replace('#', '') }),
      changeStandardFont: (font: unknown) => receive('look', { font }),
    });
  }
  return <Type extends keyof PageMessages>(type: Type, data: PageMessages[Type]) => {
    const message: BridgeMessage<PageMessages, Type> = { v: 1, type, data };
    send(JSON.stringify(message));
  };
}

/** The open client has three calls for us. */
function speakDeepin(client: Client, { type, data }: { readonly type: string; readonly data: Readonly<Record<string, string>> }): void {
  if (type === 'ready') client.JSLoadState?.(true);
  if (type === 'open' && data['url'] !== undefined) client.open?.(data['url']);
  if (type === 'done') client.close?.();
}
