import { describe, expect, it } from 'vitest';
import { erasedReceipt } from '#web/testing/data-samples.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { visitorReplies } from '#web/testing/samples.ts';

describe('a receipt', () => {
  const open = (replies: Replies) => renderAt('/receipt#the-token', { replies: { ...visitorReplies, ...replies } });

  it('says what was erased and kept, and how to check it without us', async () => {
    const { page, t, api } = await open({ showReceipt: { data: erasedReceipt } });
    expect((await page.findByRole('region', { name: t('er.erased') })).textContent).toBe(`${t('er.erased')}${t('dt.t.account')}3`);
    expect(page.getByRole('region', { name: t('er.kept') }).textContent).toContain(t('er.forGood'));
    expect(document.querySelector('pre')?.textContent).toBe(
      'openssl dgst -sha256 -verify public-key.pem -signature receipt.sig receipt.json',
    );
    expect(page.getByRole('button', { name: t('er.save') })).toBeTruthy();
    expect(api.made.find(({ name }) => name === 'showReceipt')?.body).toEqual({ token: 'the-token' });
    expect(location.hash).toBe('#the-token');
  });

  it('is announced with its date before the erasure', async () => {
    const { page, t } = await open({ showReceipt: { data: { ...erasedReceipt, receipt: null } } });
    expect(await page.findByText(t('er.pending'))).toBeTruthy();
    expect(page.queryByRole('button', { name: t('er.save') })).toBeNull();
  });

  it('is settling after its date until the account is erased, and promises no withdrawal', async () => {
    const { page, t } = await open({ showReceipt: { data: { ...erasedReceipt, isSettling: true, receipt: null } } });
    expect(await page.findByText(t('er.settling'))).toBeTruthy();
    expect(page.queryByText(t('er.pending'))).toBeNull();
  });

  it('that nobody knows gives no hint', async () => {
    const { page, t } = await open({ showReceipt: refused('notFound') });
    expect(await page.findByRole('heading', { name: t('er.unknown') })).toBeTruthy();
  });

  it('is linked where the request ends', async () => {
    const kept = { 'deletion-due': '2026-03-16T00:00:00.000Z', 'deletion-receipt': 'https://id.example.com/receipt#the-token' };
    const { page, t } = await renderAt('/register/result-center/cancellation', { kept });
    expect((await page.findByRole('link', { name: t('er.h') })).getAttribute('href')).toBe(kept['deletion-receipt']);
  });
});
