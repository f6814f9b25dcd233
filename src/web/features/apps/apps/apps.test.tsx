import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const program = {
  clientID: 'notes',
  name: forEveryLanguage(() => 'Field Notes'),
  icon: '',
  scopes: ['openid' as const, 'profile' as const],
  devices: [
    { id: 'one', name: 'Workshop', lastUsedAt: '2026-03-04T05:06:07.000Z' },
    { id: 'two', name: '', lastUsedAt: '2026-03-03T05:06:07.000Z' },
  ],
};

it.each([
  ['/pc-application/notes', 'desktop'],
  ['/mobile-application/notes', 'mobile'],
] as const)('%s shows the computers of the app, and ends one of them', async (at, layout) => {
  let listed = [program];
  const replies = {
    ...fullReplies(),
    listPrograms: () => ({ data: listed }),
    removeProgram: () => {
      listed = [{ ...program, devices: program.devices.slice(1) }];
      return { data: {} };
    },
  };
  const { page, user, t, api } = await renderAt(at, { layout, account: fullAccount(), replies });
  expect(await page.findByRole('heading', { name: t('ap.desktop') })).toBeTruthy();
  expect(page.getByText(t('dv.noName'))).toBeTruthy();
  await user.click(page.getByRole('button', { name: /Workshop/ }));
  const dialog = within(await page.findByRole('alertdialog'));
  expect(api.made.map(({ name }) => name)).not.toContain('removeProgram');
  await user.click(dialog.getByRole('button', { name: t('ap.take') }));
  await waitFor(() => expect(page.queryByRole('button', { name: /Workshop/ })).toBeNull());
  expect(api.made.find(({ name }) => name === 'removeProgram')?.body).toEqual({ clientID: 'notes', device: 'one' });
});

it('takes one permission after a question, and the app at once, which leads to the list', async () => {
  const [app] = fullReplies().listApps.data;
  if (app === undefined) throw new Error('no app');
  const email = { name: 'email' as const, title: 'Email', detail: 'See it' };
  let scopes = [{ name: 'openid' as const, title: 'Sign-in', detail: '' }, ...app.scopes, email];
  const apis = [{ name: 'api read', title: 'Read files' }];
  const replies = {
    ...fullReplies(),
    listApps: () => ({ data: [{ ...app, scopes, apis }] }),
    cancelApp: () => {
      scopes = scopes.filter((scope) => scope !== email);
      return { data: {} };
    },
  };
  const { page, user, t, api } = await renderAt('/pc-application/notes', { account: fullAccount(), replies });
  expect(await page.findByRole('heading', { level: 1, name: 'Field Notes' })).toBeTruthy();
  expect(page.getByText('notes.example')).toBeTruthy();
  expect(page.getAllByRole('switch')).toHaveLength(3);
  expect(page.getByText('li•••@example.com')).toBeTruthy();
  await user.click(page.getByRole('switch', { name: 'Email' }));
  const question = within(await page.findByRole('alertdialog'));
  expect(api.made.map(({ name }) => name)).not.toContain('cancelApp');
  await user.click(question.getByRole('button', { name: t('ap.take') }));
  await waitFor(() => expect(page.queryByRole('switch', { name: 'Email' })).toBeNull());
  await user.click(page.getByRole('button', { name: t('ap.remove') }));
  await waitFor(() => expect(location.pathname).toBe('/pc-application'));
  const bodies = api.made.filter(({ name }) => name === 'cancelApp').map(({ body }) => body);
  expect(bodies).toEqual([{ clientID: 'notes', scope: 'email' }, { clientID: 'notes' }]);
});

it('leads from the page of an app that has no access to the list', async () => {
  await renderAt('/mobile-application/other', { layout: 'mobile', account: fullAccount(), replies: fullReplies() });
  await waitFor(() => expect(location.pathname).toBe('/mobile-application'));
});
