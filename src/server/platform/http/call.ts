import type { Language } from '#contract/vocabulary/languages.ts';
import type { Place } from '#server/platform/geo/places.ts';
import type { SignedIn } from './sessions/session-port.ts';

/** Returned by a handler instead of data: the caller's copy is still valid (304). */
export const notModified: unique symbol = Symbol('not modified');

/** Returned by a handler instead of data: a file that is made while it is taken. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;

  constructor({ name, type, bytes }: Pick<FileAnswer, 'name' | 'type' | 'bytes'>) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }
}

/** One request from the view of a capability: checked input, the caller, and setters for the answer. */
export interface Call<Session extends SignedIn | undefined = SignedIn | undefined, Body = unknown, Query = unknown, Params = unknown> {
  /** Checked against the schema, encrypted fields in plain text. */
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  /** The session; undefined for visitors. */
  readonly session: Session;
  /**
   * The language of texts for this caller: cookie `lang`, then Accept-Language. An account's own language takes
   * precedence.
   */
  readonly lang: Language;
  /** Whether the caller has chosen a language: the cookie exists. */
  readonly langChosen: boolean;
  /** The client IP in canonical text: IPv4 dotted, IPv6 compressed. */
  readonly clientIp: string;
  /** ISO 3166 alpha-2 of the country from a trusted proxy, otherwise from the place database, otherwise ''. */
  readonly country: string;
  /**
   * The place of the client IP, named in a language. The country is as above; details in another country are left out.
   */
  placeIn(language: Language): Place;
  readonly userAgent: string;
  readonly requestId: string;
  /** The received session cookie, of any owner; undefined for none or several. */
  readonly sessionToken: string | undefined;
  /** SHA-256 of the visitor cookie, base64url. Sets the cookie if there is none. */
  readonly visitor: string;
  /** SHA-256 of the cookie that marks a known browser; undefined without one. */
  readonly browser: string | undefined;
  /** The browser's answer to the age gate, as `keepAge` kept it; undefined without one. */
  readonly keptAge: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** A request header as one value; undefined when absent. Name in lower case. */
  requestHeader(name: string): string | undefined;
  /** Sets the session cookie and a CSRF cookie bound to it. `expiresAt` in ms. */
  setSession(token: string, expiresAt: number): void;
  /** Removes the session cookie and binds the CSRF cookie to the visitor again. */
  clearSession(): void;
  /** Sets the CSRF cookie for the session or visitor of this request (`GET /key`). */
  issueCsrf(): void;
  /** Marks this browser as known if needed, and returns the hash of the mark. */
  rememberBrowser(): string;
  /** Keeps the answer to the age gate for a day. */
  keepAge(answer: string): void;
  setLanguage(language: Language): void;
  /** Sets a response header. */
  header(name: string, value: string): void;
  notModified(): typeof notModified;
}
