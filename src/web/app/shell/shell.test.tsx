import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { sampleConfig } from '#web/testing/sample-config.ts';
import type { Layout } from '#web/lib/page/layout.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { settle } from '#web/testing/document.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const developerCenter = 'https://developer.example/login';
const config = { hosts: { ...sampleConfig.hosts, developerCenter } };

interface Options {
  readonly layout?: Layout;
  readonly isSignedIn?: boolean;
  readonly lastChange?: 'begins' | 'ends' | 'lapses';
  readonly replies?: Replies;
}

function open(at: string, { layout = 'desktop', isSignedIn = false, replies = {}, ...options }: Options = {}): Promise<Rendered> {
  return renderAt(at, {
    ...options,
    layout,
    config,
    ...(isSignedIn ? { account: fullAccount() } : {}),
    replies: { ...fullReplies(), updateLanguage: { data: fullAccount('zh_CN') }, ...replies },
  });
}

const menuOf = ({ page, t }: Rendered) => page.queryByRole('button', { name: t('head.menu') });
const footer = () => document.querySelector('main ~ footer');

async function press({ page, user }: Rendered, name: string): Promise<void> {
  await user.click(await page.findByRole('button', { name }));
}

describe('a page below a section on a wide screen', () => {
  it('names the page above it, and its place is the present one', async () => {
    const { page, t } = await open('/pc-data-requests/request', { isSignedIn: true });
    const above = within(await page.findByRole('navigation', { name: t('a11y.crumbs') }));
    expect(above.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/pc-data-requests']);
    const sections = within(page.getByRole('navigation', { name: t('a11y.nav') }));
    expect(sections.getByRole('link', { name: t('dt.h') }).getAttribute('aria-current')).toBe('page');
  });

  it('is none where a section begins', async () => {
    const { page, t } = await open('/pc-data', { isSignedIn: true });
    expect(page.queryByRole('navigation', { name: t('a11y.crumbs') })).toBeNull();
  });
});

describe('the app bar of a narrow screen', () => {
  it('has a menu with the person, both centers, the languages and sign-out', async () => {
    const rendered = await open('/mobile-device-info', { layout: 'mobile', isSignedIn: true });
    const { page, t } = rendered;
    await press(rendered, t('head.menu'));
    expect(await page.findByText('Lin Xi')).toBeTruthy();
    expect(page.getByRole('link', { name: t('head.userCenter') }).getAttribute('href')).toBe('/');
    expect(page.getByRole('link', { name: t('head.stolen') }).getAttribute('href')).toBe('/freeze');
    expect(page.getByRole('link', { name: t('head.devCenter') }).getAttribute('href')).toBe(developerCenter);
    expect(page.getByRole('button', { name: t('head.logout') })).toBeTruthy();
    await press(rendered, '中文');
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('设备'));
    expect(location.pathname).toBe('/mobile-device-info');
  });

  it('has the links and languages for a visitor, and asks for no account', async () => {
    const rendered = await open('/mobile-modify-info/forgotPassword', { layout: 'mobile' });
    const { page, t, api } = rendered;
    await press(rendered, t('head.more'));
    expect(page.getByRole('link', { name: t('head.devCenter') })).toBeTruthy();
    expect(page.getByRole('button', { name: '中文' })).toBeTruthy();
    expect(menuOf(rendered)).toBeNull();
    expect(api.made.map(({ name }) => name)).not.toContain('metainfo');
  });
});

