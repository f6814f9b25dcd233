import type { KoaContextWithOIDC } from 'oidc-provider';
import { personalClaims } from '#contract/apps/openid/claims.words.ts';
import { isScope } from '#contract/vocabulary/scopes.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { deskClientId } from '#server/core/apps/clients/client.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';
import { authorizer } from './authorizer.ts';
import { lacksAbroad, type AbroadDeps } from '../clients/open-app.ts';
import {
  askedLines,
  divideLines,
  grantLines,
  isDesktopRequest,
  lacksNeeded,
  linesBeyond,
  linesOf,
  needsEmail,
  type Wanted,
} from '../interactions/consent-lines.ts';
import { addApis, hasApis, requestedApis } from './resources.ts';

export interface GrantDeps extends AbroadDeps {
  readonly apps: Apps;
  readonly store: Store;
  readonly journal: Journal;
}

/**
 * The grant of this authorization, or a new one with the lines that the person has already allowed. Undefined if there
 * is something to ask.
 */
export async function grantFor(deps: GrantDeps, ctx: KoaContextWithOIDC) {
  const { apps } = deps;
  const { client, session, provider, result, params } = ctx.oidc;
  const person = authorizer.getStore()?.session;
  if (client === undefined || session === undefined || person === undefined || session.accountId !== person.accountId) return undefined;
  const given = result?.consent?.grantId;
  if (given !== undefined) return provider.Grant.find(given);
  const registered = await apps.clients.find(client.clientId);
  if (registered === undefined) return undefined;
  const wanted = { client: registered, scope: text(params?.['scope']), claims: text(params?.['claims']) };
  // Another computer than the last one may ask: the person always sees which.
  if (isDesktopRequest(wanted)) return undefined;
  if (await lacksAbroad(deps, { clientId: registered.id, accountId: person.accountId })) return undefined;
  if (lacksNeeded(wanted, person.account)) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const apis = requestedApis(ctx);
  const isWhole = known !== undefined && isAnswered(known, ctx) && isEnough(known, wanted);
  if (isWhole && hasApis(known, apis)) return known;
  // The desk is no app of the person: nothing of it stands in their list.
  const lines =
    registered.id === deskClientId
      ? (['openid'] as const)
      : registered.firstParty
        ? await allowAll(deps, ctx, { person, wanted, apis })
        : await allowedLines(apps, person, { wanted, apis });
  if (lines === undefined) return undefined;
  const grant = new provider.Grant({ accountId: person.accountId, clientId: client.clientId });
  grantLines(grant, wanted, new Set(lines));
  addApis(grant, apis);
  await grant.save();
  return grant;
}

/** Whether a grant knows an answer for everything in this request. */
function isAnswered(
  grant: { getOIDCScopeEncountered(): string; getOIDCClaimsEncountered(): string[] },
  { oidc }: KoaContextWithOIDC,
): boolean {
  const scopes = new Set(grant.getOIDCScopeEncountered().split(' '));
  const claims = new Set([...grant.getOIDCClaimsEncountered(), 'sub', 'sid', 'auth_time', 'acr', 'amr', 'iss']);
  return (
    [...oidc.requestParamOIDCScopes].every((scope) => scopes.has(scope)) && [...oidc.requestParamClaims].every((claim) => claims.has(claim))
  );
}

/** Whether a grant from before another registration would do. */
function isEnough(grant: { getOIDCClaimsEncountered(): string[]; getOIDCScope(): string }, wanted: Wanted): boolean {
  if (needsEmail(wanted) && !grant.getOIDCScope().split(' ').includes('email')) return false;
  return !asksPersonal(wanted) || isAnsweredPersonal(grant);
}

function asksPersonal({ client, scope }: Wanted): boolean {
  return client.personal && scope.split(' ').includes('profile');
}

/** A grant from before the registration allowed personal details knows no answer about them. */
function isAnsweredPersonal(grant: { getOIDCClaimsEncountered(): string[] }): boolean {
  const known = new Set(grant.getOIDCClaimsEncountered());
  return personalClaims.every((claim) => known.has(claim));
}

/** The allowed lines, if the person has decided on all of them. Nothing is asked about data that the account lacks. */
async function allowedLines(
  { consents }: Apps,
  { accountId, account }: Session,
  { wanted, apis }: { readonly wanted: Wanted; readonly apis: readonly string[] },
) {
  const consent = await consents.find({ accountId, clientId: wanted.client.id });
  if (consent === undefined || !apis.every((name) => consent.more.includes(name))) return undefined;
  const asked = askedLines(wanted, account, consent);
  return asked.every(({ allowed, missing }) => allowed || missing) ? linesOf(consent) : undefined;
}

/** An app of the operator's own: it is part of the system. In the trail and in the person's list it is like any other. */
async function allowAll(
  { apps: { consents }, store: { db, clock }, journal: { audit } }: GrantDeps,
  { res, ip }: KoaContextWithOIDC,
  { person, wanted, apis }: { readonly person: Session; readonly wanted: Wanted; readonly apis: readonly string[] },
) {
  const { accountId, sessionId, account } = person;
  const whose = { accountId, clientId: wanted.client.id };
  return db.tx(async () => {
    const before = await consents.find(whose);
    const asked = askedLines(wanted, account, before);
    const { chosen } = divideLines(
      asked,
      asked.map(({ name }) => name),
    );
    const known: readonly string[] = [...(before?.scopes ?? []), ...(before?.more ?? [])];
    const fresh = [...chosen, ...apis].filter((name) => !known.includes(name));
    if (before !== undefined && fresh.length === 0) return chosen;
    const scopes = [...new Set([...(before?.scopes ?? []), ...chosen.filter(isScope)])];
    const more = [...new Set([...(before?.more ?? []), ...linesBeyond(chosen), ...apis])];
    await consents.allow({ ...whose, scopes, more, at: clock.now() });
    const origin = { clientIp: ip, requestId: String(res.getHeader('x-request-id') ?? '') };
    const detail = { client: wanted.client.id, scopes: [...chosen, ...apis].join(' '), by: 'operator' };
    await audit.record({ event: 'app.allowed', accountId, sessionId, origin, detail });
    return chosen;
  });
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
