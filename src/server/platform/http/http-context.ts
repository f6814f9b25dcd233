import type { States } from '#contract/acts/act.ts';
import type { AnyRefusal } from '#contract/operations/desk/errors.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Clock, WallClock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { FieldDecryption } from '#server/platform/crypto/field-decryption.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Places } from '#server/platform/geo/places.ts';
import type { Log } from '#server/platform/observation/log.ts';
import type { RefusalDetail } from '#server/platform/refusal.ts';
import type { Metrics } from '#server/platform/observation/metrics/metrics.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import type { Tracing } from '#server/platform/observation/tracing/tracing.ts';
import { trustedProxies } from './requests/client-ip.ts';
import { cookieNames, type CookieNames } from './sessions/cookies.ts';
import { ownOrigins } from './requests/origin.ts';
import { apiHeaders, pageHeaders } from './security-headers.ts';
import type { SessionPort, SignedIn, PagePort, TokenPort } from './sessions/session-port.ts';

/** The dependencies of HTTP. */
export interface HttpDeps {
  readonly config: Pick<Config, 'env' | 'publicUrl' | 'cookieDomain' | 'encryption' | 'trustProxy' | 'geoHeader' | 'rateFactor'>;
  readonly sessions: SessionPort<SignedIn>;
  readonly pageTickets: PagePort<SignedIn>;
  readonly tokens: TokenPort<SignedIn>;
  /** Whether the account of the session knows a browser. */
  readonly knowsBrowser: (session: SignedIn, browser: string | undefined) => Promise<boolean>;
  /** Whether this account may build apps: the operator lets it, and it has accepted the current agreement. */
  readonly mayDevelop: (session: SignedIn) => Promise<boolean>;
  /**
   * Refuses a session whose account is in this state, for a call that is closed in it. Deliberately a method: the session
   * type of the product says more.
   * @throws {Refusal} agreementChanged, guardianNeeded, forbidden, unauthorized
   */
  refuseIn(state: keyof States, session: SignedIn): void;
  readonly limiter: RateLimiter;
  readonly fieldDecryption: FieldDecryption;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly log: Log;
  /** Undefined when metrics are off. */
  readonly metrics?: Metrics | undefined;
  /** Undefined when tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** Places of client IPs; undefined without configuration. */
  readonly places: Places | undefined;
  /** The catalogue entry's message, with the numbers of its detail; texts live outside of the platform. */
  readonly refusalText: (name: AnyRefusal, language: Language, detail?: RefusalDetail) => string;
  /** The page for a browser whose cookies are too long to be read. */
  readonly tooManyCookies: string;
}

/** The dependencies, with all values that are computed once. */
export interface HttpContext extends HttpDeps {
  /** Whether the site is served over https. */
  readonly secure: boolean;
  readonly names: CookieNames;
  readonly origins: ReadonlySet<string>;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly apiHeaders: Readonly<Record<string, string>>;
  readonly pageHeaders: Readonly<Record<string, string>>;
}

export function httpContext(deps: HttpDeps): HttpContext {
  const secure = deps.config.publicUrl.startsWith('https:');
  return {
    ...deps,
    secure,
    names: cookieNames(secure),
    origins: ownOrigins(deps.config.publicUrl),
    isTrustedProxy: trustedProxies(deps.config.trustProxy),
    apiHeaders: apiHeaders(secure),
    pageHeaders: pageHeaders(secure),
  };
}
