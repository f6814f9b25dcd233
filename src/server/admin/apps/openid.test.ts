import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { newRelyingParty, routeData, signInTo } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { AdminError } from '#server/admin/admin-command.ts';
import { runOpenid } from './openid.ts';
import { quarters } from '#server/testing/costs/hostile-images.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

const run = async (...args: readonly string[]) =>
  (await runOpenid({ db: app.db, keyring: app.wiring.keyring, clock: app.clock }, args)).result;
const names = ['--name-en', 'Notes', '--name-zh', '笔记'];

describe('clients', () => {
  it('are added, listed, shown, given a new secret and removed', async () => {
    const secret = await run('clients', 'add', '--id', 'com.example.notes', ...names, '--redirect', 'https://notes.example.com/cb');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await run('clients', 'list')).toContain('com.example.notes\tweb\tlive\tNotes\t笔记');
    const shown = await run('clients', 'show', 'com.example.notes');
    expect(JSON.parse(shown)).toMatchObject({ id: 'com.example.notes', redirectUris: ['https://notes.example.com/cb'] });
    expect(shown).not.toContain(secret);
    await expect(run('clients', 'add', '--id', 'com.example.notes', ...names, '--redirect', 'https://x.example/')).rejects.toThrow(
      'already',
    );

    const asks = async (given: string | undefined) => {
      const headers = {
        authorization: `Basic ${btoa(`com.example.notes:${given}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
        origin: undefined,
      };
      const answer = await app.newBrowser().raw({ method: 'POST', path: '/oidc/token/introspection', headers, body: 'token=x' });
      return answer.status;
    };
    expect(await asks(secret)).toBe(200);
    const rotated = await run('clients', 'rotate-secret', 'com.example.notes');
    expect([await asks(secret), await asks(rotated)]).toEqual([401, 200]);
    const third = await run('clients', 'rotate-secret', 'com.example.notes', '--overlap', '7d');
    expect([await asks(rotated), await asks(third)]).toEqual([200, 200]);
    app.clock.advance(7 * day);
    expect([await asks(rotated), await asks(third)]).toEqual([401, 200]);
    expect(await run('clients', 'failures', 'com.example.notes')).toBe('No request of com.example.notes was refused lately.');
    const wrong = 'response_type=code&scope=openid%20profile&redirect_uri=https%3A%2F%2Fnotes.example.com%2Fother%3Fq%3D1';
    const page = await app.newBrowser().raw({ method: 'GET', path: `/oidc/auth?client_id=com.example.notes&${wrong}` });
    expect(routeData(page.text)).toMatchObject({ error: 'invalid_redirect_uri', address: 'https://notes.example.com/other' });
    await app.wiring.core.apps.activity.flush();
    expect(await run('clients', 'failures', 'com.example.notes')).toMatch(
      /\tauthorization\t1 ×\tinvalid_redirect_uri\tRedirect URL not registered: https:\/\/notes\.example\.com\/other\tAdd it in Settings\t/,
    );
    await run('clients', 'remove', 'com.example.notes');
    expect(await asks(third)).toBe(401);
    await expect(run('clients', 'show', 'com.example.notes')).rejects.toThrow(AdminError);
  });

  it('are changed option by option, without a new secret, and keep what is not named', async () => {
    const id = 'com.example.changing';
    const secret = await run('clients', 'add', '--id', id, ...names, '--redirect', 'https://n.example/cb', '--scope', 'openid');
    const before = JSON.parse(await run('clients', 'show', id));
    const wishes = [
      '--pkce',
      'optional',
      '--claims-in-id-token',
      '--personal',
      '--first-party',
      '--rate',
      '9000',
      '--contact',
      'dev@example.com',
    ];
    await run('clients', 'update', id, '--redirect', 'https://n.example/cb', '--redirect', 'https://n.example/other', ...wishes);
    const { secrets, ...after } = JSON.parse(await run('clients', 'show', id));
    const { secrets: _secrets, ...kept } = before;
    expect(after).toEqual({
      ...kept,
      version: before.version + 1,
      redirectUris: ['https://n.example/cb', 'https://n.example/other'],
      pkce: 'optional',
      idTokenClaims: true,
      personal: true,
      firstParty: true,
      rate: 9000,
      contact: 'dev@example.com',
    });
    expect(secrets).toMatchObject([{ hint: secret.slice(-4), endsAt: null }]);
    await run('clients', 'update', id, '--no-personal', '--pkce', 'required', '--rate', '');
    expect(JSON.parse(await run('clients', 'list', '--json'))).toContainEqual(
      expect.objectContaining({ id, personal: false, pkce: 'required', rate: null, firstParty: true }),
    );
    for (const wrong of [
      ['--kind', 'native'],
      ['--sector', 'x.example'],
      ['--rate', '0'],
      ['--scope', 'profile'],
      ['--redirect', 'http://n.example/'],
    ]) {
      await expect(run('clients', 'update', id, ...wrong)).rejects.toThrow(AdminError);
    }
    await expect(run('clients', 'update', 'nobody', '--device')).rejects.toThrow("There is no client 'nobody'");
    await expect(run('clients', 'rotate-secret', id, '--overlap', 'soon')).rejects.toThrow('overlap must be');
    await run('clients', 'remove', id);
    expect(await app.db.q().selectFrom('app_secrets').selectAll().where('client_id', '=', id).execute()).toEqual([]);
  });

  it('are given keys, the FAPI profile and scopes of APIs', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'cedar-id-keys-')), 'jwks.json');
    const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
    writeFileSync(file, JSON.stringify({ keys: [key] }));
    const id = 'com.example.bank';
    const whole = ['--profile', 'fapi2', '--dpop', '--jwks', file, '--resource', 'https://api.example.com/#read', '--resource', 'ssf.read'];
    const added = await run('clients', 'add', '--id', id, ...names, '--redirect', 'https://bank.example.com/cb', ...whole);
    expect(added).toContain('proves itself by its key');
    expect(await app.wiring.core.apps.clients.find(id)).toMatchObject({
      profile: 'fapi2',
      dpop: true,
      jwks: { keys: [key] },
      resources: ['https://api.example.com/#read', 'ssf.read'],
    });
    const wrong = [
      ['--no-dpop'],
      ['--jwks', ''],
      ['--resource', 'read'],
      ['--profile', 'fapi1'],
      ['--jwks-uri', 'https://bank.example.com/jwks'],
    ];
    for (const options of wrong) await expect(run('clients', 'update', id, ...options)).rejects.toThrow(AdminError);
    writeFileSync(file, JSON.stringify({ keys: [{ ...key, d: 'secret' }] }));
    await expect(run('clients', 'update', id, '--jwks', file)).rejects.toThrow('jwkPrivate');
  });

  it('registered before a language was added have the texts of the default language in it', async () => {
    const id = 'com.example.older';
    await run(
      'clients',
      'add',
      '--id',
      id,
      ...names,
      '--privacy-en',
      'https://notes.example.com/privacy',
      '--redirect',
      'https://n.example/cb',
    );
    const { name, links, ...rest } = JSON.parse(await run('clients', 'show', id));
    const english = { en_US: links.privacy.en_US };
    const older = { ...rest, name: { en_US: name.en_US }, links: { ...links, privacy: english, terms: {} } };
    await app.db
      .q()
      .updateTable('openid_clients')
      .set({ metadata: JSON.stringify(older) })
      .where('id', '=', id)
      .execute();
    expect(JSON.parse(await run('clients', 'show', id))).toMatchObject({
      name: { en_US: 'Notes', zh_CN: 'Notes' },
      links: { privacy: { zh_CN: 'https://notes.example.com/privacy' }, terms: { en_US: '', zh_CN: '' } },
    });
    await run('clients', 'remove', id);
  });

  it.each([
    ['--redirect', 'http://notes.example.com/cb'],
    ['--redirect', 'https://notes.example.com/cb#x'],
    ['--redirect', 'https://*.example.com/cb'],
    ['--redirect', 'https://user@notes.example.com/cb'],
    ['--redirect', 'javascript:alert(1)'],
    ['--redirect', 'notes:/cb', '--kind', 'native'],
    ['--redirect', 'com.example.notes:/cb'],
    ['--redirect', '//notes.example.com/cb'],
    ['--redirect', 'https://notes.example.com/cb', '--post-logout', 'http://evil.example/'],
    ['--redirect', 'https://notes.example.com/cb', '--icon', '/no/such/file.png'],
    ['--redirect', 'https://notes.example.com/cb', '--icon', import.meta.filename],
    ['--redirect', 'https://notes.example.com/cb', '--scope', 'profile'],
    ['--redirect', 'https://notes.example.com/cb', '--scope', 'root'],
    ['--redirect', 'https://notes.example.com/cb', '--kind', 'thing'],
    ['--redirect', 'https://notes.example.com/cb', '--kind', 'native', '--pkce', 'optional'],
    ['--redirect', 'https://notes.example.com/cb', '--kind', 'device', '--device'],
    ['--redirect', 'https://one.example/cb', '--redirect', 'https://two.example/cb', '--subject', 'pairwise'],
    ['--redirect', 'https://notes.example.com/cb', '--unknown'],
    [],
  ])('are refused with %j', async (...args) => {
    await expect(run('clients', 'add', '--id', 'refused.app', ...names, ...args)).rejects.toThrow(AdminError);
    expect(await app.wiring.core.apps.clients.find('refused.app')).toBeUndefined();
  });

  it('read their picture from a file and redraw it', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'icon-')), 'icon.png');
    writeFileSync(file, await quarters().png().toBuffer());
    await run('clients', 'add', '--id', 'with.icon', ...names, '--redirect', 'https://notes.example.com/cb', '--icon', file);
    const { icon = '' } = (await app.wiring.core.apps.clients.find('with.icon')) ?? {};
    expect(icon).toMatch(/^data:image\/webp;base64,UklGR/);
    expect(icon.length).toBeLessThan(10_000);
  });

  it.each([
    ['http://127.0.0.1/cb', 'native'],
    ['com.example.notes:/cb', 'native'],
    ['http://localhost:3000/cb', 'web'],
  ])('accept the redirect %s as %s', async (redirect, kind) => {
    const id = `ok.${kind}${redirect.length}`;
    await run('clients', 'add', '--id', id, ...names, '--kind', kind, '--redirect', redirect);
    expect(await app.wiring.core.apps.clients.find(id)).toMatchObject({ redirectUris: [redirect], kind });
  });
});

