import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nowhere, type Place } from '#server/platform/geo/places.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { defaultLanguage, type Language } from '#contract/vocabulary/languages.ts';
import { canonicalIp, forwardedIp } from './client-ip.ts';
import { notModified, type Call } from '#server/platform/http/call.ts';
import { readCookie, readCookies, writeCookie } from '#server/platform/http/sessions/cookies.ts';
import { isCsrfToken, newCsrfToken, sessionBinding } from '#server/platform/http/sessions/csrf.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import type { BoundEndpoint } from '#server/platform/http/implement.ts';
import { chosenLanguage, languageOfHeader } from '#server/platform/http/sessions/language.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';

/** Seconds. The longest time that browsers keep a cookie. */
const browserCookieAge = 400 * 86_400;
const visitorCookieAge = 30 * 86_400;
const ageCookieAge = 86_400;
const languageCookieAge = 365 * 86_400;

const tokenForm = /^[\w-]{43}$/;

/** The call of a request. Values are computed on demand, so that reading the account pays for nothing more. */
export class RequestCall implements Call<SignedIn | undefined> {
  readonly bound: BoundEndpoint;
  /** `performance.now()` at the start. */
  readonly startedAt: number;
  session: SignedIn | undefined;
  /** Whether an access token stands for the caller, instead of cookies. */
  usesToken = false;
  readonly #context: HttpContext;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #cookies: string | undefined;
  #clientIp: string | undefined;
  #visitor: string | undefined;
  /** Null until it is read. */
  #sessionToken: string | undefined | null = null;
  #visitorCookie: string | undefined;
  #browserCookie: string | undefined;
  #setCookies: Map<string, string> | undefined;

