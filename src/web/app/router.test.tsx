import { waitFor } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settle } from '#web/testing/document.ts';
import { sampleConfig } from '#web/testing/sample-config.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';
import type * as Texts from '#web/lib/texts/texts.ts';
import type * as Screens from './pages/screens.ts';

function open(at: string, layout: 'desktop' | 'mobile' = 'desktop'): Promise<Rendered> {
  const updateLanguage = { data: fullAccount('zh_CN') } as const;
  return renderAt(at, { layout, account: fullAccount(), replies: { ...fullReplies(), updateLanguage } });
}

async function heading(name: string): Promise<void> {
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(name));
}

describe('a URL', () => {
  it.each([
    ['/', 'desktop', '/pc-account-home'],
    ['/', 'mobile', '/mobile-account-home'],
    ['/edit-password', 'desktop', '/register/support'],
    ['/device?x=1', 'mobile', '/mobile-device-info?x=1'],
    ['/mobile-application', 'desktop', '/pc-application'],
    ['/mobile-modify-info/password?from=uos', 'desktop', '/pc-way/password?from=uos'],
    ['/mobile-modify-base/email', 'desktop', '/pc-way/email'],
    ['/mobile-modify-base/verify?x=1', 'mobile', '/mobile-modify-info/verify?x=1'],
  ] as const)('%s leads on, in the %s layout, to %s', async (at, layout, to) => {
    await open(at, layout);
    await waitFor(() => expect(location.pathname + location.search).toBe(to));
    await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  });
});

describe('a change of page', () => {
  it('loads no document, sets the title and focuses the heading; Back leads to the page before', async () => {
    const { user, page, t, left } = await open('/pc-application');
    await heading(t('nav.apps'));
    await user.click(page.getByRole('link', { name: t('nav.devices') }));
    await heading(t('nav.devices'));
    expect(location.pathname).toBe('/device');
    await waitFor(() => expect(document.title).toBe(`${t('title.device')} - Cedar ID`));
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('h1')));
    expect(left).toEqual([]);
    history.back();
    await heading(t('nav.apps'));
  });

  it('marks the pressed place at once, shows the skeleton of a page that does not come, and then the page', async () => {
    const late = Promise.withResolvers<void>();
    vi.doMock('./pages/screens.ts', async (load) => {
      const { loadScreen, ...others } = await load<typeof Screens>();
      const slowly = async (name: string) => {
        if (name === 'shared/protection/devices') await late.promise;
        return loadScreen(name);
      };
      return { ...others, loadScreen: slowly };
    });
    const { user, page, t } = await open('/pc-application');
    await heading(t('nav.apps'));
    const link = page.getByRole('link', { name: t('nav.devices') });
    await user.pointer({ keys: '[MouseLeft>]', target: link });
    expect(link.getAttribute('aria-current')).toBe('page');
    expect(document.querySelector('h1')?.textContent).toBe(t('nav.apps'));
    await user.pointer({ keys: '[/MouseLeft]', target: link });
    await heading(t('nav.devices'));
    expect(document.querySelectorAll('main [aria-busy=true]')).toHaveLength(2);
    expect(document.activeElement).toBe(document.querySelector('h1'));
    expect(document.querySelector('header')?.contains(page.getByRole('progressbar', { name: t('sys.loading') }))).toBe(true);
    late.resolve();
    expect(await page.findByText(/Old Notebook/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('h1')));
    vi.doUnmock('./pages/screens.ts');
  });

  it('to one that is not known yet is a new document, where it may need the captcha of another site', async () => {
    const captcha = { ...sampleConfig.captcha, remotes: [{ region: 'DE' as const, provider: 'turnstile' as const, siteKey: 'x' }] };
    const { left } = await renderAt('/pc-account-home', { account: fullAccount(), config: { captcha }, replies: fullReplies() });
    const { navigate } = await import('#web/lib/page/router.ts');
    navigate('/freeze');
    expect(left).toEqual([expect.stringMatching(/\/freeze$/)]);
  });

  it('stays in the document that began at a page that was not known', async () => {
    const captcha = { ...sampleConfig.captcha, remotes: [{ region: 'DE' as const, provider: 'turnstile' as const, siteKey: 'x' }] };
    const { left, t } = await renderAt('/pc-security', { account: fullAccount(), config: { captcha }, replies: fullReplies() });
    await heading(t('nav.security'));
    const { navigate } = await import('#web/lib/page/router.ts');
    for (const to of ['/pc-security?x=1', '/device', '/pc-security', '/pc-account-home']) navigate(to);
    expect(left).toEqual([]);
    navigate('/freeze');
    expect(left).toEqual([expect.stringMatching(/\/freeze$/)]);
  });

  it('shows no skeleton before its name is there', async () => {
    const names = Promise.withResolvers<void>();
    vi.doMock('#web/lib/texts/texts.ts', async (load) => {
      const { loadPack, ...others } = await load<typeof Texts>();
      const slowly: typeof loadPack = async (pack, language) => {
        if (pack === 'page-names') await names.promise;
        return loadPack(pack, language);
      };
      return { ...others, loadPack: slowly };
    });
    await open('/pc-account-home');
    const [{ waitingView }, { loadOtherPages }, { matchPath }, { loadFrame, loadWaitingScreen }] = await Promise.all([
      import('./pages/view.ts'),
      import('./pages/screens.ts'),
      import('./pages/match.ts'),
      import('./pages/frames.ts'),
    ]);
    await loadOtherPages();
    const [from, to] = [matchPath('/pc-account-home'), matchPath('/device')];
    await Promise.all([loadWaitingScreen(), loadFrame(to.route.frame)]);
    const seen = vi.fn<(view: unknown) => void>();
    const view = waitingView(from, to).then(seen);
    await settle();
    expect(seen).not.toHaveBeenCalled();
    names.resolve();
    await view;
    expect(seen).toHaveBeenCalledWith(expect.objectContaining({ isWaiting: true }));
    vi.doUnmock('#web/lib/texts/texts.ts');
  });

  it('to the OpenID Connect paths is left to the browser', async () => {
    const { left } = await open('/device');
    const { navigate } = await import('#web/lib/page/router.ts');
    navigate('/oidc/auth?x=1');
    expect(left).toEqual([expect.stringMatching(/\/oidc\/auth\?x=1$/)]);
  });
});

