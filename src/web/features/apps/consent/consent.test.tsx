import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { developerScopes, type Scope } from '#contract/vocabulary/scopes.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';
import type { AskedPerson } from '#web/widgets/oauth-client/person-strip.tsx';

const asked = fullReplies().showInteraction.data;

/** Other devices than desktops show no number. */
const noChoices: number[] = [];
const noApis: { name: string; text: { zh_CN: string; en_US: string }; allowed: boolean }[] = [];

interface Asking {
  readonly missing?: readonly Scope[];
  readonly needed?: readonly Scope[];
  readonly person?: Partial<AskedPerson>;
}

function scopesOf({ missing = [], needed = [] }: Asking) {
  return developerScopes.map((name) => ({
    name,
    required: name === 'openid' || needed.includes(name),
    allowed: false,
    missing: missing.includes(name),
  }));
}

async function openConsent({ person = {}, ...asking }: Asking = {}): Promise<Rendered> {
  const showInteraction = { data: { ...asked, scopes: scopesOf(asking), person: { ...asked.person, ...person } } };
  const replies: Replies = { ...fullReplies(), showInteraction, allowInteraction: { data: { continue: '/done' } } };
  const rendered = await renderAt('/consent?interaction=asked', { account: fullAccount(), replies });
  await rendered.page.findByRole('button', { name: rendered.t('cs.allow') });
  return rendered;
}

async function openDevice(asking: Asking = {}, more: object = {}, replies: Replies = {}): Promise<Rendered> {
  const findDeviceCode = {
    data: {
      userCode: 'BCDF-GHJK',
      app: asked.app,
      scopes: scopesOf(asking),
      apis: noApis,
      person: asked.person,
      device: { name: 'Workshop', type: 'pc', model: 'T14', os: 'Cedar OS', osVersion: '25' },
      address: '127.0.*.*',
      location: { country: '', region: '', city: '' },
      sameNetwork: true,
      choices: noChoices,
      askedAt: '2026-03-04T05:06:07.000Z',
      ...more,
    },
  } as const;
  const rendered = await renderAt('/link', { account: fullAccount(), replies: { ...fullReplies(), findDeviceCode, ...replies } });
  await fill(rendered.user, inputNamed('userCode'), 'BCDF-GHJK');
  await rendered.user.click(rendered.page.getByRole('button', { name: rendered.t('btn.next') }));
  await rendered.page.findByRole('heading', { level: 1, name: rendered.t('ln.h') });
  return rendered;
}

const rows = (): readonly string[] => Array.from(document.querySelectorAll('section li'), (row) => row.textContent);

