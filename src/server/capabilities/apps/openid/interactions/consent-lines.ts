import type Provider from 'oidc-provider';
import { isClaim, isConsentLine, personalClaims, type Claim, type ConsentLine } from '#contract/apps/openid/claims.words.ts';
import { desktopScope, isScope, type Scope } from '#contract/vocabulary/scopes.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import type { Consent } from '#server/core/apps/openid/consents.repository.ts';
import { claimsOfScopes, companions, isMissing, lacks, type ClaimedAccount } from '../tokens/claims.ts';

type Grant = InstanceType<Provider['Grant']>;

/** A line of the consent page: a scope, or claims beyond the scopes. */
export interface AskedLine {
  readonly name: ConsentLine;
  readonly required: boolean;
  readonly allowed: boolean;
  /** The account has nothing of it: it cannot be allowed. */
  readonly missing: boolean;
}

/** Wishes of an app: the parameters `scope` and `claims` of its request, each perhaps ''. */
export interface Wanted {
  readonly client: OpenidClient;
  readonly scope: string;
  readonly claims: string;
}

/** The sign-in itself, of a person or of a desktop, cannot be left out; the other lines grant reading. */
const required: ReadonlySet<ConsentLine> = new Set(['openid', desktopScope]);

/** Whether the app cannot do without the email for which it asks. */
export function needsEmail({ client, scope }: Pick<Wanted, 'client' | 'scope'>): boolean {
  return client.needsEmail && client.scopes.includes('email') && scope.split(' ').includes('email');
}

/** Whether the app would start without something that it needs and the account does not have. */
export function lacksNeeded(wanted: Wanted, account: ClaimedAccount): boolean {
  return needsEmail(wanted) && isMissing(account, 'email');
}

/** Whether the account service of a desktop asks: its grant belongs to a device, and each one is asked for again. */
export function isDesktopRequest({ client, scope }: Pick<Wanted, 'client' | 'scope'>): boolean {
  return client.scopes.includes(desktopScope) && scope.split(' ').includes(desktopScope);
}

const isPersonal = (claim: string): boolean => personalClaims.some((one) => one === claim);

/** Claims that the parameter `claims` names, for the ID token or userinfo; the library has checked its form. */
function namedClaims(parameter: string): ReadonlyMap<string, { readonly essential: boolean }> {
  const named = new Map<string, { readonly essential: boolean }>();
  if (parameter === '') return named;
  const { id_token: inToken, userinfo }: Readonly<Record<string, unknown>> = JSON.parse(parameter);
  for (const part of [inToken, userinfo]) {
    if (typeof part !== 'object' || part === null) continue;
    for (const [name, how] of Object.entries(part)) {
      const essential = typeof how === 'object' && how !== null && 'essential' in how && how.essential === true;
      named.set(name, { essential: essential || named.get(name)?.essential === true });
    }
  }
  return named;
}

function scopeOf(claim: string): Scope | undefined {
  const [scope] = Object.entries(claimsOfScopes).find(([, claims]) => (claims as readonly string[]).includes(claim)) ?? [];
  return scope !== undefined && isScope(scope) ? scope : undefined;
}

/** The registration allows a claim with its scope; personal details need a separate word. */
function mayAsk({ scopes, personal }: OpenidClient, claim: string): boolean {
  const scope = scopeOf(claim);
  return scope !== undefined && scopes.includes(scope) && (personal || !isPersonal(claim));
}

/** The line that a claim needs in this request: that of a requested scope, or its own. */
function lineOf(claim: Claim, scopes: ReadonlySet<Scope>): ConsentLine {
  const scope = scopeOf(claim);
  if (scope === undefined || !scopes.has(scope)) return `claim.${claim}`;
  return isPersonal(claim) ? 'personal' : scope;
}

function requestedScopes({ client, scope }: Wanted): ReadonlySet<Scope> {
  return new Set(
    scope
      .split(' ')
      .filter(isScope)
      .filter((name) => client.scopes.includes(name)),
  );
}

