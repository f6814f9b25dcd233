import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor, within } from '@testing-library/dom';
import { languages } from '#contract/vocabulary/languages.ts';
import { describe, expect, it } from 'vitest';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { developerReplies, emptyDeveloperReplies, ownApp, trial } from '#web/testing/developer-samples.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { settle } from '#web/testing/document.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const at = `/developer/apps/${ownApp.clientID}`;
const [kite] = developerReplies.showDeveloper.data.apps.slice(1);
const shown = () => Array.from(document.querySelectorAll('main pre'), (each) => each.textContent);
const newcomer = { ...emptyDeveloperReplies.showDeveloper.data, started: false };
const secret = 'cs_9fQm2Lx7RtVb0yZ4nKc8WpHs5EaJd1GuTq6XoYi3k3Qz';

function open(path: string, replies: Replies = {}, kept: Readonly<Record<string, string>> = {}): Promise<Rendered> {
  return renderAt(path, { account: fullAccount(), replies: { ...fullReplies(), ...replies }, kept, lastChange: 'begins' });
}

const sent = ({ api }: Rendered, name: string) => api.made.filter((made) => made.name === name);

/** Everything that the browser keeps. */
function stored(): string {
  return [sessionStorage, localStorage].flatMap((storage) => Object.keys(storage).map((key) => storage.getItem(key))).join(' ');
}

async function press({ page, user }: Rendered, name: string, role = 'button'): Promise<void> {
  await user.click(await page.findByRole(role, { name }));
}

describe('the way into the Developer Center', () => {
  it('asks for an email first, and leads to the page that binds one', async () => {
    const { page, t } = await open('/developer', { showDeveloper: { data: { ...newcomer, contact: '' } } });
    expect(await page.findByText(t('dc.needEmail'))).toBeTruthy();
    expect(page.getByRole('link', { name: t('title.bindEmail') }).getAttribute('href')).toBe('/pc-security?change=email');
    expect(page.queryByRole('button', { name: t('dc.start') })).toBeNull();
  });

  it('sends the version of the agreement that was ticked, and not before the tick', async () => {
    const rendered = await open('/developer', { showDeveloper: { data: newcomer }, beginDeveloper: { data: {} } });
    const { page, user, api, t } = rendered;
    await press(rendered, t('dc.start'));
    expect(sent(rendered, 'beginDeveloper')).toEqual([]);
    await user.click(page.getByRole('checkbox'));
    api.answer({ showDeveloper: { data: { ...newcomer, started: true } } });
    await press(rendered, t('dc.start'));
    expect(await page.findByText(t('dc.empty.h'))).toBeTruthy();
    expect(sent(rendered, 'beginDeveloper').map(({ body }) => body)).toEqual([{ agreement: '2026.1' }]);
  });

  it('shows the agreement again after a newer one', async () => {
    const rendered = await open('/developer', { showDeveloper: { data: newcomer }, beginDeveloper: refused('agreementChanged') });
    const { page, user, api, t } = rendered;
    await user.click(await page.findByRole('checkbox'));
    api.answer({ showDeveloper: { data: { ...newcomer, agreement: '2027.1' } } });
    await press(rendered, t('dc.start'));
    await waitFor(() => expect(page.getByRole<HTMLInputElement>('checkbox').checked).toBe(false));
  });

  it('says who can open it to a closed account', async () => {
    const { page, t } = await open('/developer', { showDeveloper: { data: { ...newcomer, open: false } } });
    expect(await page.findByText(t('dc.closed.b'))).toBeTruthy();
  });

  it('has a search from eight apps on, by name and client id', async () => {
    if (kite === undefined) throw new Error('There is no second app.');
    const many = Array.from({ length: 8 }, (_, n) => ({ ...kite, clientID: `app-${n}`, name: { zh_CN: `应用 ${n}`, en_US: `App ${n}` } }));
    const { page, user, t } = await open('/developer', {
      showDeveloper: { data: { ...developerReplies.showDeveloper.data, apps: many } },
    });
    await user.type(await page.findByRole('searchbox', { name: t('dc.search') }), 'app-3');
    await waitFor(() => expect(page.queryByText('App 4')).toBeNull());
    expect(page.getByText('App 3')).toBeTruthy();
    await user.type(page.getByRole('searchbox'), 'x');
    expect(await page.findByText(t('dc.search.none'))).toBeTruthy();
  });
});

