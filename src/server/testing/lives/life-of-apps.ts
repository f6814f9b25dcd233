import * as client from 'openid-client';
import { begin, open, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { ok, prove, word, type Living } from './living.ts';

export async function allowApps(app: TestApp, { browser }: Living, party: TestRelyingParty): Promise<void> {
  const tokens = await signInTo(app, browser, { party, params: { scope: 'openid profile email phone offline_access', prompt: 'consent' } });
  await client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
  await listenTo(app, party, tokens.claims()?.sub ?? '');
  // A second request, which stays unanswered.
  const stop = await open(app, browser, (await begin(party, { prompt: 'consent' })).url);
  if (stop.url.pathname !== '/consent') throw new Error(`no question at ${stop.url.pathname}`);
}

/** The app is notified of security events by two streams, of which one leaves the person out. */
async function listenTo(app: TestApp, { config }: TestRelyingParty, sub: string): Promise<void> {
  const { access_token: token } = await client.clientCredentialsGrant(config, { scope: 'ssf.manage' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<{ readonly stream_id: string }> => {
    const answer = await fetch(new URL(`/oidc/ssf${path}`, app.config.publicUrl), { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text === '' ? { stream_id: '' } : JSON.parse(text);
  };
  await post('/streams', { delivery: { method: 'urn:ietf:rfc:8936' } });
  const { stream_id: other } = await post('/streams', { delivery: { method: 'urn:ietf:rfc:8936' } });
  await post('/subjects/remove', { stream_id: other, subject: { format: 'iss_sub', iss: app.config.publicUrl, sub } });
}

/** Claims beyond scopes that an app may see. */
export async function allowMore({ db }: TestApp, { accountId }: Living): Promise<void> {
  await db
    .q()
    .updateTable('openid_consents')
    .set({ more: 'personal', subject: word('subject') })
    .where('account_id', '=', accountId)
    .execute();
}

/** One device in use, and one that was removed. */
export async function allowDevices(app: TestApp, living: Living, { config }: TestRelyingParty): Promise<void> {
  const { browser, known } = living;
  Object.assign(known, { deviceName: word('laptop'), deviceModel: word('model'), deviceOs: word('os'), deviceVersion: word('v') });
  for (const hardware of ['hw-1', 'hw-2']) {
    const asked = await client.initiateDeviceAuthorization(config, {
      device_name: known['deviceName'] ?? '',
      device_type: '3',
      device_model: known['deviceModel'] ?? '',
      os: known['deviceOs'] ?? '',
      os_version: known['deviceVersion'] ?? '',
      hardware_id: hardware,
      scope: 'openid profile',
    });
    await prove(living, { action: 'allowFarDevice', target: asked.user_code });
    await ok(browser.post('/openid/device/allow', { userCode: asked.user_code, scopes: ['profile'] }));
    app.clock.advance(6000);
    const { device_code } = asked;
    await client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', { device_code });
  }
  const listed = await ok(browser.get<readonly { readonly id: string; readonly kind: string }[]>('/device/list'));
  await prove(living, { action: 'endOthers' });
  await ok(browser.delete('/device/unBind', { id: listed.find(({ kind }) => kind === 'device')?.id }));
}