describe('the header', () => {
  it.each(['/login', '/register', '/logout', '/agreement/private'])('of %s has the links in a menu on a narrow screen', async (at) => {
    const rendered = await open(at, { layout: 'mobile' });
    const { page, t } = rendered;
    await press(rendered, t('head.more'));
    expect(page.getAllByRole('link', { name: t('head.devCenter') }).length).toBeGreaterThan(0);
  });

  it.each(['desktop', 'mobile'] as const)('of an open page stores the language that a person switches to, %s', async (layout) => {
    const rendered = await open('/agreement/private', { layout, isSignedIn: true, lastChange: 'begins' });
    const { api, t } = rendered;
    await press(rendered, t('head.menu'));
    const [choice] = await rendered.page.findAllByRole('button', { name: '中文' });
    if (choice !== undefined) await rendered.user.click(choice);
    await waitFor(() => expect(api.made.findLast(({ name }) => name === 'updateLanguage')?.body).toEqual({ lang: 'zh_CN' }));
  });

  it('of the mobile home has Developer Center in the menu of the account', async () => {
    const rendered = await open('/mobile-account-home', { layout: 'mobile', isSignedIn: true });
    await press(rendered, rendered.t('head.menu'));
    expect(rendered.page.getAllByRole('link', { name: rendered.t('head.devCenter') }).length).toBeGreaterThan(0);
  });

  it.each(['/403', '/no-such-page', '/agreement/private', '/register/result-center/upgrade', '/activate-email?token=a'])(
    'of %s has the menu of a signed-in person',
    async (at) => {
      const rendered = await open(at, { isSignedIn: true, lastChange: 'begins' });
      await press(rendered, rendered.t('head.menu'));
      await waitFor(() => expect(rendered.page.getByText('Lin Xi')).toBeTruthy());
    },
  );

  it.each(['/consent?interaction=asked', '/link'])('of %s, which needs an account, has its menu', async (at) => {
    const rendered = await open(at, { isSignedIn: true });
    await press(rendered, rendered.t('head.menu'));
    await waitFor(() => expect(rendered.page.getAllByText('Lin Xi').length).toBeGreaterThan(0));
  });

  it.each(['ends', 'lapses'] as const)('has no menu, and asks for no account, after a session that %s', async (change) => {
    const rendered = await open('/agreement/private', { isSignedIn: true, lastChange: change });
    await settle();
    expect(menuOf(rendered)).toBeNull();
    expect(rendered.api.made.map(({ name }) => name)).not.toContain('metainfo');
  });

  it('loses the menu, and the page stays, if the session is over', async () => {
    const rendered = await open('/agreement/private', { lastChange: 'begins', replies: { metainfo: refused('unauthorized') } });
    await waitFor(() => expect(rendered.api.made.map(({ name }) => name)).toContain('metainfo'));
    await waitFor(() => expect(menuOf(rendered)).toBeNull());
    expect(location.pathname).toBe('/agreement/private');
  });
});

describe('the header of the page for a deletion', () => {
  const page = {
    token: 'kept',
    status: 'deleting',
    dueAt: '2026-03-16T00:00:00.000Z',
    ticket: '',
    receiptUrl: '',
    account: { nickname: 'Leaving', profileImage: '', encryptPhoneNumber: '139****0001', encryptEmail: '' },
  } as const;

  it('has the menu of the ticket’s person, who can leave the page', async () => {
    const rendered = await open('/apply-cancellation?X-Token=ticket', {
      isSignedIn: true,
      lastChange: 'begins',
      replies: { changeDeletion: { data: page } },
    });
    await press(rendered, rendered.t('head.menu'));
    const { page: shown, t, user } = rendered;
    expect(shown.getAllByText('Leaving').length).toBeGreaterThan(0);
    expect(shown.queryByText('Lin Xi')).toBeNull();
    const [out] = shown.getAllByRole('button', { name: t('wd.out') });
    if (out !== undefined) await user.click(out);
    await waitFor(() => expect(location.pathname).toBe('/login'));
  });

  it('has no menu without a ticket, not even for a signed-in person', async () => {
    const rendered = await open('/apply-cancellation', { isSignedIn: true, lastChange: 'begins' });
    await rendered.page.findByText(new RegExp(rendered.t('ex.del.support').slice(0, 20)));
    await settle();
    expect(menuOf(rendered)).toBeNull();
  });
});

describe('the footer of a narrow screen', () => {
  it.each(['/mobile-account-home', '/login', '/mobile-modify-info/forgotPassword'])('is on %s', async (at) => {
    await open(at, { layout: 'mobile', isSignedIn: at === '/mobile-account-home' });
    expect(footer()).not.toBeNull();
  });

  it.each(['/mobile-device-info', '/mobile-account-info', '/mobile-modify-base/nickname', '/mobile-cancellation/statement', '/avatar'])(
    'is not on %s',
    async (at) => {
      await open(at, { layout: 'mobile', isSignedIn: true });
      expect(footer()).toBeNull();
    },
  );
});

describe('the notice for an upright tablet', () => {
  function holdTablet(): void {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15');
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  }

  it.each(['/login', '/register', '/register/support', '/register/result-center/upgrade', '/agreement/private', '/mobile-account-home'])(
    'is on %s, at any width',
    async (at) => {
      holdTablet();
      const { page, t } = await open(at, { layout: 'mobile', isSignedIn: at.startsWith('/mobile') });
      expect(await page.findByText(t('sys.rotate'))).toBeTruthy();
    },
  );

  it('is not on a tablet across, and not on other devices', async () => {
    const phone = await open('/login', { layout: 'mobile' });
    await settle();
    expect(phone.page.queryByText(phone.t('sys.rotate'))).toBeNull();
    holdTablet();
    const { page, t } = await open('/login');
    await settle();
    expect(page.queryByText(t('sys.rotate'))).toBeNull();
  });
});
