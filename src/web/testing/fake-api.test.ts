import { describe, expect, it, vi } from 'vitest';
import { catalogue } from '#contract/errors.ts';
import { fakeApi, protocolRefusals, refused, type Replies } from './fake-api.ts';

vi.stubGlobal('location', { origin: 'https://id.example' });

function open(replies: Replies) {
  return fakeApi({ language: 'en_US', replies });
}

/** Each of these lines is a type error: the type check fails if one becomes valid. */
export const unknown: Replies = {
  // @ts-expect-error -- no call of the contract
  nothing: { data: {} },
};

export const wrong: Replies = {
  // @ts-expect-error -- a device has more than an id
  listDevices: { data: [{ id: '1' }] },
  // @ts-expect-error -- a choice that the schema does not have
  previewPlatformUnbind: { data: { allowed: false, reason: 'tired' } },
  // @ts-expect-error -- a refusal that the row does not declare
  unbindPlatform: refused('agreementMissing'),
  // @ts-expect-error -- the same from a function
  checkUsername: () => refused('lastWayIn'),
};

describe('the fake API', () => {
  it('answers in the envelope of the contract, by method and path', async () => {
    const api = open({ unbindPlatform: { data: {} as never }, previewPlatformUnbind: { data: { allowed: true, reason: '' } } });
    const answer = await api.fetch('/api/platform/unbind?platform=qq');
    expect(await answer.json()).toEqual({ code: 200, msg: 'ok', data: { allowed: true, reason: '' } });
    expect(api.made.map(({ name, query }) => [name, query.get('platform')])).toEqual([['previewPlatformUnbind', 'qq']]);
  });

  it('answers a refusal with its number, status, text and data', async () => {
    const api = open({ sendSms: refused('codeLimit', { retryAfter: 60 }), metainfo: refused('serverError') });
    const answer = await api.fetch('/api/captcha/sms/send/login', { method: 'POST', body: '{"phone":"13800138000"}' });
    expect([answer.status, await answer.json()]).toEqual([200, { code: 1011, msg: expect.stringMatching(/./), data: { retryAfter: 60 } }]);
    expect((await api.fetch('/api/account/metainfo')).status).toBe(500);
    expect(api.made[0]).toMatchObject({ name: 'sendSms', params: { purpose: 'login' }, body: { phone: '13800138000' } });
  });

  it('prefers a literal path over one with a parameter in its place', async () => {
    const api = open({ listApps: { data: [] } });
    expect((await api.fetch('/api/oauthclient/list')).status).toBe(200);
  });

  it('names a call without a declared reply', async () => {
    const api = open({});
    await expect(api.fetch('/api/device/list')).rejects.toThrow('listDevices');
    await expect(api.fetch('/api/no/such/call')).rejects.toThrow('/api/no/such/call');
    expect(api.unexpected).toEqual(['listDevices', 'GET /api/no/such/call']);
  });

  it('answers when the test releases it, and does not answer an aborted call', async () => {
    const held = Promise.withResolvers<{ readonly data: [] }>();
    const api = open({ listApps: held.promise });
    const stop = new AbortController();
    const given = api.fetch('/api/oauthclient/list', { signal: stop.signal });
    const waited = api.fetch('/api/oauthclient/list');
    stop.abort();
    await expect(given).rejects.toThrow('aborted');
    held.resolve({ data: [] });
    expect((await waited).status).toBe(200);
  });

  it('allows the protocol’s refusals for every call, and no others', () => {
    const ofProtocol = Object.entries(catalogue).filter(
      ([name, { status }]) => status !== 200 || name === 'overtime' || name === 'passwordLocked',
    );
    // Only conditional calls have it, and no page makes them.
    const conditional = new Set(['preconditionFailed', 'preconditionRequired']);
    const names = ofProtocol.flatMap(([name]) => (conditional.has(name) ? [] : [name]));
    expect(protocolRefusals.toSorted()).toEqual(names.toSorted());
  });
});
