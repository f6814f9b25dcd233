import type { KoaContextWithOIDC } from 'oidc-provider';
import { acrValues, type Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { reaches } from '#server/core/sign-in/ways/assurance.ts';
import { second } from '#server/platform/clock.ts';

/** Strength of a sign-in for apps: how strong it is, by which means (RFC 8176), and when, in seconds. */
interface SignInStrength {
  readonly acr: Acr;
  /** Absent where no means has a registered name. */
  readonly amr?: string[];
  readonly loginTs: number;
}

export function strengthOf({ assurance: { authAt, acr, amr } }: Pick<Session, 'assurance'>): SignInStrength {
  return { acr, ...(amr.length === 0 ? {} : { amr: [...amr] }), loginTs: Math.floor(authAt / second) };
}

/** Parameters of a request, as the app sent them; the library has checked their form. */
type Params = Readonly<Record<string, unknown>>;

/**
 * The values of `acr` of which the app must have one (OpenID Connect Core 5.5.1.1, RFC 9470): those of an essential
 * claim, otherwise `acr_values`. Undefined without a wish, and for `acr_values` that are all unknown here.
 */
export function wantedLevels({ claims, acr_values: voluntary }: Params): readonly string[] | undefined {
  const essential = essentialLevels(typeof claims === 'string' && claims !== '' ? JSON.parse(claims) : undefined);
  if (essential !== undefined) return essential;
  const known = typeof voluntary === 'string' ? voluntary.split(' ').filter(isLevel) : [];
  return known.length === 0 ? undefined : known;
}

function essentialLevels(claims: { readonly id_token?: { readonly acr?: unknown } | null } | undefined): readonly string[] | undefined {
  const acr = claims?.id_token?.acr;
  if (typeof acr !== 'object' || acr === null || !('essential' in acr) || acr.essential !== true) return undefined;
  if ('values' in acr) return Array.isArray(acr.values) ? acr.values.map(String) : [];
  return 'value' in acr ? [String(acr.value)] : undefined;
}

/** The strongest of the wanted levels that a sign-in reaches. */
export function reachedLevel(acr: string | undefined, wanted: readonly string[]): Acr | undefined {
  const own = levelOf(acr);
  return acrValues.findLast((level) => wanted.includes(level) && reaches(own, level));
}

/** The strength that a record of the library names. */
export function levelOf(acr: unknown): Acr {
  return isLevel(acr) ? acr : '1';
}

/** The weakest sign-in with which the app would be content; undefined where it asks for none, or for none of ours. */
export function leastLevel(wanted: readonly string[] | undefined): Acr | undefined {
  return wanted && acrValues.find((level) => wanted.includes(level));
}

/** Whether another sign-in of this account could reach one of them. Where a passkey is kept shows when it is used. */
export function mayReach({ passkeys, twoStepAt }: Pick<Account, 'passkeys' | 'twoStepAt'>, wanted: readonly string[]): boolean {
  const hasPasskey = passkeys.some(({ proves }) => proves);
  return reachedLevel(hasPasskey ? 'phrh' : twoStepAt === null ? '1' : '2', wanted) !== undefined;
}

/**
 * Whether a request needs a stronger sign-in. If not, the app learns the level that it asked for, which may be lower
 * than that of the session (OpenID Connect Core 5.5.1.1).
 */
export function needsMore({ oidc }: KoaContextWithOIDC): boolean {
  const wanted = wantedLevels(oidc.params ?? {});
  if (wanted === undefined || oidc.session?.accountId === undefined) return false;
  const reached = reachedLevel(oidc.session.acr, wanted);
  if (reached !== undefined) oidc.session.acr = reached;
  return reached === undefined;
}

function isLevel(value: unknown): value is Acr {
  return acrValues.some((level) => level === value);
}