describe('an address of the OpenID provider', () => {
  const drawn = (page: string) => async () => document.querySelector('#root')?.setAttribute('data-page', page);
  const refused = { error: 'invalid_request', description: 'post_logout_redirect_uri not registered', signOut: '/oidc/session/end' };

  it.each(['/oidc/auth', '/oidc/auth/step', '/oidc/session/end', '/oidc/session/end/confirm'])(
    '%s shows what the server has drawn there',
    async (at) => {
      const { page, t } = await renderAt(at, { before: drawn('/oauth-error'), routeData: refused });
      await page.findByRole('heading', { level: 1, name: t('oe.h') });
      expect(page.getByRole('link', { name: t('title.signOut') }).getAttribute('href')).toBe('/oidc/session/end');
    },
  );

  it('shows the question about a sign-out where the server asks it', async () => {
    const routeData = { action: '/oidc/session/end/confirm', xsrf: 'x', app: null };
    const { page, t } = await renderAt('/oidc/session/end?state=1', { before: drawn('/oauth-logout'), routeData });
    await page.findByRole('heading', { level: 1, name: t('lo.h', { brand: 'Cedar ID' }) });
    expect(page.getAllByRole('button', { name: new RegExp(`${t('lo.stay')}|${t('lo.all', { brand: 'Cedar ID' })}`) })).toHaveLength(2);
  });
});