  constructor(context: HttpContext, bound: BoundEndpoint, exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply }) {
    this.bound = bound;
    this.startedAt = performance.now();
    this.session = undefined;
    this.#context = context;
    this.#request = exchange.request;
    this.#reply = exchange.reply;
    this.#cookies = exchange.request.raw.headers.cookie;
  }

  get body(): unknown {
    return this.#request.body;
  }

  get query(): unknown {
    return this.#request.query;
  }

  get params(): unknown {
    return this.#request.params;
  }

  get requestId(): string {
    return this.#request.id;
  }

  get lang(): Language {
    return chosenLanguage(this.#cookies) ?? languageOfHeader(this.#request.raw.headers['accept-language']);
  }

  get langChosen(): boolean {
    return chosenLanguage(this.#cookies) !== undefined;
  }

  get clientIp(): string {
    // Cached for limits, queues, the trail and the log: computing it means parsing every address that a proxy has
    // added.
    return (this.#clientIp ??= clientIp(this.#request));
  }

  get country(): string {
    return countryOf(this.#request, this.#context);
  }

  /** The requested path, without the query. */
  get path(): string {
    return this.#request.url.split('?', 1)[0] ?? '';
  }

  get userAgent(): string {
    return (this.#request.raw.headers['user-agent'] ?? '').slice(0, 300);
  }

  get ifNoneMatch(): string | undefined {
    return this.#request.raw.headers['if-none-match'];
  }

  get sessionToken(): string | undefined {
    if (this.#sessionToken === null) this.#sessionToken = this.#token(this.#context.names.session);
    return this.#sessionToken;
  }

  get visitor(): string {
    return (this.#visitor ??= sha256(this.#ensureVisitor()));
  }

  get browser(): string | undefined {
    const value = this.#browserCookie ?? this.#token(this.#context.names.browser);
    return value === undefined ? undefined : sha256(value);
  }

  get keptAge(): string | undefined {
    return readCookie(this.#cookies, this.#context.names.age);
  }

  get requestHeaders(): IncomingHttpHeaders {
    return this.#request.raw.headers;
  }

  requestHeader(name: string): string | undefined {
    const value = this.#request.raw.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  placeIn(language: Language): Place {
    const told = toldCountry(this.#request, this.#context);
    const found = this.#context.places?.find(this.clientIp, language) ?? nowhere;
    return told === '' || told === found.country ? found : { ...nowhere, country: told };
  }

  /** The binding of this request's CSRF tokens, and the key of its visitor's rates. */
  get binding(): string {
    const token = this.sessionToken;
    return token === undefined ? `visitor:${this.visitor}` : sessionBinding(token);
  }

  /** Whether header and cookie carry the same CSRF token, made for this session or visitor. */
  hasCsrfToken(): boolean {
    const token = this.requestHeader('x-csrf-token');
    const kept = this.#goodCsrfCookie();
    return token !== undefined && kept !== undefined && sameText(token, kept);
  }

  /** The CSRF cookie that was made for this session or visitor. Another host may have planted more of its name. */
  #goodCsrfCookie(): string | undefined {
    const values = readCookies(this.#cookies, this.#context.names.csrf).slice(0, 4);
    return values.find((value) => isCsrfToken(this.#context.keyring, value, this.binding));
  }

  setSession(token: string, expiresAt: number): void {
    const { name, endpoint } = this.bound;
    // By this flag of the row the browser forgets the data of its previous user.
    if (!endpoint.beginsSession && !endpoint.renewsSession) throw new Error(`${name} sets a session, and its row does not say so`);
    const maxAge = Math.max(0, Math.floor((expiresAt - this.#context.clock.now()) / 1000));
    this.#setCookie(this.#context.names.session, token, { maxAge, httpOnly: true });
    this.#setCsrf(sessionBinding(token));
  }

  clearSession(): void {
    if (!this.bound.endpoint.endsSession) throw new Error(`${this.bound.name} ends a session, and its row does not say so`);
    this.takeSessionAway();
  }

  /** Clears the session for an answer that reports its absence: a refusal. */
  takeSessionAway(): void {
    this.#setCookie(this.#context.names.session, '', { maxAge: 0, httpOnly: true });
    this.#setCsrf(`visitor:${this.visitor}`);
  }

  issueCsrf(): void {
    // A valid token stays, because calls in flight would be refused otherwise.
    this.#setCsrf(this.binding, this.#goodCsrfCookie());
  }

  rememberBrowser(): string {
    const known = this.browser;
    if (known !== undefined) return known;
    const mark = newToken();
    this.#browserCookie = mark;
    this.#setCookie(this.#context.names.browser, mark, { maxAge: browserCookieAge, httpOnly: true });
    return sha256(mark);
  }

  keepAge(answer: string): void {
    this.#setCookie(this.#context.names.age, answer, { maxAge: ageCookieAge, httpOnly: true });
  }

  setLanguage(language: Language): void {
    const { config, names } = this.#context;
    this.#setCookie(names.lang, language, { maxAge: languageCookieAge, httpOnly: false, domain: config.cookieDomain });
  }

  header(name: string, value: string): void {
    this.#reply.header(name, value);
  }

  notModified(): typeof notModified {
    return notModified;
  }

  /** Drops all cookies that the call wanted to set: a refusal leaves nothing behind. */
  dropCookies(): void {
    if (this.#setCookies === undefined) return;
    this.#setCookies = undefined;
    this.#reply.removeHeader('set-cookie');
  }

  #ensureVisitor(): string {
    const known = this.#visitorCookie ?? this.#token(this.#context.names.visitor);
    const visitor = known ?? newToken();
    this.#visitorCookie = visitor;
    if (known === undefined) this.#setCookie(this.#context.names.visitor, visitor, { maxAge: visitorCookieAge, httpOnly: true });
    return visitor;
  }

  /** The cookie's value if it is a token of ours; other values count as absent. */
  #token(name: string): string | undefined {
    return readCookie(this.#cookies, name, (value) => tokenForm.test(value));
  }

  #setCsrf(binding: string, token = newCsrfToken(this.#context.keyring, binding)): void {
    this.#setCookie(this.#context.names.csrf, token, { maxAge: visitorCookieAge, httpOnly: false });
  }

  #setCookie(
    name: string,
    value: string,
    options: { readonly maxAge: number; readonly httpOnly: boolean; readonly domain?: string | undefined },
  ): void {
    this.#setCookies ??= new Map();
    this.#setCookies.set(name, writeCookie(name, value, { ...options, secure: this.#context.secure }));
    this.#reply.removeHeader('set-cookie');
    this.#reply.header('set-cookie', [...this.#setCookies.values()]);
  }
}

/**
 * The canonical client IP: the last entry not added by a trusted proxy; the peer's IP if a proxy passed on invalid
 * text.
 */
export function clientIp(request: FastifyRequest): string {
  return forwardedIp(request.ip) ?? canonicalIp(request.raw.socket.remoteAddress ?? '') ?? '0.0.0.0';
}

/** The language of a request without a call: unknown paths, pages. */
export function languageOf(request: FastifyRequest): Language {
  return chosenLanguage(request.raw.headers.cookie) ?? languageOfHeader(request.raw.headers['accept-language']);
}

/** ISO 3166 alpha-2 of the country of a request, or empty; for calls and pages. */
export function countryOf(request: FastifyRequest, context: CountryContext): string {
  return toldCountry(request, context) || (context.places?.find(clientIp(request), defaultLanguage).country ?? '');
}

type CountryContext = Pick<HttpContext, 'config' | 'isTrustedProxy' | 'places'>;

/** The country from the operator's proxy only. */
function toldCountry(request: FastifyRequest, { config, isTrustedProxy }: CountryContext): string {
  if (config.geoHeader === undefined) return '';
  const peer = canonicalIp(request.raw.socket.remoteAddress ?? '');
  const country = String(request.raw.headers[config.geoHeader] ?? '').toUpperCase();
  return peer !== undefined && isTrustedProxy(peer) && /^[A-Z]{2}$/.test(country) ? country : '';
}
function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
