import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { UpgradePreview } from '#contract/account/upgrade/upgrade.schemas.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, visitorReplies } from '#web/testing/samples.ts';

const legacy = { legacyId: 'old', number: '7', username: 'linxi7', nickname: 'Old Lin', phone: '138****6021', email: '', createdAt: '' };
const own: UpgradePreview['accounts'][number] = {
  target: 'mine',
  id: '100000000001',
  nickname: 'Lin Xi',
  profileImage: '',
  phone: '138****6021',
  email: 'li***@example.com',
  same: ['phone'],
  isOwn: true,
  isProven: true,
};
const preview: UpgradePreview = {
  legacy,
  accounts: [own],
  target: null,
  takes: [],
  conflicts: [],
  leftOut: [],
  region: '',
  needsContact: false,
  needsPassword: false,
};

describe('the upgrade of a signed-in person', () => {
  it('offers the contacts of the account, masked, instead of an empty form', async () => {
    const account: AccountView = { ...fullAccount(), legacy: true };
    const { page, user, t, api } = await renderAt('/mobile-account-home', {
      layout: 'mobile',
      account,
      replies: {
        ...fullReplies(),
        ...visitorReplies,
        sendAccountSms: { data: { cd: 60 } },
        findUpgradeAccounts: { data: { ticket: 'proof', expiresAt: '2030-01-01T00:00:00.000Z', legacy: [legacy], accounts: [own] } },
        bindLegacyAccount: { data: { preview } },
      },
    });
    await user.click(await page.findByRole('button', { name: t('home.upgrade.h') }));
    const phone = await page.findByRole<HTMLInputElement>('radio', { name: '138 •••• 6021' });
    expect([phone.checked, page.getAllByRole('radio').length]).toEqual([true, 2]);
    await user.click(page.getByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')), { timeout: 15_000 });
    await fill(user, inputNamed('code'), '123456');
    await user.click(page.getByRole('button', { name: t('btn.continue') }));
    await page.findByRole('radio', { name: /Lin Xi/ });
    expect(api.made.find(({ name }) => name === 'sendAccountSms')?.body).toMatchObject({ scene: 'upgrade' });
    expect(api.made.find(({ name }) => name === 'findUpgradeAccounts')?.body).toEqual({ own: 'phone', code: '123456' });
  });

  it('asks for a code to a contact of the legacy account before the password alone makes an account', async () => {
    const { page, t } = await renderAt('/account-upgrade/account', {
      kept: { 'upgrade.visit': JSON.stringify({ legacyId: 'old', tickets: ['proof'] }) },
      replies: { ...visitorReplies, bindLegacyAccount: { data: { preview: { ...preview, accounts: [], needsContact: true } } } },
    });
    expect(await page.findByText(t('up.confirm'))).toBeTruthy();
    expect(inputNamed('code')).toBeTruthy();
    expect(page.queryByRole('button', { name: t('home.upgrade.btn') })).toBeNull();
  });

  it.each([
    ['DE', undefined],
    ['', 'DE'],
  ] as const)('has the legacy region %j as a fact, and proposes %j', async (region, proposed) => {
    const { page, user, t, api } = await renderAt('/account-upgrade/account', {
      kept: { 'upgrade.visit': JSON.stringify({ legacyId: 'old', tickets: ['proof'] }) },
      replies: {
        ...fullReplies(),
        ...visitorReplies,
        region: { data: { IsoCode: 'DE' } },
        bindLegacyAccount: { data: { preview: { ...preview, accounts: [], takes: ['phone', 'company'], region } } },
      },
    });
    await page.findByText(t('region.DE'));
    expect(page.getByText('Phone number and company')).toBeTruthy();
    const field = page.queryByRole<HTMLSelectElement>('combobox', { name: t('region.label') });
    await waitFor(() => expect(field?.value).toBe(proposed));
    await user.click(page.getByRole('checkbox'));
    await user.click(page.getByRole('button', { name: t('home.upgrade.btn') }));
    await waitFor(() => expect(api.made.at(-1)?.body).toMatchObject({ step: 'upgrade', region: 'DE' }));
  });

  it('asks for the effects without the account that was chosen before, and leads back to it', async () => {
    const visit = { legacyId: 'old', tickets: ['proof'], target: 'mine', isAlone: true };
    const { page, user, t, api } = await renderAt('/account-upgrade/account', {
      kept: { 'upgrade.visit': JSON.stringify(visit) },
      replies: { ...visitorReplies, bindLegacyAccount: { data: { preview: { ...preview, needsContact: true } } } },
    });
    const back = await page.findByRole('button', { name: t('btn.prev') });
    const asked = api.made.find(({ name }) => name === 'bindLegacyAccount');
    expect(asked?.body).toEqual({ step: 'preview', legacyId: 'old', tickets: ['proof'] });
    await user.click(back);
    expect((await page.findByRole<HTMLInputElement>('radio', { name: /Lin Xi/ })).checked).toBe(true);
  });

  it('leaves a contact that waits for a code, which its row says', async () => {
    const account: AccountView = { ...fullAccount(), encryptEmail: '', unconfirmed: [{ kind: 'email', contact: 'ol***@example.com' }] };
    const { page, t } = await renderAt('/mobile-security', { layout: 'mobile', account, replies: fullReplies() });
    expect(await page.findByText(t('st.unconfirmed'))).toBeTruthy();
  });

  it('leads on to the form for another contact', async () => {
    const { page, user, t } = await renderAt('/account-upgrade/account', {
      account: fullAccount(),
      kept: { 'upgrade.visit': JSON.stringify({ own: ['138****6021'] }) },
    });
    await user.click(await page.findByRole('button', { name: t('up.useOther') }));
    await waitFor(() => expect(inputNamed('account').value).toBe(''));
  });

  it('has the values of the present account chosen already, and says what ends', async () => {
    const conflicts: UpgradePreview['conflicts'] = [{ field: 'nickname', legacy: 'Old Lin', target: 'Lin Xi' }];
    const { page, t } = await renderAt('/account-upgrade/confirm', {
      account: fullAccount(),
      kept: { 'upgrade.visit': JSON.stringify({ legacyId: 'old', tickets: ['proof'], target: 'mine' }) },
      replies: { bindLegacyAccount: { data: { preview: { ...preview, target: own, conflicts } } } },
    });
    expect((await page.findByRole<HTMLInputElement>('radio', { name: /^Lin Xi/ })).checked).toBe(true);
    expect(page.getByText(t('ends.others'))).toBeTruthy();
    await waitFor(() => expect(sessionStorage.getItem('upgrade.visit')).toContain('"nickname":"target"'));
  });
});