describe('a change of page without a network', () => {
  afterEach(() => vi.doUnmock('./pages/screens.ts'));

  function connect(isOnline: boolean): void {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }

  /** The module with screens, whose next load of a page fails, after this. */
  function failOnce(before: () => void = () => undefined): void {
    let isFirst = true;
    vi.doMock('./pages/screens.ts', async (load) => {
      const { loadScreen, ...others } = await load<typeof Screens>();
      return {
        ...others,
        loadScreen: (name: string) => {
          if (name !== 'shared/protection/devices' || !isFirst) return loadScreen(name);
          isFirst = false;
          before();
          return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
        },
      };
    });
  }

  it('waits for the network under the permanent notice, without a dialog', async () => {
    const { user, page, t, left } = await open('/pc-application');
    await heading(t('nav.apps'));
    connect(false);
    await user.click(page.getByRole('link', { name: t('nav.devices') }));
    // By then the page would be on screen if it had been requested.
    await import('#web/screens/shared/protection/devices.tsx');
    await settle();
    await settle();
    expect(document.querySelector('h1')?.textContent).toBe(t('nav.apps'));
    expect(page.queryByRole('alertdialog')).toBeNull();
    expect(page.getAllByText(t('toast.404')).length).toBeGreaterThan(0);
    connect(true);
    await heading(t('nav.devices'));
    expect(page.queryByRole('alertdialog')).toBeNull();
    expect(page.queryByRole('progressbar', { name: t('sys.loading') })).toBeNull();
    expect(left).toEqual([]);
  });

  it('waits for the list of pages where the first one came without it', async () => {
    const { user, page, t, left } = await renderAt('/login', { replies: fullReplies() });
    connect(false);
    await user.click(page.getByRole('link', { name: t('si.forgot') }));
    // By then the page would be on screen if the list had been requested.
    await import('./pages/other-screens.tsx');
    await settle();
    await settle();
    expect(location.pathname).toBe('/edit-password');
    connect(true);
    await heading(t('title.recover'));
    expect([location.pathname, left]).toEqual(['/register/support', []]);
  });

  it('shows a page that has been loaded before', async () => {
    const { user, page, t } = await open('/pc-application');
    await user.click(page.getByRole('link', { name: t('nav.devices') }));
    await heading(t('nav.devices'));
    connect(false);
    await user.click(page.getByRole('link', { name: t('nav.apps') }));
    await heading(t('nav.apps'));
    expect(location.pathname).toBe('/pc-application');
  });

  it('forgets the page when another one is opened meanwhile', async () => {
    const { user, page, t } = await open('/pc-application');
    await heading(t('nav.apps'));
    connect(false);
    await user.click(page.getByRole('link', { name: t('nav.devices') }));
    await user.click(page.getByRole('link', { name: t('nav.apps') }));
    connect(true);
    await settle();
    await heading(t('nav.apps'));
    expect(location.pathname).toBe('/pc-application');
  });

  it('closes the dialog of a failed page when the browser notices the loss, and loads the page afterwards', async () => {
    failOnce();
    const { user, page, t } = await open('/pc-application');
    await heading(t('nav.apps'));
    await user.click(page.getByRole('link', { name: t('nav.devices') }));
    expect(await page.findByRole('alertdialog', { name: t('sys.reload') })).toBeTruthy();
    connect(false);
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull());
    connect(true);
    await heading(t('nav.devices'));
    expect(page.queryByRole('alertdialog')).toBeNull();
  });

  it('shows no dialog if the loss is known when the page fails', async () => {
    failOnce(() => void vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false));
    const { user, page, t } = await open('/pc-application');
    await heading(t('nav.apps'));
    await user.click(page.getByRole('link', { name: t('nav.devices') }));
    await settle();
    expect(page.queryByRole('alertdialog')).toBeNull();
    connect(true);
    await heading(t('nav.devices'));
  });
});

describe('the language', () => {
  it('changes in place, and the account stores it', async () => {
    const { user, page, api } = await open('/device');
    await waitFor(() => expect(page.getByText(/Old Notebook/)).toBeTruthy());
    await user.click(page.getByRole('button', { name: '中文' }));
    await heading('设备');
    expect([location.pathname, document.documentElement.lang]).toEqual(['/device', 'zh-CN']);
    await waitFor(() => expect(api.made.findLast(({ name }) => name === 'updateLanguage')?.body).toEqual({ lang: 'zh_CN' }));
    await waitFor(() => expect(document.title).toMatch(/雪松账号$/));
  });
});

describe('another tab', () => {
  it('that ends the session leads this tab to the page after sign-out and empties it', async () => {
    const { page, left } = await open('/device');
    await waitFor(() => expect(page.getByText(/Old Notebook/)).toBeTruthy());
    localStorage.setItem('person', 'ends1');
    dispatchEvent(Object.assign(new Event('storage'), { key: 'person', newValue: 'ends1' }));
    await waitFor(() => expect(left).toEqual(['/logout']));
    expect(document.body.textContent).not.toContain('Old Notebook');
  });
});
