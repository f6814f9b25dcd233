import { isDeveloperScope } from '#contract/vocabulary/scopes.ts';
import { calculateThumbprint } from './addresses/jwk.ts';
import type { OwnAppView } from '#contract/apps/developer/developer.schemas.ts';
import type { ReviewTask } from '#contract/apps/developer/developer.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { findOpenVersion, findRefusal } from '#server/core/apps/developer/app-versions.guarded.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import type { DeveloperDeps } from './developer.ts';
import { hasSignedIn } from './developer.repository.ts';
import { isVerified } from '#server/core/apps/developer/publisher.ts';
import { hasKeys, workingClient, type OpenidClient } from '#server/core/apps/clients/client.ts';
import { readChanges, withChanges } from '#server/core/apps/developer/reviewed.ts';
import { maskTyped } from './testers.ts';

/** Everything about an app but its secrets and its people. */
export async function ownAppView(deps: DeveloperDeps, app: OwnApp): Promise<OwnAppView> {
  const { db, clock } = deps.store;
  const at = clock.now();
  const client = workingClient(app.client, at);
  const [version, refusal, secrets, testers, transfer] = await Promise.all([
    findOpenVersion(db, client.id),
    findRefusal(db, client.id),
    deps.apps.clients.secrets.list(client.id),
    deps.apps.testers.list(client.id),
    deps.apps.transfers.findOpen({ clientId: client.id, at }),
  ]);
  const isDraft = app.liveAt !== null && version !== undefined;
  return {
    clientID: client.id,
    version: app.version,
    kind: client.kind,
    state: app.state,
    icon: client.icon,
    name: client.name,
    links: client.links,
    redirectUris: [...client.redirectUris],
    postLogoutUris: [...client.postLogoutRedirectUris],
    backchannelLogoutUri: client.backchannelLogoutUri,
    sectorUri: client.sectorUri,
    scopes: client.scopes.filter(isDeveloperScope).filter((scope) => scope !== 'offline_access'),
    reasons: app.reasons.flatMap(({ scope, reason }) => (isDeveloperScope(scope) ? [{ scope, reason }] : [])),
    options: optionsOf(app),
    publisher: domainView(app),
    verified: isVerified(app),
    secrets: secrets
      .filter(({ kind, endsAt }) => kind === 'secret' && (endsAt === null || endsAt > at))
      .map(({ id, hint, madeAt, endsAt, usedDay, heldAt }) => ({
        id,
        hint,
        madeAt: new Date(madeAt).toISOString(),
        endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
        held: heldAt !== null,
        usedOn: usedDay === '' ? null : usedDay,
      })),
    keys: {
      list: (client.jwks?.keys ?? []).map((key) => ({
        thumbprint: calculateThumbprint(key),
        alg: typeof key['alg'] === 'string' ? key['alg'] : '',
        kid: typeof key['kid'] === 'string' ? key['kid'] : '',
      })),
      jwksUri: client.jwksUri,
      endsAt: client.keysEndAt === null || !hasKeys(client) ? null : new Date(client.keysEndAt).toISOString(),
    },
    pending: isDraft
      ? {
          asked: version.state === 'asked',
          askedAt: version.asked_at === null ? null : new Date(version.asked_at).toISOString(),
          reasons: refusal?.reasons ?? '',
          ...pendingChanges(client, version.changes),
        }
      : null,
    todo: await todoOf(deps, app),
    reviewReasons: app.state === 'test' ? (refusal?.reasons ?? '') : '',
    suspendedBecause: app.state === 'suspended' ? app.suspendedBecause : '',
    testers: testers.map(({ id, typed, state, invitedAt }) => ({
      id,
      account: maskTyped(deps.store.keyring.open('app-tester', typed)),
      state,
      invitedAt: new Date(invitedAt).toISOString(),
    })),
    transfer: transfer === undefined ? null : { expiresAt: new Date(transfer.expires_at).toISOString() },
    createdAt: new Date(app.createdAt).toISOString(),
    purgeAt: app.purgeAt === null ? null : new Date(app.purgeAt).toISOString(),
  };
}

function pendingChanges(client: OpenidClient, text: string): Omit<NonNullable<OwnAppView['pending']>, 'asked' | 'askedAt' | 'reasons'> {
  const { scopes, redirectUris, postLogoutRedirectUris, home, privacy, terms, pkce, ...changes } = readChanges(text);
  const hasLinks = home !== undefined || privacy !== undefined || terms !== undefined;
  return {
    ...changes,
    ...(hasLinks && { links: withChanges(client, readChanges(text)).links }),
    ...(redirectUris !== undefined && { redirectUris: [...redirectUris] }),
    ...(postLogoutRedirectUris !== undefined && { postLogoutUris: [...postLogoutRedirectUris] }),
    ...(scopes !== undefined && { scopes: scopes.filter(isDeveloperScope).filter((scope) => scope !== 'offline_access') }),
    ...(pkce !== undefined && { pkce: pkce === 'required' }),
  };
}

export function optionsOf({ client }: Pick<OwnApp, 'client'>): OwnAppView['options'] {
  return {
    pkce: client.pkce === 'required',
    idTokenClaims: client.idTokenClaims,
    needsEmail: client.needsEmail,
    logoutBySub: client.logoutBySub,
    personal: client.personal,
    stay: client.scopes.includes('offline_access'),
    dpop: client.dpop,
    fapi: client.profile === 'fapi2',
    pairwise: client.subject === 'pairwise',
  };
}

export function domainView({ domain }: Pick<OwnApp, 'domain'>): OwnAppView['publisher'] {
  const { name, state, by, token } = domain;
  return { domain: name, state, by, token: name === '' ? '' : proofText(token) };
}

/** Text of a TXT record or a file that proves a domain. */
export function proofText(token: string): string {
  return `cedar-id-app=${token}`;
}

/** Conditions of a review, and which are met. */
export async function todoOf(
  { store: { db }, identity: { accounts } }: Pick<DeveloperDeps, 'store' | 'identity'>,
  app: OwnApp,
): Promise<{ task: ReviewTask; done: boolean }[]> {
  const { client, domain } = app;
  const { home, privacy } = client.links;
  const owner = await accounts.findById(app.ownerId);
  const host = URL.parse(home)?.hostname;
  const isUnder = host !== undefined && domain.name !== '' && (host === domain.name || host.endsWith(`.${domain.name}`));
  const hasNames = languages.every((language) => client.name[language] !== '');
  return [
    { task: 'face', done: hasNames && client.icon !== '' && home !== '' },
    { task: 'redirect', done: client.kind === 'device' || client.redirectUris.length > 0 },
    { task: 'try', done: await hasSignedIn(db, client.id) },
    { task: 'papers', done: languages.every((language) => privacy[language] !== '') },
    { task: 'domain', done: domain.state === 'proven' && isUnder },
    // A developer's stolen password must not become everybody's phishing page.
    { task: 'two', done: owner !== undefined && (owner.twoStepAt !== null || owner.passkeys.some(({ proves }) => proves)) },
  ];
}
