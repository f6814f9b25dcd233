import { createHash } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import type { AppKind } from '#contract/apps/developer/developer.words.ts';
import { forEveryLanguage, type InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import { clientDefaults, usualChoices, usualScopes, type OpenidClient } from '#server/core/apps/clients/client.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { checkSettings } from './check-settings.ts';
import { countUse, recordAct, requireOwnApp, type Developer, type DeveloperDeps } from './developer.ts';

export interface NewApp {
  readonly kind: AppKind;
  readonly name: InEveryLanguage;
  readonly redirectUris: readonly string[];
  readonly postLogoutUris: readonly string[];
  readonly idempotencyKey: string;
}

/**
 * Registers an app in state `test`, without a secret: that takes a proof (`makeSecret`). The same key again answers the same app.
 *
 * @throws {Refusal} badRequest with rules, sensitiveWords, tooFrequent; appLimit with 5 apps in test or 20 in all
 */
export async function createApp(deps: DeveloperDeps, developer: Developer, input: NewApp): Promise<OwnApp> {
  const { store, apps } = deps;
  const { session } = developer;
  const { accountId } = session;
  const client = newClient(session.account.emailShown ?? '', { ...input, id: idOf(accountId, input.idempotencyKey) });
  const known = await apps.own.findOf(accountId, client.id);
  if (known !== undefined) return known;
  await checkSettings(deps, client, { ownerId: accountId, names: [] });
  const at = store.clock.now();
  await store.db.tx(async () => {
    // The account is locked, so that two calls cannot both take the last place.
    await lockCredentials(store.db, session);
    if ((await apps.own.findOf(accountId, client.id)) !== undefined) return;
    await requirePlace(deps, accountId);
    await countUse(deps, developer, { of: 'apps', limit: limits.appsPerDay });
    if (!(await apps.own.add({ client, ownerId: accountId, at }))) throw new Error('The id of an app is taken.');
    await recordAct(deps, developer, { event: 'developer.app-created', client: client.id });
  });
  return requireOwnApp(deps, session, client.id);
}

/**
 * A place for one more app in test.
 * @throws {Refusal} appLimit
 */
export async function requirePlace({ apps }: Pick<DeveloperDeps, 'apps'>, accountId: string, inTest = true): Promise<void> {
  const own = (await apps.own.list(accountId)).filter(({ state }) => state !== 'deleted');
  if (own.length >= limits.apps) throw new Refusal('appLimit', { reason: 'apps of the developer', data: { max: limits.apps } });
  const testing = own.filter(({ state, liveAt }) => liveAt === null && (state === 'test' || state === 'review'));
  if (inTest && testing.length >= limits.appsInTest)
    throw new Refusal('appLimit', { reason: 'apps in test', data: { max: limits.appsInTest } });
}

/** The same for the same key of the same account, so that a form that is sent twice makes one app. */
function idOf(accountId: string, key: string): string {
  return `app-${createHash('sha256').update(`app ${accountId} ${key}`).digest('hex').slice(0, 20)}`;
}

function newClient(contact: string, input: NewApp & { readonly id: string }): OpenidClient {
  const { id, kind, name, redirectUris, postLogoutUris } = input;
  return {
    ...clientDefaults,
    id,
    kind,
    name: forEveryLanguage((language) => name[language].normalize()),
    icon: '',
    links: { home: '', privacy: forEveryLanguage(() => ''), terms: forEveryLanguage(() => '') },
    redirectUris: kind === 'device' ? [] : redirectUris,
    postLogoutRedirectUris: kind === 'device' ? [] : postLogoutUris,
    backchannelLogoutUri: '',
    deviceGrant: kind === 'device',
    // Its owner and testers use it in test; a review comes before everybody else.
    scopes: [...usualScopes],
    system: false,
    ...usualChoices(kind),
    contact,
  };
}
