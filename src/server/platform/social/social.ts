import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { NoAnswer, callOut, type IncomingAnswer, type OutgoingCall } from '#server/platform/outbound/call-out.ts';

/** One registration of ours at a platform. */
export interface SocialApp {
  readonly id: string;
  readonly secret: string;
}

/** A person as a platform knows them. */
export interface SocialIdentity {
  readonly platform: Platform;
  /** The id of our app there, for which `subject` holds. */
  readonly app: string;
  readonly subject: string;
  /** The same over all apps of one owner; undefined where the platform did not tell it. */
  readonly unionId: string | undefined;
  /** As the person wrote it there; may be empty. For display only: nothing of it is proven. */
  readonly name: string;
  /** Where the picture is for now; undefined where there is none. */
  readonly avatarUrl: string | undefined;
  /** Where the platform tells of people who withdraw: what proves then that they did. Good for nothing else here. */
  readonly grant?: SocialGrant | undefined;
}

/** A platform's token, kept to ask about it alone. */
export interface SocialGrant {
  readonly token: string;
  /** Milliseconds from the exchange on. */
  readonly lifeMs: number;
}

/**
 * Why a platform did not say who the person is. `code`: the code is wrong, used or too old. `person`: the platform refuses this person
 * (banned, limited, a visitor without a profile). `configuration`: our id, secret, address or permission is wrong. `unavailable`: it is
 * busy or answers nonsense. `timeout`: it does not answer.
 */
export type SocialFailure = 'code' | 'person' | 'configuration' | 'unavailable' | 'timeout';

export class SocialError extends Error {
  readonly failure: SocialFailure;
  /** The platform's own number, for the log. */
  readonly providerCode: string;

  constructor(failure: SocialFailure, providerCode: string, options?: ErrorOptions) {
    super(`the platform refused: ${failure} ${providerCode}`, options);
    this.name = 'SocialError';
    this.failure = failure;
    this.providerCode = providerCode;
  }
}

export interface AuthorizeRequest {
  /** Letters and digits, at most 128: WeChat takes nothing else. */
  readonly state: string;
  readonly redirectUri: string;
  readonly language: Language;
  readonly userAgent: string;
}

/** Where the person goes to say who they are, and which app of ours asks. */
export interface Authorization {
  readonly url: string;
  readonly app: string;
}

export interface ExchangeRequest {
  readonly code: string;
  /** As in the authorisation. */
  readonly redirectUri: string;
  readonly app: string;
}

/** A social platform, as far as signing in needs it. Tokens stay in here: they are used once and forgotten, but for a {@link SocialGrant}. */
export interface SocialClient {
  authorize(request: AuthorizeRequest): Authorization;
  /** @throws {SocialError} */
  exchange(request: ExchangeRequest): Promise<SocialIdentity>;
  /** Whether a picture of the platform may be fetched from there: never an address of somebody's choice. */
  isAvatarHost(hostname: string): boolean;
  /**
   * Whether a token that has not expired does not hold any more, because the person took it back. Only where the platform tells of that.
   * @throws {SocialError} when the platform does not say
   */
  isWithdrawn?(token: string, subject: string): Promise<boolean>;
}

export type SocialClients = Readonly<Partial<Record<Platform, SocialClient>>>;

/**
 * `callOut` in the terms of this module.
 * @throws {SocialError} timeout, unavailable
 */
export async function askPlatform(url: URL, call: OutgoingCall): Promise<IncomingAnswer> {
  try {
    return await callOut(url, call);
  } catch (error) {
    if (error instanceof NoAnswer && error.outcome === 'timeout') throw new SocialError('timeout', '', { cause: error });
    throw new SocialError('unavailable', '', { cause: error });
  }
}

/** What is left of the time that several questions share, in milliseconds, at least 1. */
export function shareTime(timeoutMs: number): () => number {
  const end = performance.now() + timeoutMs;
  return () => Math.max(1, Math.ceil(end - performance.now()));
}

/** An address with these parameters, in their order. */
export function urlOf(base: string, path: string, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(base + path);
  url.search = new URLSearchParams(parameters).toString();
  return url;
}

/** The host, or a host below it. */
export function isWithin(hostname: string, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/** Which of our apps there: a callback never comes for one that is not configured any more. */
export function appOf(apps: readonly SocialApp[], id: string): SocialApp {
  const app = apps.find((one) => one.id === id);
  if (app === undefined) throw new SocialError('configuration', 'app');
  return app;
}