describe('the consent page', () => {
  it.each([
    [{ domain: 'notes.example.com' }, 'ap.moved'],
    [{ domain: '' }, 'ap.movedUnknown'],
  ] as const)('says who runs an app that changed hands: %j', async (moved, key) => {
    const replies: Replies = { ...fullReplies(), showInteraction: { data: { ...asked, moved } } };
    const { page, t } = await renderAt('/consent?interaction=asked', { account: fullAccount(), replies });
    expect(await page.findByText(t(key, { publisher: moved.domain }))).toBeTruthy();
  });

  it('shows the value of each scope, contacts masked', async () => {
    const { t } = await openConsent();
    expect(rows()).toEqual([
      t('cs.signIn'),
      `${t('cs.s1')}Lin Xi (linxi)`,
      `${t('cs.s2')}li•••@example.com`,
      expect.stringContaining('138 •••• 6021'),
      expect.stringContaining(t('cs.address')),
      t('cs.offline'),
    ]);
  });

  it('shows the picture that would be shared', async () => {
    await openConsent({ person: { profileImage: '/avatars/lin.jpg' } });
    expect(document.querySelector('section li img')?.getAttribute('src')).toBe('/avatars/lin.jpg');
  });

  it('can share nothing that the account does not have', async () => {
    const { page, user, t, api } = await openConsent({ missing: ['email'], person: { email: '' } });
    const row = within(document.querySelector('section') ?? document.body);
    const box = row.getByRole<HTMLInputElement>('switch', { name: new RegExp(t('cs.s2')) });
    expect([box.checked, box.disabled]).toEqual([false, true]);
    expect(rows()[2]).toBe(`${t('cs.s2')}${t('cs.missing')}`);
    await user.click(row.getByRole('switch', { name: new RegExp(t('cs.phone')) }));
    await user.click(page.getByRole('button', { name: t('cs.allow') }));
    await waitFor(() => expect(api.made.find(({ name }) => name === 'allowInteraction')).toBeDefined());
    const body = api.made.find(({ name }) => name === 'allowInteraction')?.body;
    expect(body).toEqual({ scopes: ['openid', 'profile', 'address', 'offline_access'], apis: [] });
  });

  it('leads to a new email where the app cannot do without one, and asks again when the person comes back', async () => {
    const { page, t, api } = await openConsent({ needed: ['email'], missing: ['email'] });
    expect(page.getByText(t('cs.needsEmail', { app: 'Field Notes' }))).toBeTruthy();
    expect(page.getByRole('link', { name: new RegExp(t('title.bindEmail')) }).getAttribute('href')).toBe('/pc-security?change=email');
    expect(page.getByRole('button', { name: t('cs.allow') })).toHaveProperty('disabled', true);
    const asks = () => api.made.filter(({ name }) => name === 'showInteraction').length;
    const before = asks();
    dispatchEvent(new Event('focus'));
    await waitFor(() => expect(asks()).toBeGreaterThan(before));
  });

  it('asks for what the app may do elsewhere in the words of that service, and sends what stays ticked', async () => {
    const lines = ['read', 'write'].map((name) => ({
      name: `https://api.example/#${name}`,
      text: { zh_CN: name, en_US: name },
      allowed: false,
    }));
    const showInteraction = { data: { ...asked, apis: lines } };
    const replies: Replies = { ...fullReplies(), showInteraction, allowInteraction: { data: { continue: '/done' } } };
    const { page, user, t, api } = await renderAt('/consent?interaction=asked', { account: fullAccount(), replies });
    await user.click(await page.findByRole('switch', { name: 'write' }));
    await user.click(page.getByRole('button', { name: t('cs.allow') }));
    await waitFor(() => expect(api.made.find(({ name }) => name === 'allowInteraction')).toBeDefined());
    expect(api.made.find(({ name }) => name === 'allowInteraction')?.body).toMatchObject({ apis: ['https://api.example/#read'] });
  });

  it('names what is never shared apart from the list', async () => {
    const { page, t } = await openConsent();
    expect(page.getByText(t('cs.not')).closest('li')).toBeNull();
  });
});

