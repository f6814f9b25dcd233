import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

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
  ] as const)('%s leads on, in the %s layout, to %s', async (at, layout, to) => {
    await open(at, layout);
    await waitFor(() => expect(location.pathname + location.search).toBe(to));
    await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  });
});

describe('a change of page', () => {
  it('loads no document, sets the title and focuses the heading; Back leads to the page before', async () => {
    const { user, page, t, left } = await open('/pc-application');
    await heading(t('title.apps'));
    await user.click(page.getByRole('link', { name: t('nav.devices') }));
    await heading(t('title.device'));
    expect(location.pathname).toBe('/device');
    await waitFor(() => expect(document.title).toBe(`${t('title.device')} - Cedar ID`));
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('h1')));
    expect(left).toEqual([]);
    history.back();
    await heading(t('title.apps'));
  });

  it('to the OpenID Connect paths is left to the browser', async () => {
    const { left } = await open('/device');
    const { navigate } = await import('#web/lib/router.ts');
    navigate('/oidc/auth?x=1');
    expect(left).toEqual([expect.stringMatching(/\/oidc\/auth\?x=1$/)]);
  });
});

describe('the language', () => {
  it('changes in place, and the account stores it', async () => {
    const { user, page, api } = await open('/device');
    await waitFor(() => expect(page.getByText(/Old Notebook/)).toBeTruthy());
    await user.click(page.getByRole('button', { name: '中文' }));
    await heading('设备信息');
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
