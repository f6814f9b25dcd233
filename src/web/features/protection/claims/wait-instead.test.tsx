import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, twoStep } from '#web/testing/samples.ts';

const need = { strength: 2, independent: true } as const;
const dueAt = '2126-01-05T03:04:05.000Z';
const first = refused('verificationNeeded', { methods: [{ method: 'password', target: '' }], have: [], need, slow: false });
const have = [{ family: 'phone', root: 'phone' } as const];

/** A sentence of several in one paragraph. */
const within = (sentence: string) => (text: string) => text.includes(sentence);

describe('the removal of something from a protected account', () => {
  async function removeApp(second: Readonly<Record<string, unknown>>) {
    let asked = 0;
    const [app] = twoStep.totp;
    const rendered = await renderAt('/pc-two-step', {
      account: fullAccount(),
      replies: {
        twoStep: { data: twoStep },
        listPasskeys: refused('serverError'),
        removeTotp: () => {
          asked += 1;
          return asked === 1 ? first : refused('verificationNeeded', { have, need, ...second });
        },
        authenticate: { data: { verifiedUntil: dueAt, have, need } },
        openWait: { data: { dueAt } },
      },
    });
    const { page, user, t } = rendered;
    await user.click(await page.findByRole('button', { name: new RegExp(app?.name ?? '') }));
    await user.click(page.getAllByRole('button', { name: t('ts.remove') }).at(-1) as HTMLElement);
    await page.findByRole('dialog', { name: t('vf.h') });
    await fill(user, inputNamed('password'), 'violet7-Harbour');
    await user.click(page.getByRole('button', { name: t('btn.next') }));
    const dialog = await page.findByRole('dialog', { name: t('vf.more') });
    expect(dialog.textContent).toContain(t('way.phone'));
    return { ...rendered, app };
  }

  it('waits where there is no second way, and says until when', async () => {
    const { page, user, t, api, app } = await removeApp({ methods: [], slow: true, hours: 72 });
    await user.click(page.getByRole('button', { name: t('vf.slowBtn') }));
    const [before = '', after = ''] = t('vf.waits', { date: '|' }).split('|');
    await page.findByText((text) => text.startsWith(before) && text.endsWith(after));
    const opened = api.made.filter(({ name }) => name === 'openWait').map(({ body }) => body);
    expect(opened).toEqual([{ action: 'removeTotp', target: app?.id }]);
    // The question does not stay.
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull());
  });

  it('says what it is for', async () => {
    const { page, t } = await removeApp({ methods: [{ method: 'email', target: 'li***@example.com' }], slow: false });
    expect(page.getByText(within(t('vf.what', { action: t('vf.to.removeTotp') })))).toBeTruthy();
  });

  it('offers no wait where what was shown opens none', async () => {
    const { page, t } = await removeApp({ methods: [{ method: 'email', target: 'li***@example.com' }], slow: false });
    expect(page.queryByRole('button', { name: t('vf.slowBtn') })).toBeNull();
  });
});
