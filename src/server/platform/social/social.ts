import { cleanText } from '#contract/rules/clean-text.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { NoAnswer, callOut, type IncomingAnswer, type OutgoingCall } from '#server/platform/outbound/call-out.ts';
import { textOf, type LooseObject } from '#server/platform/outbound/loose-json.ts';

/** One registration of ours at a platform. */
export interface SocialApp {
  readonly id: string;
  readonly secret: string;
}

/** A social account as its platform reports it. */
export interface SocialIdentity {
  readonly platform: Platform;
  /** The id of our app at the platform; `subject` is valid within it. */
  readonly app: string;
  readonly subject: string;
  /** The same for all apps of one owner; undefined if the platform did not send it. */
  readonly unionId: string | undefined;
  /** For display only, because it is unproven; undefined if the platform did not show it this time. */
  readonly profile: SocialProfile | undefined;
  /** Token kept only to confirm a later withdrawal, where the platform reports withdrawals. Used for nothing more. */
  readonly grant?: SocialGrant | undefined;
}

/** How a person looks at a platform: decoration, which never decides a sign-in. */
export interface SocialProfile {
  /** May be empty. */
  readonly name: string;
  /** The current URL of the picture; undefined without one. */
  readonly avatarUrl: string | undefined;
}

/** A platform's token, kept only to confirm a withdrawal. */
export interface SocialGrant {
  readonly token: string;
  /** Milliseconds after the exchange. */
  readonly lifeMs: number;
}

/**
 * Why a platform did not identify the person. `code`: the code is wrong, used or too old. `person`: the platform
 * refuses this person (banned, limited, a visitor without a profile). `configuration`: our id, secret, URL or
 * permission is wrong. `unavailable`: it is busy or sends invalid answers. `timeout`: it does not answer.
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
  /** Letters and digits, at most 128: WeChat accepts nothing more. */
  readonly state: string;
  readonly redirectUri: string;
  readonly language: Language;
  readonly userAgent: string;
}

/** The URL where the person authorizes, and the requesting app. */
export interface Authorization {
  readonly url: string;
  readonly app: string;
}

export interface ExchangeRequest {
  readonly code: string;
  /** As in the authorization. */
  readonly redirectUri: string;
  readonly app: string;
}

/**
 * A social platform, as signing in needs it. Tokens are used once and dropped here, except a {@link
 * SocialGrant}.
 */
export interface SocialClient {
  authorize(request: AuthorizeRequest): Authorization;
  /** @throws {SocialError} */
  exchange(request: ExchangeRequest): Promise<SocialIdentity>;
  /** Whether pictures may be fetched from this host: a URL must never be chosen by others. */
  isAvatarHost(hostname: string): boolean;
  /**
   * Whether an unexpired token has become invalid because the person withdrew. Only for platforms that report
   * withdrawals.
   * @throws {SocialError} when the platform gives no answer
   */
  isWithdrawn?(token: string, subject: string): Promise<boolean>;
}

export type SocialClients = Readonly<Partial<Record<Platform, SocialClient>>>;

/**
 * `callOut` with the errors of this module, over a new connection: the platform may close a waiting one while the
 * request is on its way, and the code in it counts once.
 * @throws {SocialError} timeout, unavailable
 */
export async function askPlatform(url: URL, call: OutgoingCall): Promise<IncomingAnswer> {
  try {
    return await callOut(url, { ...call, headers: { ...call.headers, connection: 'close' } });
  } catch (error) {
    if (error instanceof NoAnswer && error.outcome === 'timeout') throw new SocialError('timeout', '', { cause: error });
    throw new SocialError('unavailable', '', { cause: error });
  }
}

/** Longest name and URL of a picture that are kept: real ones are far shorter. */
const mostName = 64;
const mostAvatar = 600;

/** The profile in a platform's answer: whatever stands in the places of name and pictures. */
export function profileIn(
  person: LooseObject,
  { name, avatars }: { readonly name: string; readonly avatars: readonly string[] },
): SocialProfile {
  const urls = avatars.map((avatar) => URL.parse(textOf(person, avatar) ?? '')?.href);
  const shown = cleanText.name(textOf(person, name) ?? '');
  return {
    name: Array.from(shown).slice(0, mostName).join(''),
    avatarUrl: urls.find((url) => url !== undefined && url.length <= mostAvatar),
  };
}

/**
 * The answer of a platform about a person whom it has already identified; undefined if there is none that can be used.
 * @throws {SocialError} person, where the platform refuses this person
 */
export async function askProfile(ask: () => Promise<LooseObject>): Promise<LooseObject | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SocialError && error.failure !== 'person') return undefined;
    throw error;
  }
}

/** The rest of the time for several requests, in milliseconds, at least 1. */
export function shareTime(timeoutMs: number): () => number {
  const end = performance.now() + timeoutMs;
  return () => Math.max(1, Math.ceil(end - performance.now()));
}

/** A URL with these parameters, in their order. */
export function urlOf(base: string, path: string, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(base + path);
  url.search = new URLSearchParams(parameters).toString();
  return url;
}

/** The host, or a host below it. */
export function isWithin(hostname: string, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/** One of our apps at the platform: a callback never comes for an app that is no longer configured. */
export function appOf(apps: readonly SocialApp[], id: string): SocialApp {
  const app = apps.find((one) => one.id === id);
  if (app === undefined) throw new SocialError('configuration', 'app');
  return app;
}
