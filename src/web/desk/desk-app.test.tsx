import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { staffRoles } from '#contract/operations/desk/roles.ts';
import { renderDesk, sampleMe } from '#web/testing/fake-desk.ts';

/** The overview asks for its lists; their rows are tested with the rooms. */
const firstPage = { deskWaiting: 'no network', deskAlarms: 'no network' } as const;

describe('the frame of the desk', () => {
  it('shows who is here, how long, and on which installation', async () => {
    const { page, t } = await renderDesk('/desk/find', { me: { environment: 'production' } });
    await page.findByRole('heading', { name: t('dk.nav.find') });
    expect(page.getByText('Lead K4')).toBeTruthy();
    expect(page.getByText(t('dk.left', { h: 8, m: 0 }))).toBeTruthy();
    expect(page.getByText(t('dk.env.production'))).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Find – Operator’s desk'));
  });

  it.each(staffRoles.map((role) => [role, !['auditor', 'reviewer'].includes(role)] as const))(
    'hides from a %s what the role does not concern',
    async (role, finds) => {
      const { page, t } = await renderDesk('/desk', {
        me: { role },
        replies: { ...firstPage, deskApprovals: { data: { items: [] } } },
      });
      await page.findByRole('heading', { level: 1 });
      const names = page.getAllByRole('link').map((link) => link.getAttribute('aria-label'));
      expect(names.includes(t('dk.nav.find'))).toBe(finds);
    },
  );

  it('names what waits in the rail, as it is seen', async () => {
    const { page, t } = await renderDesk('/desk/unknown', { me: { waiting: { approvals: 0, queues: 3 } } });
    const rail = await page.findByRole('navigation', { name: t('dk.nav') });
    const names = [...rail.querySelectorAll('a')].map((link) => link.getAttribute('aria-label'));
    expect(names).toContain(`${t('dk.nav.queues')} 3`);
    expect(names).toContain(t('dk.nav.approvals'));
  });

  it('marks the search in the rail while a person is open', async () => {
    const { page, t } = await renderDesk(`/desk/p/${'l'.repeat(22)}`, { replies: { deskCard: { refusal: 'deskChanged' } } });
    await page.findByRole('heading', { name: t('dk.look.over') });
    const rail = page.getByRole('navigation', { name: t('dk.nav') });
    expect(rail.querySelector('[aria-current=page]')?.getAttribute('aria-label')).toBe(t('dk.nav.find'));
  });

  it('leads to the sign-in without a session, and says why one has ended', async () => {
    const { page, t } = await renderDesk('/desk/find', { replies: { deskMe: { refusal: 'overtime' } } });
    expect(await page.findByText(t('dk.out'))).toBeTruthy();
    expect(page.getByRole('link', { name: t('dk.enter') }).getAttribute('href')).toBe('/desk/in');
  });

  it('begins a session after the sign-in, with its own key', async () => {
    const { page, made, t } = await renderDesk('/desk/enter', {
      replies: { ...firstPage, deskBegin: { data: { until: sampleMe.until, idleUntil: sampleMe.idleUntil, endedAnother: true } } },
    });
    await waitFor(() => expect(location.pathname).toBe('/desk/overview'));
    expect(made.map(({ name }) => name).filter((name) => !(name in firstPage))).toEqual(['deskBegin']);
    expect((await page.findAllByText(t('dk.endedAnother'))).length).toBeGreaterThan(0);
  });

  it.each([
    ['/desk/overview', 'deskMe', -3_600_000],
    ['/desk/enter', 'deskBegin', 150_000],
  ])('at %s signs %s once more by the clock of the server, which differs by %i ms', async (address, first, aheadMs) => {
    const { page, late, t } = await renderDesk(address, {
      aheadMs,
      replies: { ...firstPage, deskBegin: { data: { until: sampleMe.until, idleUntil: sampleMe.idleUntil, endedAnother: false } } },
    });
    expect(await page.findByRole('heading', { level: 1, name: t('dk.nav.overview') })).toBeTruthy();
    await waitFor(() => expect(location.pathname).toBe('/desk/overview'));
    // In development effects run twice, and so does the first call.
    expect(new Set(late)).toEqual(new Set([first]));
  });

  it('says who has no place here', async () => {
    const { page, t } = await renderDesk('/desk/refused/stranger', { language: 'zh_CN' });
    expect(await page.findByRole('heading', { name: t('dk.refused.stranger') })).toBeTruthy();
  });

  it('warns in the last minute', async () => {
    const { page } = await renderDesk('/desk/find', { me: { idleUntil: sampleMe.now + 40_000 } });
    expect((await page.findByRole('alert')).textContent).toMatch(/Signed out in (40|39) s/);
  });

  it('leads on from an address without a page', async () => {
    const { page, user, t } = await renderDesk('/desk/elsewhere', { replies: firstPage });
    const heading = await page.findByRole('heading', { name: t('dk.unknown') });
    await user.click(within(heading.closest('header') ?? heading).getByRole('link', { name: t('dk.nav.overview') }));
    await waitFor(() => expect(location.pathname).toBe('/desk/overview'));
  });

  it('signs out and drops the key', async () => {
    const { page, user, made, t } = await renderDesk('/desk/find', { replies: { deskLeave: { data: {} } } });
    await user.click(await page.findByRole('button', { name: t('dk.signOut') }));
    expect(await page.findByRole('link', { name: t('dk.enter') })).toBeTruthy();
    expect(made.map(({ name }) => name)).toEqual(['deskLeave']);
  });
});