async function fillRegistration(rendered: Rendered, address: string): Promise<void> {
  const { page, user, t } = rendered;
  await user.click(await page.findByRole('radio', { name: new RegExp(t('dc.t.web')) }));
  await fill(user, inputNamed('name.en_US'), 'Meridian Notes');
  await fill(user, inputNamed('name.zh_CN'), '子午笔记');
  await fill(user, await waitFor(() => inputNamed('redirectUris')), address);
}

describe('the registration of an app', () => {
  it.each([
    ['http://notes.example.com/callback', 'dc.r.https'],
    ['https://notes.example.com/callback#top', 'dc.r.frag'],
    ['https://*.example.com/callback', 'dc.r.wild'],
    ['https://me@notes.example.com/callback', 'dc.r.user'],
    ['https://notes.example.com/../callback', 'dc.r.dots'],
    ['notes.example.com', 'dc.r.complete'],
    [`${location.origin}/callback`, 'dc.r.ours'],
  ] as const)('tells of %s while it is typed', async (address, text) => {
    const rendered = await open('/developer/new');
    await fillRegistration(rendered, address.replace(location.origin, 'https://localhost:3000'));
    if (text === 'dc.r.ours') await fill(rendered.user, inputNamed('redirectUris'), `${location.origin}/callback`);
    await waitFor(() => expect(lineOf(inputNamed('redirectUris'))).not.toBe(''));
    if (text === 'dc.r.ours' && location.protocol === 'http:') return;
    expect(lineOf(inputNamed('redirectUris'))).toBe(rendered.t(text));
    await press(rendered, rendered.t('dc.f.create'));
    expect(sent(rendered, 'createApp')).toEqual([]);
  });

  it('gives advice on a host, once after the last letter', async () => {
    const rendered = await open('/developer/new', { checkAddress: { data: { rules: [], advice: [{ key: 'quiet' }] } } });
    await fillRegistration(rendered, 'https://notes.example.com/callback');
    expect(await rendered.page.findByText(rendered.t('dc.r.quiet'))).toBeTruthy();
    expect(sent(rendered, 'checkAddress')).toHaveLength(1);
  });

  it('takes a name in one language, which then stands in all', async () => {
    const rendered = await open('/developer/new', { createApp: { data: { app: { ...ownApp, kind: 'native' } } } });
    await rendered.user.click(await rendered.page.findByRole('radio', { name: new RegExp(rendered.t('dc.t.native')) }));
    await fill(rendered.user, inputNamed('name.en_US'), 'Meridian');
    await fill(rendered.user, await waitFor(() => inputNamed('redirectUris')), 'com.example.notes:/callback');
    await press(rendered, rendered.t('dc.f.create'));
    await waitFor(() => expect(sent(rendered, 'createApp')[0]?.body).toMatchObject({ name: { en_US: 'Meridian', zh_CN: 'Meridian' } }));
  });

  it('shows the secret once, in no storage, and then the guide for its software, filled in for the app', async () => {
    const rendered = await open('/developer/new', {
      createApp: { data: { app: ownApp } },
      makeSecret: { data: { id: 'one', secret, hint: 'k3Qz' } },
    });
    const { page, t } = rendered;
    await fillRegistration(rendered, 'http://127.0.0.1/callback');
    await rendered.user.selectOptions(page.getByLabelText(t('dc.lib')), 'miniflux');
    await press(rendered, t('dc.f.create'));
    expect(await page.findByText(secret)).toBeTruthy();
    expect(stored()).not.toContain(secret);
    expect(sent(rendered, 'createApp')[0]?.body).toMatchObject({
      kind: 'web',
      name: { en_US: 'Meridian Notes', zh_CN: '子午笔记' },
      redirectUris: ['http://127.0.0.1/callback'],
      postLogoutUris: [],
    });
    await press(rendered, t('btn.continue'));
    await waitFor(() => expect(location.pathname).toBe('/developer/guides'));
    expect(new URLSearchParams(location.search).get('library')).toBe('miniflux');
    await waitFor(() => expect(shown().join('\n')).toContain(`OAUTH2_CLIENT_ID=${ownApp.clientID}`));
    expect(shown().join('\n')).toContain(`OAUTH2_REDIRECT_URL=${new URL(ownApp.redirectUris[0] ?? '').origin}/oauth2/oidc/callback`);
    expect(sessionStorage.getItem('developer.new')).toBeNull();
    await waitFor(() => expect(page.queryByText(secret)).toBeNull());
  });

  it('repeats a lost request with the same key', async () => {
    const rendered = await open('/developer/new', { createApp: 'no network' });
    const { page, api, t } = rendered;
    await fillRegistration(rendered, 'http://127.0.0.1/callback');
    await press(rendered, t('dc.f.create'));
    await waitFor(() => expect(page.queryByText(t('toast.404'))).not.toBeNull());
    api.answer({ createApp: { data: { app: { ...ownApp, kind: 'browser' } } } });
    await waitFor(() => expect(page.getByRole('button', { name: t('dc.f.create') }).getAttribute('aria-busy')).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 120));
    await press(rendered, t('dc.f.create'));
    await waitFor(() => expect(location.pathname).toBe('/developer/guides'));
    const keys = sent(rendered, 'createApp').map(({ body }) => body['idempotencyKey']);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  it('continues a draft of this tab', async () => {
    const values = { kind: 'native', 'name.en_US': 'Tonal', 'name.zh_CN': '弦音', redirectUris: 'com.example.tonal:/callback' };
    await open('/developer/new', {}, { 'developer.new': JSON.stringify({ at: Date.now(), values }) });
    await waitFor(() => expect(inputNamed('redirectUris').value).toBe('com.example.tonal:/callback'));
    expect(inputNamed('name.en_US').value).toBe('Tonal');
  });

  it('forgets a draft after a day', async () => {
    const { page } = await open(
      '/developer/new',
      {},
      { 'developer.new': JSON.stringify({ at: Date.now() - 86_400_001, values: { kind: 'web' } }) },
    );
    await page.findAllByRole('radio');
    expect(document.querySelector('[name="name.en_US"]')).toBeNull();
  });

  it('marks a reserved name', async () => {
    const rendered = await open('/developer/new', { createApp: refused('sensitiveWords', { fields: { name: 'sensitive' } }) });
    await fillRegistration(rendered, 'http://127.0.0.1/callback');
    await press(rendered, rendered.t('dc.f.create'));
    expect(await rendered.page.findByText(rendered.t('dc.r.reserved'))).toBeTruthy();
  });
});

describe('the settings of an app', () => {
  it('pair the languages of each name and link', async () => {
    await open(`${at}/settings`);
    await waitFor(() => inputNamed('name.en_US'));
    const names = Array.from(document.querySelectorAll('form input[name]'), (input) => input.getAttribute('name') ?? '');
    const inPairs = ['name', 'privacy', 'terms'].flatMap((name) => languages.map((language) => `${name}.${language}`));
    expect(names.slice(0, inPairs.length + 1)).toEqual([...inPairs, 'home']);
  });

  it('send only the parts that changed, with the version', async () => {
    const rendered = await open(`${at}/settings`, { changeApp: { data: { ...ownApp, version: 4 } } });
    const { user, page, t } = rendered;
    await waitFor(() => inputNamed('name.en_US'));
    await fill(user, inputNamed('name.en_US'), 'Meridian');
    await press(rendered, t('dc.f.save'));
    expect(await page.findByText(t('dc.f.saved'))).toBeTruthy();
    expect(sent(rendered, 'changeApp').map(({ body }) => body)).toEqual([
      { version: 3, name: { en_US: 'Meridian', zh_CN: ownApp.name.zh_CN } },
    ]);
    expect(sessionStorage.getItem(`developer.app.${ownApp.clientID}`)).toBeNull();
  });

  const other = { ...ownApp, version: 9, name: { ...ownApp.name, en_US: 'From the other tab' } };

  it('show both values after another window has saved, and keep mine', async () => {
    const rendered = await open(`${at}/settings`, { changeApp: refused('changedElsewhere', { app: other }) });
    const { user, page, api, t } = rendered;
    await waitFor(() => inputNamed('name.en_US'));
    await fill(user, inputNamed('name.en_US'), 'From this tab');
    await press(rendered, t('dc.f.save'));
    const bar = await page.findByRole('alert');
    expect(within(bar).getByText('From this tab')).toBeTruthy();
    expect(within(bar).getByText('From the other tab')).toBeTruthy();
    api.answer({ changeApp: { data: { ...other, version: 10 } } });
    await press(rendered, t('dc.conflict.mine'));
    await waitFor(() => expect(sent(rendered, 'changeApp')).toHaveLength(2));
    expect(sent(rendered, 'changeApp')[1]?.body).toEqual({ version: 9, name: { en_US: 'From this tab', zh_CN: ownApp.name.zh_CN } });
  });

  it('take the other value', async () => {
    const rendered = await open(`${at}/settings`, { changeApp: refused('changedElsewhere', { app: other }) });
    const { user, t } = rendered;
    await waitFor(() => inputNamed('name.en_US'));
    await fill(user, inputNamed('name.en_US'), 'From this tab');
    await press(rendered, t('dc.f.save'));
    await press(rendered, t('dc.conflict.other'));
    await waitFor(() => expect(inputNamed('name.en_US').value).toBe('From the other tab'));
    expect(sent(rendered, 'changeApp')).toHaveLength(1);
  });

  it('ask who is there before addresses of a live app change', async () => {
    const needed = refused('verificationNeeded', { methods: [{ method: 'password', target: '' }] });
    const rendered = await open(`${at}/settings`, { showOwnApp: { data: { ...ownApp, state: 'live' } }, changeApp: needed });
    const { user, page, t } = rendered;
    await waitFor(() => inputNamed('redirectUris'));
    await fill(user, inputNamed('redirectUris'), 'http://127.0.0.1/other');
    await press(rendered, t('dc.f.save'));
    expect(await page.findByRole('dialog', { name: t('vf.h') })).toBeTruthy();
  });

  it('delete the app only after its name was typed', async () => {
    const rendered = await open(`${at}/settings`, { deleteApp: { data: { purgeAt: '2026-11-29T00:00:00.000Z' } } });
    const { user, page, t } = rendered;
    await press(rendered, t('dc.del'));
    const dialog = await page.findByRole('alertdialog', { name: t('dc.del.h', { app: 'Meridian Notes' }) });
    await fill(user, inputNamed('name'), 'Meridian');
    await user.click(within(dialog).getByRole('button', { name: t('dc.del') }));
    expect(await page.findByText(t('dc.del.nameBad'))).toBeTruthy();
    expect(sent(rendered, 'deleteApp')).toEqual([]);
    await fill(user, inputNamed('name'), '子午笔记');
    await user.click(within(dialog).getByRole('button', { name: t('dc.del') }));
    await waitFor(() => expect(location.pathname).toBe('/developer'));
    expect(sent(rendered, 'deleteApp')[0]?.body).toEqual({ name: '子午笔记' });
  });
});

describe('keys and secrets', () => {
  it('make a second secret, ask when the first ends, and show it once', async () => {
    const rendered = await open(`${at}/keys`, { makeSecret: { data: { id: 'two', secret, hint: 'k3Qz' } } });
    const { user, page, t } = rendered;
    await press(rendered, t('dc.k.new'));
    await user.click(await page.findByRole('radio', { name: t('dc.k.day') }));
    await press(rendered, t('dc.k.make'));
    expect(await page.findByText(secret)).toBeTruthy();
    expect(sent(rendered, 'makeSecret').map(({ body }) => body['oldEnds'])).toEqual(['day']);
    expect(stored()).not.toContain(secret);
    await press(rendered, t('btn.continue'));
    await waitFor(() => expect(page.queryByText(secret)).toBeNull());
  });

  it('tell of a secret whose answer was lost that nobody has seen it', async () => {
    const rendered = await open(`${at}/keys`, { makeSecret: refused('tokenError') });
    await press(rendered, rendered.t('dc.k.new'));
    await press(rendered, rendered.t('dc.k.make'));
    expect(await rendered.page.findByText(rendered.t('dc.k.again'))).toBeTruthy();
  });

  it('never send a private key', async () => {
    const rendered = await open(`${at}/keys`, { setKeys: { data: { thumbprints: [] } } });
    const { user, page, t } = rendered;
    await press(rendered, t('dc.k.addKey'));
    const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
    await fill(user, inputNamed('jwks'), JSON.stringify({ keys: [jwk, { ...jwk, d: 'private' }] }));
    await press(rendered, t('dc.f.save'));
    expect(await page.findByText(t('dc.k.private'))).toBeTruthy();
    expect(sent(rendered, 'setKeys')).toEqual([]);
    await fill(user, inputNamed('jwks'), JSON.stringify(jwk));
    await press(rendered, t('dc.f.save'));
    await waitFor(() => expect(sent(rendered, 'setKeys')).toHaveLength(1));
  });
});

describe('streams of signals', () => {
  it('are made with the secret shown once, say why one fails, and are tested and paused at once', async () => {
    const [first] = developerReplies.listStreams.data.streams;
    if (first === undefined) throw new Error('there is no stream');
    const rendered = await open(`${at}/signals`, {
      makeStream: { data: { stream: first, secret: 'whsec_once' } },
      changeStream: { data: { ...first, status: 'paused' } },
      testStream: { data: {} },
    });
    const { page, user, t } = rendered;
    await page.findByText(new RegExp(t('dc.sg.status', { n: '503' })));
    expect(page.getByText(t('dc.sg.failing'))).toBeTruthy();
    await press(rendered, t('dc.sg.new'));
    await fill(user, inputNamed('address'), 'ftp://notes.example.com/x');
    await press(rendered, t('dc.sg.make'));
    await waitFor(() => expect(lineOf(inputNamed('address'))).not.toBe(''));
    expect(sent(rendered, 'makeStream')).toEqual([]);
    await fill(user, inputNamed('address'), 'https://notes.example.com/x');
    await press(rendered, t('dc.sg.make'));
    expect(await page.findByText('whsec_once')).toBeTruthy();
    expect(stored()).not.toContain('whsec_once');
    expect(sent(rendered, 'makeStream').map(({ body }) => body)).toEqual([{ kind: 'webhook', address: 'https://notes.example.com/x' }]);
    await press(rendered, t('dc.sg.testOne', { name: first.address }));
    await press(rendered, t('dc.sg.pauseOne', { name: first.address }));
    await waitFor(() => expect(sent(rendered, 'changeStream').map(({ body }) => body)).toEqual([{ status: 'paused' }]));
    expect(sent(rendered, 'testStream')).toHaveLength(1);
  });
});

describe('a secret that a restore has put on hold', () => {
  it('says why, and is confirmed with one press', async () => {
    const [kept] = ownApp.secrets;
    if (kept === undefined) throw new Error('there is no secret');
    const held = { ...kept, id: 'held', hint: 'h3Ld', held: true, endsAt: '2026-12-01T06:06:00.000Z' };
    const rendered = await open(`${at}/keys`, {
      showOwnApp: { data: { ...ownApp, secrets: [held, kept] } },
      confirmSecret: { data: {} },
    });
    const { page, t } = rendered;
    expect(await page.findByText(t('dc.k.held'))).toBeTruthy();
    await press(rendered, t('dc.k.confirmOne', { hint: 'cs_…h3Ld' }));
    await waitFor(() => expect(sent(rendered, 'confirmSecret').map(({ params }) => params)).toMatchObject([{ secret: 'held' }]));
    expect(page.queryByRole('button', { name: t('dc.k.confirmOne', { hint: 'cs_…w8Fd' }) })).toBeNull();
  });
});

describe('an own id of each person', () => {
  it('asks for the list of all addresses where there are several hosts, and says what is wrong with it', async () => {
    const several = ['https://notes.example.com/callback', 'https://notes.example.org/callback'];
    const options = { ...ownApp.options, pairwise: true };
    const rendered = await open(`${at}/settings`, {
      showOwnApp: { data: { ...ownApp, state: 'test', redirectUris: [...several, 'http://127.0.0.1/cb'], options } },
      changeApp: refused('badRequest', { fields: { sectorUri: 'sectorList' } }),
    });
    const { page, user, t } = rendered;
    const field = await page.findByLabelText<HTMLInputElement>(t('dc.o.sector'));
    await user.type(field, 'https://notes.example.com/list.json');
    await press(rendered, t('dc.f.save'));
    await waitFor(() => expect(lineOf(field)).toBe(t('dc.o.sectorList')));
    expect(sent(rendered, 'changeApp').map(({ body }) => body)).toMatchObject([{ sectorUri: 'https://notes.example.com/list.json' }]);
  });

  it('needs no list with one host, however many addresses of this machine there are beside it', async () => {
    const redirectUris = ['https://notes.example.com/callback', 'http://127.0.0.1/cb', 'http://localhost:8080/cb'];
    const { page, t } = await open(`${at}/settings`, {
      showOwnApp: { data: { ...ownApp, redirectUris, options: { ...ownApp.options, pairwise: true } } },
    });
    await page.findByRole('button', { name: t('dc.f.save') });
    expect(page.queryByLabelText(t('dc.o.sector'))).toBeNull();
  });
});

describe('a stream', () => {
  it('is pushed with a header of the receiver, or fetched without an address by an app that proves itself', async () => {
    const [first] = developerReplies.listStreams.data.streams;
    if (first === undefined) throw new Error('there is no stream');
    const fetched = { ...first, id: 'stream-3', kind: 'poll' as const, address: `${location.origin}/oidc/ssf/poll/stream-3` };
    const rendered = await open(`${at}/signals`, {
      listStreams: { data: { streams: [fetched] } },
      makeStream: { data: { stream: first } },
    });
    const { page, user, t } = rendered;
    await page.findByText(fetched.address);
    await press(rendered, t('dc.sg.new'));
    await user.click(page.getByRole('radio', { name: t('dc.sg.push') }));
    await fill(user, inputNamed('address'), 'https://notes.example.com/x');
    await fill(user, inputNamed('authorization'), '密钥');
    await press(rendered, t('dc.sg.make'));
    await waitFor(() => expect(lineOf(inputNamed('authorization'))).toBe(t('dc.sg.authBad')));
    await fill(user, inputNamed('authorization'), 'Bearer of-mine');
    await press(rendered, t('dc.sg.make'));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await press(rendered, t('dc.sg.new'));
    await user.click(page.getByRole('radio', { name: t('dc.sg.poll') }));
    expect(page.queryByLabelText(t('dc.sg.address'))).toBeNull();
    await press(rendered, t('dc.sg.make'));
    await waitFor(() =>
      expect(sent(rendered, 'makeStream').map(({ body }) => body)).toEqual([
        { kind: 'push', address: 'https://notes.example.com/x', authorization: 'Bearer of-mine' },
        { kind: 'poll' },
      ]),
    );
  });

  it('shows its last events, and why one is not taken', async () => {
    const event = { event: 'session-revoked', at: '2026-11-20T06:06:00.000Z', failure: '', tries: 1 };
    const rendered = await open(`${at}/signals`, {
      listDeliveries: {
        data: {
          deliveries: [
            { ...event, id: 'one', state: 'taken' },
            { ...event, id: 'two', state: 'failing', failure: 'status 503', tries: 3 },
          ],
        },
      },
    });
    const { page, t } = rendered;
    const [first] = developerReplies.listStreams.data.streams;
    await press(rendered, t('dc.sg.lastOf', { name: first?.address ?? '' }));
    const dialog = within(await page.findByRole('dialog', { name: t('dc.sg.last') }));
    expect(await dialog.findByText(t('dc.sg.d.taken'))).toBeTruthy();
    expect(dialog.getByText(new RegExp(`${t('dc.sg.status', { n: '503' })} · ${t('dc.sg.tries', { n: '3' })}`))).toBeTruthy();
  });
});

describe('a trial', () => {
  it('goes to the real sign-in with the chosen options', async () => {
    const url = `${location.origin}/oidc/auth?client_id=x`;
    const rendered = await open(`${at}/try`, { startTry: { data: { ...trial, state: 'open', url, steps: [] } } });
    const { user, page, t, left } = rendered;
    await user.click(await page.findByRole('button', { name: 'email' }));
    await press(rendered, t('dc.try.run'));
    await waitFor(() => expect(left).toEqual([url]));
    expect(sent(rendered, 'startTry')[0]?.body).toMatchObject({ scopes: ['openid', 'profile'], prompt: '', maxAge: null, replace: false });
  });

  it('asks before it ends the trial of another tab', async () => {
    const rendered = await open(`${at}/try`, { startTry: refused('changedElsewhere', { run: 'elsewhere' }) });
    const { page, t } = rendered;
    await press(rendered, t('dc.try.run'));
    expect(await page.findByText(t('dc.st.other'))).toBeTruthy();
    await press(rendered, t('dc.try.again'));
    await waitFor(() => expect(sent(rendered, 'startTry').map(({ body }) => body['replace'])).toEqual([false, true]));
  });

  it('sends the answer of the sign-in once, and takes it out of the URL', async () => {
    const rendered = await open('/developer/try?code=abc&state=s&iss=i');
    await waitFor(() => expect(location.pathname + location.search).toBe(`${at}/try?run=run-1`));
    expect(sent(rendered, 'answerTry').map(({ body }) => body)).toEqual([{ answer: 'code=abc&state=s&iss=i' }]);
    expect(location.href).not.toContain('abc');
  });

  it('says that a run is over', async () => {
    const { page, t } = await open('/developer/try?code=abc&state=s', { answerTry: refused('tokenError') });
    expect(await page.findByText(t('dc.st.over'))).toBeTruthy();
  });

  it('leads from a failed step to the setting that cures it', async () => {
    const { page, t } = await open(`${at}/try?run=run-1`);
    expect((await page.findByRole('link', { name: t('dc.try.toSettings') })).getAttribute('href')).toBe(`${at}/settings`);
  });

  it('shows the code of a device, and looks again until it is confirmed', async () => {
    const waiting = { ...trial, state: 'open' as const, userCode: 'WDJB-MJHT', url: `${location.origin}/link` };
    const rendered = await open(`${at}/try?run=run-1`, { showTry: { data: waiting } });
    const { page, api } = rendered;
    expect(await page.findByText('WDJB-MJHT')).toBeTruthy();
    api.answer({ showTry: { data: trial } });
    await waitFor(() => expect(page.queryByText('WDJB-MJHT')).toBeNull(), { timeout: 5000 });
  });
});

describe('an invitation to test', () => {
  it('stands in Authorized apps and is answered there', async () => {
    const rendered = await open('/pc-application', { answerInvitation: { data: {} } });
    const { page, api, t } = rendered;
    expect(await page.findByText(t('ap.invite', { owner: 'Chen', app: 'Tonal' }))).toBeTruthy();
    api.answer({ listInvitations: { data: [] } });
    await press(rendered, t('ap.invite.yes'));
    await waitFor(() => expect(page.queryByText(t('ap.invites'))).toBeNull());
    expect(sent(rendered, 'answerInvitation')).toMatchObject([{ params: { tester: 'asked' }, body: { accept: true } }]);
  });
});

describe('a quickstart', () => {
  const file = (path: string) => readFileSync(join(import.meta.dirname, '../../../../../examples', path), 'utf8');
  it.each([
    ['web', ['web-app/web-app.ts', 'web-app/pages.ts']],
    ['browser', ['browser-app/app.js', 'browser-app/index.html', 'browser-app/serve.ts']],
    ['native', ['native/native.ts']],
    ['device', ['device/device.ts']],
  ] as const)('of kind %s shows the files of the example, byte for byte', async (kind, files) => {
    await open(`/developer/guides?kind=${kind}`);
    for (const path of files) await waitFor(() => expect(shown()).toContain(file(path)));
  });

  it.each([
    ['web', 'web-app/web-app.ts'],
    ['browser', 'browser-app/app.js'],
    ['native', 'native/native.ts'],
    ['device', 'device/device.ts'],
  ] as const)('of kind %s fills in the issuer and the client id of an app, and nothing more', async (kind, path) => {
    const apps = developerReplies.showDeveloper.data.apps.map((one) => (one.clientID === ownApp.clientID ? { ...one, kind } : one));
    await open(`/developer/guides?kind=${kind}&app=${ownApp.clientID}`, {
      showDeveloper: { data: { ...developerReplies.showDeveloper.data, apps } },
    });
    const written = file(path);
    const filled = written.split("'http://localhost:3000'").join(`'${location.origin}'`).split("'cedar-demo'").join(`'${ownApp.clientID}'`);
    expect(filled).not.toBe(written);
    await waitFor(() => expect(shown()).toContain(filled));
  });

  it('are read without an account, with a table for software that has no guide', async () => {
    const { page, t, api, left } = await renderAt('/developer/guides?kind=web&library=other');
    expect(await page.findByText(t('dc.g.ask'))).toBeTruthy();
    expect(page.getByText(`${location.origin}/.well-known/openid-configuration`)).toBeTruthy();
    expect(page.getByText('preferred_username')).toBeTruthy();
    await settle();
    expect([left, api.made]).toEqual([[], []]);
  });

  it('marks settings of libraries that no test of ours runs', async () => {
    const rendered = await open('/developer/guides?kind=web&library=grafana');
    expect(await rendered.page.findByText(rendered.t('dc.g.untested'))).toBeTruthy();
    await rendered.user.selectOptions(rendered.page.getByLabelText(rendered.t('dc.lib')), 'apache');
    await waitFor(() => expect(rendered.page.queryByText(rendered.t('dc.g.untested'))).toBeNull());
  });
});

describe('the pages of an app', () => {
  it('lead back to the list for an app of another account', async () => {
    const { page, t } = await open(at, { showOwnApp: refused('notFound') });
    const main = within(await page.findByRole('main'));
    expect((await main.findByRole('link', { name: t('dc.h') })).getAttribute('href')).toBe('/developer');
    expect(main.getByRole('heading', { level: 1 }).textContent).toBe(t('dc.n.overview'));
  });

  it('say the same of an account that exists and one that does not', async () => {
    const rendered = await open(`${at}/testers`, { inviteTester: { data: { state: 'invited' } } });
    await waitFor(() => inputNamed('account'));
    await fill(rendered.user, inputNamed('account'), 'someone@example.com');
    await press(rendered, rendered.t('dc.tu.invite'));
    expect(await rendered.page.findByText(rendered.t('dc.tu.sent'))).toBeTruthy();
  });

  it('filter the log by endpoint and cause', async () => {
    const rendered = await open(`${at}/logs`);
    await waitFor(() => inputNamed('cause'));
    await rendered.user.selectOptions(inputNamed('endpoint'), 'token');
    await rendered.user.selectOptions(inputNamed('cause'), 'secretEnded');
    await waitFor(() => expect(sent(rendered, 'listFailures').at(-1)?.query.toString()).toBe('endpoint=token&cause=secretEnded'));
  });

  it('show the sign-ins as a table for screen readers', async () => {
    const { page, t } = await open(at);
    const table = await page.findByRole('table', { name: t('dc.u.h') });
    expect(within(table).getAllByRole('row')).toHaveLength(31);
  });
});

it.each([
  ['', 'dc.todo.home'],
  ['https://notes.example.com', 'dc.todo.domain'],
] as const)('the list before the review names the domain, and without one the home page: %s', async (home, key) => {
  const { page, t } = await open(at, { showOwnApp: { data: { ...ownApp, links: { ...ownApp.links, home } } } });
  expect(await page.findByText(new RegExp(t(key, { domain: 'notes.example.com' })))).toBeTruthy();
});
