import { appsEndpoints } from '#contract/apps/apps/apps.ts';
import { appsSchemas } from '#contract/apps/apps/apps.schemas.ts';
import { isConsentLine } from '#contract/apps/openid/claims.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import type { Core } from '#server/core/core.ts';
import { appView, domainOf } from '#server/core/apps/clients/app-view.ts';
import type { Consent } from '#server/core/apps/openid/consents.repository.ts';
import { movedSince } from '#server/core/apps/developer/publisher.ts';
import { isGrantWord, splitGrantWord } from '#server/core/apps/clients/resource.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { cancelApp } from './cancel-app.ts';

/** The apps that may use an account. */
export function appsRoutes(deps: Core): BoundCalls {
  return implement(appsEndpoints, appsSchemas, {
    async listApps({ session, lang }) {
      const consents = await deps.apps.consents.list(session.accountId);
      const views = await Promise.all(consents.map((consent) => viewOf(deps, consent, lang)));
      return views.filter((view) => view !== undefined);
    },
    async showApp({ session, lang, params }) {
      const consent = await deps.apps.consents.find({ accountId: session.accountId, clientId: params.clientID });
      const view = consent && (await viewOf(deps, consent, lang));
      if (view === undefined) throw new Refusal('notFound', { reason: 'no such app of this account' });
      return [view];
    },
    async cancelApp(call) {
      const { clientID, scope, api } = call.body;
      await cancelApp(deps, { session: call.session, origin: call }, { clientId: clientID, scope: scope ?? api });
      return {};
    },
  });
}

async function viewOf(
  { apps: { clients, own, resources } }: Pick<Core, 'apps'>,
  { clientId, scopes, more, authorizedAt, lastUsedAt }: Consent,
  language: Language,
) {
  const client = await clients.find(clientId);
  if (client === undefined) return undefined;
  const { clientID, name, icon, links } = appView(client);
  const texts = catalogues[language].scopes;
  return {
    clientID,
    name: name[language],
    icon,
    links,
    domain: domainOf(client.redirectUris[0] ?? ''),
    language,
    moved: await movedSince(own, client, authorizedAt),
    apis: await apiLines(resources, more.filter(isGrantWord), language),
    scopes: [...scopes, ...more.filter(isConsentLine)].map((scope) => ({
      name: scope,
      title: texts[`scope.${scope}`],
      detail: texts[`scope.${scope}.detail`],
    })),
    authorizedAt: new Date(authorizedAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
  };
}

/** Permissions of the app at APIs of the operator, in their words; a scope that has gone from its API has none. */
async function apiLines(resources: Core['apps']['resources'], words: readonly string[], language: Language) {
  const lines = words.map(async (name) => {
    const { resource, scope } = splitGrantWord(name);
    const found = await resources.find(resource);
    return { name, title: found?.scopes[scope]?.[language] ?? scope };
  });
  return Promise.all(lines);
}
