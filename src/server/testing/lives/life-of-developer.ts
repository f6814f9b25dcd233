import { developerAgreement } from '#server/core/account/agreements/agreements.ts';
import { clientDefaults } from '#server/core/apps/clients/client.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { day } from '#server/platform/clock.ts';
import { newId, newToken, sha256 } from '#server/platform/ids.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/**
 * Writes every row that an account can have as a developer and as a tester, with a value in every column: no single app
 * is suspended, deleted, in review and tried at once.
 */
export async function developFully(app: TestApp, { accountId, name }: { readonly accountId: string; readonly name: string }) {
  const { db, clock, wiring } = app;
  const { keyring } = wiring;
  const at = clock.now();
  const id = `app-${newId()}`;
  const insert = db.q();
  // Another developer, who is not in this life.
  const otherId = newId();
  const none = forEveryLanguage(() => '');
  const description = {
    ...clientDefaults,
    id,
    kind: 'web',
    name: forEveryLanguage(() => name),
    icon: '',
    links: { home: `https://${name}.example.com/`, privacy: none, terms: none },
    redirectUris: [`https://${name}.example.com/cb`],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: '',
    deviceGrant: false,
    scopes: ['openid'],
    system: false,
  };
  await insert
    .insertInto('openid_clients')
    .values({
      id,
      metadata: JSON.stringify(description),
      created_at: at,
      owner_id: accountId,
      state: 'deleted',
      version: 7,
      kind: 'web',
      publisher_domain: `${name}.example.com`,
      domain_state: 'gone',
      domain_by: 'dns',
      domain_token: newId(),
      domain_seen_at: at,
      domain_gone_at: at,
      reviewed_domain: `${name}.example.com`,
      suspended_because: 'ticket 12',
      state_before: 'live',
      granted_names: JSON.stringify([name]),
      scope_reasons: JSON.stringify([{ scope: 'openid', reason: name }]),
      live_at: at,
      purge_at: at + 300 * day,
    })
    .execute();
  await wiring.core.apps.clients.secrets.add({ clientId: id, kind: 'secret', secret: newToken(), at, endsAt: at + 300 * day });
  const secrets = await wiring.core.apps.clients.secrets.list(id);
  for (const { hash } of secrets) await wiring.core.apps.clients.secrets.touch({ clientId: id, hash, day: '2026-11-22' });
  // As after a restore; a real one would put those of every other developer on hold, too.
  await insert.updateTable('app_secrets').set({ held_at: at }).where('client_id', '=', id).execute();
  const region = { region: 'CN', language: 'zh_CN' } as const;
  await insert
    .insertInto('developer_consents')
    .values({ account_id: accountId, version: developerAgreement.version, ...region, accepted_at: at })
    .execute();
  await insert
    .insertInto('app_versions')
    .values({ id: newId(), client_id: id, changes: '{}', state: 'asked', reasons: 'ticket 12', asked_at: at, answered_at: at, open: id })
    .execute();
  const typed = keyring.seal('app-tester', `${name}@example.com`);
  await insert
    .insertInto('app_testers')
    .values({ id: newId(), client_id: id, account_id: accountId, typed, state: 'accepted', invited_at: at })
    .execute();
  for (const [from, to] of [
    [accountId, otherId],
    [otherId, accountId],
  ] as const) {
    const open = `${id} ${from}`;
    await insert
      .insertInto('app_transfers')
      .values({ id: newId(), client_id: id, from_id: from, to_id: to, state: 'open', expires_at: at + 300 * day, open })
      .execute();
  }
  await tryFully(app, { accountId, id, name });
}

async function tryFully(
  { db, clock, wiring }: TestApp,
  { accountId, id, name }: { readonly accountId: string; readonly id: string; readonly name: string },
) {
  const at = clock.now();
  const sealed = wiring.keyring.seal('trial', JSON.stringify({ name }));
  await db
    .q()
    .insertInto('trials')
    .values({
      id: newId(),
      client_id: id,
      account_id: accountId,
      visitor: sha256(newToken()),
      state_hash: sha256(newToken()),
      sealed,
      answered_at: at,
      expires_at: at + 300 * day,
    })
    .execute();
}
