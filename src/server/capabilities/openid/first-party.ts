import type { KoaContextWithOIDC } from 'oidc-provider';
import { isScope } from '#contract/vocabulary/scopes.ts';
import { lockCredentials } from '#server/core/access/access.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Apps } from '#server/core/openid/apps.ts';
import { grantWord } from '#server/core/openid/resource.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';

export interface FirstPartyDeps {
  readonly store: Store;
  readonly journal: Journal;
  readonly apps: Apps;
}

/** The scopes of APIs that a request asks for and that its app was granted (`grantWord`). */
export function requestedApis({ oidc }: KoaContextWithOIDC): readonly string[] {
  const asked = [...oidc.requestParamScopes];
  return Object.entries(oidc.resourceServers ?? {}).flatMap(([id, server]) =>
    asked.filter((scope) => server.scopes.has(scope)).map((scope) => grantWord(id, scope)),
  );
}

/**
 * Remembers what an app of the operator's own may see, as if the person had allowed it: it is part of the system. It is
 * in the trail and in the person's list like any other. Other apps are left alone.
 */
export async function allowOwnApp(
  { store: { db, clock }, journal: { audit }, apps: { clients, consents } }: FirstPartyDeps,
  session: Session,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const clientId = ctx.oidc.client?.clientId ?? '';
  const client = await clients.find(clientId);
  if (client?.firstParty !== true) return;
  const { accountId, sessionId, account } = session;
  const whose = { accountId, clientId };
  const asked = { scopes: [...ctx.oidc.requestParamOIDCScopes].filter(isScope), more: requestedApis(ctx) };
  const isNew = async () => {
    const consent = await consents.find(whose);
    const known: readonly string[] = [...(consent?.scopes ?? []), ...(consent?.more ?? [])];
    return consent === undefined || [...asked.scopes, ...asked.more].some((name) => !known.includes(name));
  };
  if (!(await isNew())) return;
  await db.tx(async () => {
    await lockCredentials(db, session);
    if (!(await isNew())) return;
    const before = await consents.find(whose);
    const scopes = [...new Set([...(before?.scopes ?? []), ...asked.scopes])];
    const more = [...new Set([...(before?.more ?? []), ...asked.more])];
    await consents.allow({ ...whose, credentialEpoch: account.credentialEpoch, scopes, more, at: clock.now() });
    const origin = { clientIp: ctx.ip, requestId: String(ctx.res.getHeader('x-request-id') ?? '') };
    const detail = { client: clientId, scopes: [...asked.scopes, ...asked.more].join(' '), by: 'operator' };
    await audit.record({ event: 'app.allowed', accountId, sessionId, origin, detail });
  });
}