describe('the question about a desktop', () => {
  it('names the computer on the consent page', async () => {
    const device = { name: 'Workshop', type: 'pc', model: '', os: 'Cedar OS', osVersion: '25' };
    const replies: Replies = { ...fullReplies(), showInteraction: { data: { ...asked, device } } };
    const { page } = await renderAt('/consent?interaction=asked', { account: fullAccount(), replies });
    expect(await page.findByText('Workshop')).toBeTruthy();
    expect(page.getByText('Cedar OS 25')).toBeTruthy();
  });

  it('leaves its settings alone until the person ticks them', async () => {
    const device = { name: 'Workshop', type: 'pc', model: '', os: 'Cedar OS', osVersion: '25' };
    const name = 'https://id.example/api#settings';
    const apis = [{ name, text: { zh_CN: '同步您的设置', en_US: 'Sync your settings' }, allowed: false }];
    const allowInteraction = { data: { continue: '/done' } };
    for (const ticks of [false, true]) {
      const replies: Replies = { ...fullReplies(), showInteraction: { data: { ...asked, device, apis } }, allowInteraction };
      const { page, user, t, api } = await renderAt('/consent?interaction=asked', { account: fullAccount(), replies, language: 'zh_CN' });
      const tick = await page.findByRole<HTMLInputElement>('switch', { name: '同步您的设置' });
      expect(tick.checked).toBe(false);
      if (ticks) await user.click(tick);
      await user.click(page.getByRole('button', { name: t('cs.allow') }));
      const body = () => api.made.findLast((call) => call.name === 'allowInteraction')?.body;
      await waitFor(() => expect(body()).toMatchObject({ apis: ticks ? [name] : [] }));
    }
  });

  it('is signed in by a code without its settings until the person ticks them', async () => {
    const name = 'https://id.example/api#settings';
    const apis = [{ name, text: { zh_CN: '同步您的设置', en_US: 'Sync your settings' }, allowed: false }];
    for (const ticks of [false, true]) {
      const { page, user, t, api } = await openDevice({}, { choices: [19, 42, 82], apis }, { allowDevice: { data: {} } });
      const tick = page.getByRole<HTMLInputElement>('switch', { name: /同步您的设置|Sync your settings/ });
      expect(tick.checked).toBe(false);
      if (ticks) await user.click(tick);
      await user.click(page.getByRole('button', { name: '42' }));
      await user.click(page.getByRole('button', { name: t('ln.allow') }));
      const body = () => api.made.findLast((call) => call.name === 'allowDevice')?.body;
      await waitFor(() => expect(body()).toMatchObject({ apis: ticks ? [name] : [], number: 42 }));
    }
  });

  it('is allowed only by the number on its screen', async () => {
    const { page, user, t, api } = await openDevice({}, { choices: [19, 42, 82] }, { allowDevice: { data: {} } });
    expect(page.queryByRole('button', { name: t('ln.allow') })).toBeNull();
    await user.click(page.getByRole('button', { name: '42' }));
    await user.click(page.getByRole('button', { name: t('ln.allow') }));
    expect(await page.findByRole('heading', { name: t('ln.ok.h') })).toBeTruthy();
    expect(api.made.find(({ name }) => name === 'allowDevice')?.body).toMatchObject({ number: 42 });
  });

  it('asks for a proof of identity where the server wants one, and comes back to the question if the person leaves it', async () => {
    const { page, user, t, api } = await openDevice(
      {},
      { choices: [19, 42, 82] },
      { allowDevice: refused('verificationNeeded', { methods: [{ method: 'password', target: '' }] }) },
    );
    await user.click(page.getByRole('button', { name: '42' }));
    await user.click(page.getByRole('button', { name: t('ln.allow') }));
    const dialog = await page.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: t('btn.cancel') }));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(page.getByRole<HTMLButtonElement>('button', { name: t('ln.allow') }).disabled).toBe(false);
    expect(api.made.filter(({ name }) => name === 'allowDevice')).toHaveLength(1);
  });

  it('is over after a wrong number, and says what that can mean', async () => {
    const { page, user, t } = await openDevice({}, { choices: [19, 42, 82] }, { allowDevice: refused('qrMismatch') });
    await user.click(page.getByRole('button', { name: '19' }));
    await user.click(page.getByRole('button', { name: t('ln.allow') }));
    expect(await page.findByRole('heading', { name: t('qr.wrong') })).toBeTruthy();
    expect(page.getByText(t('qr.wrongB'))).toBeTruthy();
  });
});

describe('the question about a device', () => {
  it('speaks of a device, and names its network where the place is unknown', async () => {
    const { page, t } = await openDevice();
    expect(page.getByText(t('ln.not')).closest('li')).toBeNull();
    expect(page.queryByText(t('cs.not'))).toBeNull();
    expect(page.getByText(t('dv.network', { address: '127.0.*.*' }))).toBeTruthy();
    expect(document.querySelector('main')?.textContent).toContain('T14');
  });

  it('names the place of the device, and the values that it would see', async () => {
    const { page, t } = await openDevice({ missing: ['phone'] }, { location: { country: 'CN', region: '', city: 'Wuhan' } });
    expect(page.getByText(t('ln.from', { address: 'Wuhan' }))).toBeTruthy();
    expect(rows()).toContain(`${t('cs.s2')}li•••@example.com`);
    expect(rows()).toContain(`${t('cs.phone')}${t('cs.missing')}`);
  });
});
