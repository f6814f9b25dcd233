import { sizeObserverOf } from '#web/lib/browser/browser.ts';
import { embeddedNames, embeddedPath, type EmbeddedFlow, type EmbeddedHost } from '#contract/apps/openid/embedded.words.ts';
import { openBridge, type Receive, type Tell } from './bridge.ts';
import './embedded.css';
import { changeLook, startLook } from './look.ts';
import { watchCalls } from './network.ts';
import { guardButtons } from './seen.ts';

/** After this time a page that is still open says that it can be closed. */
const closeMs = 10_000;

const root = document.documentElement;
const part = (id: string): HTMLElement | null => document.getElementById(id);

let tell: Tell = () => undefined;
let isOffline = false;

/**
 * The part of an embedded page that knows its host. Runs before the application, which knows nothing of it: a path that
 * it goes to keeps the names of the window, and a page that does not belong here is given to the host.
 */
export function embed(host: EmbeddedHost): void {
  startLook();
  tell = openBridge(host, receive);
  watchCalls({ onOffline: () => showOffline(true), onOnline: () => showOffline(false), onAnswer });
  keepNames();
  followLinks();
  guardButtons();
  // The notice of the application would say the same again.
  addEventListener('offline', (event) => {
    event.stopImmediatePropagation();
    showOffline(true);
  });
  addEventListener('online', () => showOffline(false));
  // A module runs when the document is there.
  begin();
}

function begin(): void {
  let { title } = document;
  let height = root.scrollHeight;
  tell('ready', { height, title, capabilities: ['look', 'language', 'back', 'focus'] });
  if ('handed' in root.dataset) {
    handOver();
    return;
  }
  const heading = document.querySelector('title');
  const watch = new MutationObserver(() => {
    if (title === document.title) return;
    ({ title } = document);
    tell('title', { title });
  });
  if (heading !== null) watch.observe(heading, { childList: true });
  sizeObserverOf(() => {
    if (height === root.scrollHeight) return;
    height = root.scrollHeight;
    tell('size', { height });
  })?.observe(document.body);
  arrive();
}

const receive: Receive = (type, data) => {
  if (type === 'look') changeLook(data);
  if (type === 'language' && typeof data['language'] === 'string') changeLanguage(data['language']);
  if (type === 'back') history.back();
  if (type === 'focus') takeFocus();
};

/** Where the person was stays; otherwise it is the first field. */
function takeFocus(): void {
  if (document.activeElement?.closest('main') !== null) return;
  document.querySelector<HTMLElement>('main input:not([type=hidden]):not(:disabled), main button:not(:disabled), main a')?.focus();
}

/** Only for this window: no cookie. */
function changeLanguage(language: string): void {
  if (!/^[a-z\d-]{2,35}$/i.test(language)) return;
  const url = new URL(location.href);
  url.searchParams.set('ui_locales', language);
  if (url.href !== location.href) location.replace(url);
}

function showOffline(now: boolean): void {
  if (now === isOffline) return;
  isOffline = now;
  const strip = part('emb-offline');
  if (strip !== null) strip.hidden = !now;
  tell(now ? 'offline' : 'online', {});
}

/** A page of ours goes without its query, which may name a person. */
function openElsewhere(url: URL): void {
  const address = url.origin === location.origin ? url.origin + url.pathname : url.href;
  if (url.protocol === 'https:' || url.origin === location.origin) tell('open', { url: address });
}

/** The names of this window, for a URL of ours. */
function named(url: URL): URL {
  const here = new URLSearchParams(location.search);
  for (const name of embeddedNames) {
    const value = here.get(name);
    if (value !== null && !url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url;
}

function keepNames(): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name].bind(history);
    history[name] = (state, title, to) => {
      const url = new URL(to ?? location.href, location.href);
      const path = embeddedPath(url.pathname);
      if (path === undefined) {
        openElsewhere(url);
        return;
      }
      url.pathname = path;
      write(state, title, named(url));
      arrive();
    };
  }
}

function followLinks(): void {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link === null) return;
      const language = link.dataset['language'];
      const url = new URL(link.href);
      const isCancel = /^\/oidc\/interaction\/[^/]+\/leave$/.test(url.pathname);
      if (isCancel) end('signIn', 'cancelled');
      const isOurs = url.origin === location.origin && (embeddedPath(url.pathname) !== undefined || url.pathname.startsWith('/oidc/'));
      if (language === undefined && isOurs) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (language === undefined) {
        openElsewhere(url);
        return;
      }
      tell('language', { language });
      changeLanguage(language);
    },
    true,
  );
}

/** The end of a flow, as the answer of its last call shows it. */
function onAnswer(path: string, data: unknown): void {
  const answered = /^\/openid\/(interaction|device)\/(?:[^/]+\/)?(allow|deny)$/.exec(path);
  if (answered !== null) {
    end(answered[1] === 'device' ? 'link' : 'consent', answered[2] === 'allow' ? 'ok' : 'cancelled');
    return;
  }
  const isSession = typeof data === 'object' && data !== null && 'account' in data && data.account !== null;
  // The request of an app continues; its redirect is the end. A registration ends on its result page.
  const goesOn = (new URLSearchParams(location.search).get('redirect') ?? '').includes('/oidc/');
  if (isSession && !goesOn && location.pathname === '/login') end('signIn', 'ok');
}

/** The result page of a flow. */
function arrive(): void {
  const type = resultOf(location.pathname);
  if (type !== undefined) end(type, 'ok');
}

function resultOf(path: string): EmbeddedFlow | undefined {
  const type = /^\/(?:register\/|mobile-)result-center\/(register|resetPassword)$/.exec(path)?.[1];
  return type as EmbeddedFlow | undefined;
}

/**
 * The page that stands where one of ours was asked for that does not belong into the window: the host gets its address.
 * After the end of a flow it is only where the way would have continued.
 */
function handOver(): void {
  const query = new URLSearchParams(location.search);
  const from = query.get('from') ?? '';
  const to = new URL(query.get('to') ?? '/', location.origin);
  const isHome = to.pathname === '/';
  // A sign-in that a signed-in person opens is over.
  if (isHome && from === '') end('signIn', 'ok');
  const isEnd = isHome || from === '/login' || from === '/register' || resultOf(from) !== undefined;
  if (!isEnd && to.origin === location.origin) openElsewhere(to);
}

let ended: EmbeddedFlow | undefined;

function end(flow: EmbeddedFlow, result: 'ok' | 'cancelled'): void {
  if (ended === flow) return;
  ended = flow;
  tell('done', { flow, result });
  setTimeout(() => {
    const strip = part('emb-close');
    if (strip !== null) strip.hidden = false;
  }, closeMs);
}

const facts = root.dataset['embedded'];
// The server has written it.
if (facts !== undefined) embed(JSON.parse(facts) as EmbeddedHost);
