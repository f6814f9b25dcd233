/**
 * Pages inside a window or a frame of a host: the desktop's sign-in window, a site of the operator. Both ends of the
 * bridge and the server agree on this file.
 */

/** How messages travel: an object that Qt's web channel gives the page, or `postMessage`. */
export const bridges = ['qwebchannel', 'postMessage'] as const;
export type Bridge = (typeof bridges)[number];

/** Pages that can be embedded. A path that ends in a slash names all pages below it. */
const embeddedPaths = [
  '/login',
  '/register',
  '/register/support',
  '/register/follow',
  '/register/result-center/',
  '/recover',
  '/mobile-result-center/',
  '/terms',
  '/consent',
  '/link',
] as const;

/** Two addresses of one page: inside a window it is always the one without its own frame. */
const recoveryPaths = ['/edit-password', '/mobile-modify-info/forgotPassword'];

/** The path of a page inside a window. Undefined: it does not belong there, and is handed to the host. */
export function embeddedPath(path: string): string | undefined {
  if (recoveryPaths.includes(path)) return '/register/support';
  return embeddedPaths.some((known) => path === known || (known.endsWith('/') && path.startsWith(known))) ? path : undefined;
}

/** Names in the query, in the order in which they are carried along. */
export const embeddedNames = ['display', 'host', 'theme', 'accent', 'font', 'ui_locales'] as const;

/** A value that does not pass is dropped, never an error. */
export const lookRules = {
  theme: /^(?:light|dark|auto)$/,
  accent: /^[\da-f]{6}$/i,
  font: /^[\p{L}\p{N} ._-]{1,64}$/u,
} as const;

/** How the host wants the page to look. */
export type Look = Readonly<Partial<Record<keyof typeof lookRules, string>>>;

/** Flows that end within the window. A sign-in for an app ends with the redirect to the app. */
export type EmbeddedFlow = 'signIn' | 'register' | 'resetPassword' | 'consent' | 'link';

type Nothing = Readonly<Record<string, never>>;

/**
 * Messages of the page, and of the host. None holds a session, a code, a token, a phone, an email or a name: the
 * result of a flow comes by its redirect.
 */
export interface PageMessages {
  readonly ready: { readonly height: number; readonly title: string; readonly capabilities: readonly string[] };
  readonly size: { readonly height: number };
  readonly title: { readonly title: string };
  /** A page that does not belong into the window: https, without the query of a page of ours. */
  readonly open: { readonly url: string };
  readonly offline: Nothing;
  readonly online: Nothing;
  readonly done: { readonly flow: EmbeddedFlow; readonly result: 'ok' | 'cancelled' };
  readonly language: { readonly language: string };
}

export interface HostMessages {
  readonly hello: { readonly capabilities: readonly string[] };
  readonly look: Look;
  /** A language tag (BCP 47). */
  readonly language: { readonly language: string };
  readonly back: Nothing;
  readonly focus: Nothing;
}

/** One message, as JSON. */
export interface BridgeMessage<Messages, Type extends keyof Messages = keyof Messages> {
  readonly v: 1;
  readonly type: Type;
  readonly data: Messages[Type];
}

/** Longer texts are not read. In UTF-16 units, as a page counts them. */
export const longestMessage = 8192;

/** Facts of the host for the script of an embedded page; only operators' settings. */
export interface EmbeddedHost {
  readonly id: string;
  readonly bridge: Bridge;
  /** Only for `postMessage`: the one origin that is ever answered. */
  readonly origin?: string;
  /** Whether a QWebChannel host may be an open deepin client. */
  readonly dialect?: 'deepin';
}
