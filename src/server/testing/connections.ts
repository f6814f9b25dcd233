import { createConsents } from '#server/core/openid/consents.repository.ts';
import { createDevices } from '#server/core/openid/devices.repository.ts';
import { createOpenidRecords } from '#server/core/openid/records.repository.ts';
import { day, minute } from '#server/platform/clock.ts';
import type { TestApp } from './test-app.ts';

/** An account's social account, authorised app and device, and what the provider keeps of them. */
export async function connect({ db, clock }: TestApp, accountId: string, canary: string): Promise<void> {
  const at = clock.now();
  const bound = { account_id: accountId, platform: 'wechat' } as const;
  await db
    .q()
    .insertInto('bindings')
    .values({ ...bound, name: canary, avatar_url: '', bound_at: at })
    .execute();
  await db
    .q()
    .insertInto('binding_subjects')
    .values({ ...bound, app: 'union', subject: canary })
    .execute();
  await db
    .q()
    .insertInto('binding_grants')
    .values({ ...bound, sealed: canary, expires_at: at + day })
    .execute();
  const way = { id: canary, platform: 'weibo', app: 'union', visitor: '', account_id: accountId, redirect: '', used_at: null };
  await db
    .q()
    .insertInto('social_states')
    .values({ ...way, created_at: at, expires_at: at + minute })
    .execute();
  const whose = { accountId, credentialEpoch: 1, clientId: 'client', at };
  await createConsents(db).allow({ ...whose, scopes: ['profile'] });
  const device = { id: canary, name: canary, type: 'pc', model: '', os: '', osVersion: '', hardware: '', address: '' } as const;
  await createDevices(db).insert({ ...whose, ...device });
  const nothing = { uid: null, userCode: null, sessionId: null, deviceId: null };
  const grant = { ...whose, ...nothing, model: 'Grant', id: canary, sealed: '', grantId: null, expiresAt: at + 100 * day };
  const records = createOpenidRecords(db);
  await records.upsert(grant);
  await records.upsert({ ...grant, model: 'AccessToken', id: `token-${canary}`, accountId: null, grantId: canary });
}
