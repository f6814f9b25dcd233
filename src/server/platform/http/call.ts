import type { Language } from '#contract/vocabulary/languages.ts';
import type { Place } from '#server/platform/geo/places.ts';
import type { SignedIn } from './session-port.ts';

/** Returned by a handler instead of data: the caller's copy is still good (304). */
export const notModified: unique symbol = Symbol('not modified');

/** One request as a capability sees it: checked shapes, who calls, and what may be set on the answer. */
export interface Call<Session extends SignedIn | undefined = SignedIn | undefined, Body = unknown, Query = unknown, Params = unknown> {
  /** Checked against the schema, encrypted fields in plain text. */
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  /** The session; undefined for visitors. */
  readonly session: Session;
  /** The language of texts for this caller: cookie `lang`, else Accept-Language. An account's own language goes before it. */
  readonly lang: Language;
  /** Whether the caller has chosen a language, that is: whether the cookie exists. */
  readonly langChosen: boolean;
  /** The source address in canonical text: IPv4 dotted, IPv6 compressed. */
  readonly clientIp: string;
  /** ISO 3166 alpha-2 of the country that a trusted proxy told, else of the place database, else ''. */
  readonly country: string;
  /** Where the source address is, named in a language. The country is as above; what is known of another country is left out. */
  placeIn(language: Language): Place;
  readonly userAgent: string;
  readonly requestId: string;
  /** The session cookie as it came, whoever's it is; undefined when there is none, or several. */
  readonly sessionToken: string | undefined;
  /** SHA-256 of the visitor cookie, base64url. The cookie is set when there is none. */
  readonly visitor: string;
  /** SHA-256 of the cookie that marks a known browser; undefined when there is none. */
  readonly browser: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** A request header in one value; undefined when absent. Name in lower case. */
  requestHeader(name: string): string | undefined;
  /** Sets the session cookie and a csrf cookie that is bound to it. `expiresAt` in ms. */
  setSession(token: string, expiresAt: number): void;
  /** Takes the session cookie away and binds the csrf cookie to the visitor again. */
  clearSession(): void;
  /** Sets the csrf cookie for the session or visitor of this request (`GET /key`). */
  issueCsrf(): void;
  /** Marks this browser as known, if it is not yet, and returns the mark's hash. */
  rememberBrowser(): string;
  setLanguage(language: Language): void;
  /** Sets a header of the answer. */
  header(name: string, value: string): void;
  notModified(): typeof notModified;
}
