import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, newAccount } from '#web/testing/samples.ts';

const unnamed = { ...newAccount(), nickname: 'id_3ft2uqugm7' };

async function arrive({ account = unnamed, replies = {}, at = '/register/follow', layout = 'desktop' }: Arriving = {}) {
  return renderAt(at, { account, layout, replies: { ...fullReplies(), showQrcode: { data: {} }, ...replies } });
}

interface Arriving {
  readonly account?: typeof unnamed;
  readonly replies?: Replies;
  readonly at?: string;
  readonly layout?: 'desktop' | 'mobile';
}

describe('the first questions after a registration', () => {
  it('ask for a name, save it and lead on', async () => {
    const { page, user, t, api } = await arrive({
      replies: { checkNickname: { data: false }, updateNickname: { data: { ...unnamed, nickname: 'Lin' } } },
    });
    expect((await page.findByRole('heading', { level: 1, name: t('ar.h') })).textContent).toBe(t('ar.h'));
    await waitFor(() => inputNamed('nickname'));
    await fill(user, inputNamed('nickname'), 'Lin');
    await user.click(page.getByRole('button', { name: t('ar.btn') }));
    await waitFor(() => expect(location.pathname).toBe('/pc-account-home'));
    expect(api.made.find(({ name }) => name === 'updateNickname')?.body).toEqual({ nickname: 'Lin' });
  });

  it('can be skipped with one press', async () => {
    const { page, user, t } = await arrive();
    await user.click(await page.findByRole('link', { name: t('follow.skip') }));
    await waitFor(() => expect(location.pathname).toBe('/pc-account-home'));
  });

  it('name what is wrong with a name, and stay', async () => {
    const { page, user, t } = await arrive({
      replies: { checkNickname: { data: false }, updateNickname: refused('sensitiveWords', { fields: { nickname: 'sensitive' } }) },
    });
    await waitFor(() => inputNamed('nickname'));
    await fill(user, inputNamed('nickname'), 'admin');
    await user.click(page.getByRole('button', { name: t('ar.btn') }));
    await waitFor(() => expect(lineOf(inputNamed('nickname'))).toContain(t('v.nickname.sensitive')));
    expect(location.pathname).toBe('/register/follow');
  });

  it('show the code for following beside them, and tell a phone how to read it', async () => {
    const desktop = await arrive();
    expect(await desktop.page.findByRole('img', { name: desktop.t('foot.followHint') })).toBeTruthy();
    expect(desktop.page.getByText(desktop.t('follow.body'))).toBeTruthy();
    const mobile = await arrive({ layout: 'mobile' });
    expect(await mobile.page.findByText(mobile.t('follow.phone'))).toBeTruthy();
  });

  it('take the code away when it was scanned, and keep the typed name', async () => {
    const { page, user, t } = await arrive({
      replies: { checkNickname: { data: false }, qrcodeConfig: { data: { showQrcode: false, url: 'https://social.example' } } },
    });
    await waitFor(() => inputNamed('nickname'));
    await fill(user, inputNamed('nickname'), 'Lin');
    await waitFor(() => expect(page.queryByText(t('follow.body'))).toBeNull());
    expect([inputNamed('nickname').value, location.pathname]).toEqual(['Lin', '/register/follow']);
  });

  it('are not asked of a person with a name', async () => {
    const { page, t } = await arrive({ account: fullAccount() });
    expect(await page.findByRole('heading', { level: 1, name: t('follow.h') })).toBeTruthy();
    expect(document.querySelector('input[name=nickname]')).toBeNull();
  });
});
