import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { refused } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';

describe('the page that freezes', () => {
  it('asks for a code, and on its other tab for the password behind the captcha', async () => {
    const { page, user, t, api } = await renderAt('/freeze', { replies: { freezeByWay: refused('captchaFailed') } });
    expect(await page.findByRole('tab', { name: t('si.byCode') })).toBeTruthy();
    expect(inputNamed('code')).toBeTruthy();
    await user.click(page.getByRole('tab', { name: t('si.byPassword') }));
    await fill(user, inputNamed('account'), '13812345678');
    await fill(user, inputNamed('password'), 'violet7-Harbour');
    await user.click(page.getByRole('button', { name: t('wy.btn') }));
    // Nothing leaves before the captcha.
    await waitFor(() => expect(document.querySelector('dialog')).not.toBeNull());
    expect(api.made.some(({ name }) => name === 'freezeByWay')).toBe(false);
  });
});