/** Claims of the request that the registration allows; a companion counts as its claim. */
function requestedClaims(wanted: Wanted): ReadonlyMap<Claim, { readonly essential: boolean }> {
  const found = new Map<Claim, { readonly essential: boolean }>();
  for (const [name, how] of namedClaims(wanted.claims)) {
    const claim = companions[name] ?? name;
    if (isClaim(claim) && mayAsk(wanted.client, claim))
      found.set(claim, { essential: how.essential || found.get(claim)?.essential === true });
  }
  return found;
}

/** The lines of a request that exist and that the app may have. */
export function askedLines(wanted: Wanted, account: ClaimedAccount, consent: Consent | undefined): readonly AskedLine[] {
  const scopes = requestedScopes(wanted);
  const lines: ConsentLine[] = [...scopes];
  if (scopes.has('profile') && wanted.client.personal) lines.splice(lines.indexOf('profile') + 1, 0, 'personal');
  for (const claim of requestedClaims(wanted).keys()) {
    const line = lineOf(claim, scopes);
    if (!lines.includes(line)) lines.push(line);
  }
  const known = new Set<string>([...(consent?.scopes ?? []), ...(consent?.more ?? [])]);
  const must = (name: ConsentLine) => required.has(name) || (name === 'email' && needsEmail(wanted));
  return lines.map((name) => ({ name, required: must(name), allowed: known.has(name), missing: isAbsent(account, name) }));
}

function isAbsent(account: ClaimedAccount, line: ConsentLine): boolean {
  if (isScope(line)) return isMissing(account, line);
  if (line === 'personal') return personalClaims.every((claim) => lacks(account, claim));
  return lacks(account, line.slice('claim.'.length));
}

/** Claims that the app calls essential and that the account does not have. */
export function lackedClaims(wanted: Wanted, account: ClaimedAccount): readonly Claim[] {
  return [...requestedClaims(wanted)].flatMap(([claim, { essential }]) => (essential && lacks(account, claim) ? [claim] : []));
}

/**
 * Writes the answer into a grant: each scope and each claim of the request is granted or refused, so that the library
 * asks about none of them again. Claims of `personal` leave only if the grant names them.
 */
export function grantLines(grant: Grant, wanted: Wanted, chosen: ReadonlySet<ConsentLine>): void {
  const scopes = requestedScopes(wanted);
  const [granted, refused] = [[...scopes].filter((scope) => chosen.has(scope)), [...scopes].filter((scope) => !chosen.has(scope))];
  grant.addOIDCScope(granted.join(' '));
  if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
  const may = requestedClaims(wanted);
  // Claims about the sign-in itself cannot be refused.
  const ofSignIn = new Set<string>(claimsOfScopes.openid);
  const names = new Set([...namedClaims(wanted.claims).keys()].filter((name) => !ofSignIn.has(name)));
  if (scopes.has('profile') && wanted.client.personal) for (const claim of personalClaims) names.add(claim);
  const isGranted = (name: string): boolean => {
    const claim = companions[name] ?? name;
    if (!isClaim(claim)) return false;
    if (isPersonal(claim) && chosen.has('personal')) return true;
    return may.has(claim) && chosen.has(lineOf(claim, scopes));
  };
  grant.addOIDCClaims([...names].filter(isGranted));
  const left = [...names].filter((name) => !isGranted(name));
  if (left.length > 0) grant.rejectOIDCClaims(left);
}

/** The lines that an answer allows, and the others. */
export function divideLines(asked: readonly AskedLine[], lines: readonly string[]) {
  const isChosen = ({ name, required: must, missing }: AskedLine): boolean => must || (lines.includes(name) && !missing);
  const { chosen = [], left = [] } = Object.groupBy(asked, (line) => (isChosen(line) ? 'chosen' : 'left'));
  return { chosen: chosen.map(({ name }) => name), left: left.map(({ name }) => name) };
}

/** Lines of a consent that are no scopes, as they are stored. */
export function linesBeyond(lines: readonly ConsentLine[]): readonly string[] {
  return lines.filter((line) => !isScope(line));
}

/** The lines that a stored consent allows. */
export function linesOf({ scopes, more }: Consent): readonly ConsentLine[] {
  return [...scopes, ...more.filter(isConsentLine)];
}