describe('signing keys', () => {
  it('are published before they sign, and until their signatures have expired', async () => {
    const kidsOf = async (): Promise<string[]> => {
      const { text } = await app.newBrowser().raw({ method: 'GET', path: '/oidc/jwks' });
      expect(text).not.toContain('"d"');
      const keys: readonly { readonly kid: string; readonly alg: string }[] = JSON.parse(text).keys;
      expect(keys.filter(({ alg }) => alg === 'ES256').length).toBe(keys.length / 2);
      return keys.filter(({ alg }) => alg === 'RS256').map(({ kid }) => kid);
    };
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const signedBy = async () => {
      const { id_token } = await signInTo(app, browser, { party });
      const [head = ''] = (id_token ?? '').split('.');
      return JSON.parse(Buffer.from(head, 'base64url').toString()).kid;
    };
    const [old] = await kidsOf();
    await run('keys', 'rotate');
    app.clock.advance(2 * minute);
    const both = await kidsOf();
    expect([both.length, both[0], await signedBy()]).toEqual([2, old, old]);
    app.clock.advance(15 * minute);
    expect((await kidsOf())[0]).toBe(both[1]);
    expect(await signedBy()).toBe(both[1]);
    app.clock.advance(31 * day);
    expect(await kidsOf()).toEqual([both[1]]);
    client.setJwksCache(party.config, { jwks: { keys: [] }, uat: 0 });
  });
});

it('give browsers a new key for fields, beside the old one', async () => {
  const keys = async () => app.db.q().selectFrom('keys').select(['id', 'retires_at']).where('purpose', '=', 'field-encryption').execute();
  const [old] = await keys();
  expect(await run('keys', 'rotate', 'field')).toContain('field encryption key');
  const now = await keys();
  expect(now).toHaveLength(2);
  expect(now.find(({ id }) => id === old?.id)?.retires_at).toBeGreaterThan(app.clock.now());
});
