import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { confirmationText, exceptionText } from '#contract/operations/desk/asked-text.ts';
import { cardLine } from '#web/testing/desk-samples.ts';
import { askedAndSigned, challengeOf, givePasskey, renderDesk, waitsForSecond, type DeskReplies } from '#web/testing/fake-desk.ts';

const hour = 3_600_000;
const item = {
  id: 'e'.repeat(22),
  state: 'asked',
  account: '2083****1946',
  member: 'T2',
  confirmedBy: '',
  caseRef: 'CS-1234',
  text: 'A break-in is under way.',
  askedAt: Date.now(),
  until: Date.now() + hour,
  reviewBy: Date.now() + 72 * hour,
  own: false,
} as const;

describe('exceptional access', () => {
  it('is confirmed by another member, and never by who asked', async () => {
    const replies: DeskReplies = {
      deskExceptions: { data: { items: [item, { ...item, id: 'o'.repeat(22), own: true }], baits: null } },
      deskConfirmException: { data: { until: item.until } },
    };
    const { page, user, made, t } = await renderDesk('/desk/exceptions', { me: { role: 'agent' }, replies });
    const get = givePasskey();
    get.mockResolvedValueOnce(null);
    await user.click(await page.findByRole('button', { name: t('dk.ex.confirm') }));
    expect((await page.findByRole('alert')).textContent).toBe(t('dk.sign.none'));
    await user.click(page.getByRole('button', { name: t('dk.ex.confirm') }));
    await waitFor(() =>
      expect(made.find(({ name }) => name === 'deskConfirmException')?.body).toMatchObject({ id: item.id, credential: { id: 'key' } }),
    );
    const challenge = get.mock.lastCall?.[0].publicKey?.challenge;
    expect(new Uint8Array(challenge as ArrayBuffer)).toEqual(await challengeOf(confirmationText(item)));
    expect(page.getByText(t('dk.ex.own'))).toBeTruthy();
    expect(page.queryByText(t('dk.bait.h'))).toBeNull();
  });

  it('is reviewed by an auditor once it is over, who also marks accounts of no one', async () => {
    const over = { ...item, state: 'open', confirmedBy: 'K4', until: Date.now() - 1 } as const;
    const { page, user, made, answer, t } = await renderDesk('/desk/exceptions', {
      me: { role: 'auditor' },
      replies: {
        deskExceptions: { data: { items: [over, { ...over, id: 'n'.repeat(22), until: Date.now() + hour }], baits: 2 } },
        deskReviewException: { data: { done: true } },
        deskAddBait: { refusal: 'deskChanged' },
      },
    });
    await user.click(await page.findByRole('button', { name: t('dk.ex.review') }));
    await waitFor(() => expect(made.find(({ name }) => name === 'deskReviewException')?.body).toEqual({ id: item.id }));
    await user.type(page.getByRole('textbox', { name: t('dk.bait.number') }), '208319461946');
    await user.click(page.getByRole('button', { name: t('dk.bait.add') }));
    expect((await page.findByRole('alert')).textContent).toBe(t('dk.bait.no'));
    givePasskey();
    answer({ ...askedAndSigned, deskAddBait: waitsForSecond });
    await user.click(page.getByRole('button', { name: t('dk.bait.add') }));
    await waitFor(() => expect(page.getByRole<HTMLInputElement>('textbox', { name: t('dk.bait.number') }).value).toBe(''));
    expect(made.map(({ name }) => name)).toContain('deskSignAsked');
  });
});

describe('the page of a person', () => {
  it('shows a viewer with exceptional access what an agent does, and nothing that takes two', async () => {
    const look = 'l'.repeat(22);
    const shown = (exception: number | null): DeskReplies => ({
      deskCard: ({ body }) => ({
        data: {
          card: body['card'] as 'state',
          version: 1,
          reason: 'emergency',
          caseRef: 'CS-1234',
          until: Date.now() + hour,
          exception,
          others: [],
          lines: body['card'] === 'state' ? ['active', 'deleting'].map((kind) => cardLine(kind)) : [],
        },
      }),
      deskAskException: { data: { id: 'e'.repeat(22), until: 0 } },
    });
    const before = await renderDesk(`/desk/p/${look}`, { me: { role: 'viewer' }, replies: shown(null) });
    const { t } = before;
    const get = givePasskey();
    await before.user.click(await before.page.findByRole('button', { name: t('dk.ex.ask') }));
    const dialog = within(await before.page.findByRole('alertdialog'));
    await before.user.type(dialog.getByLabelText(t('dk.ex.why')), 'A break-in is under way.');
    await before.user.click(dialog.getByRole('button', { name: t('dk.ex.ask') }));
    const asked = { look, caseRef: 'CS-1234', text: 'A break-in is under way.' };
    await waitFor(() =>
      expect(before.made.find(({ name }) => name === 'deskAskException')?.body).toMatchObject({ ...asked, credential: { id: 'key' } }),
    );
    const challenge = get.mock.lastCall?.[0].publicKey?.challenge;
    const nonce = String(before.made.find(({ name }) => name === 'deskAskException')?.body['nonce']);
    expect(new Uint8Array(challenge as ArrayBuffer)).toEqual(await challengeOf(exceptionText({ ...asked, nonce })));
    expect(before.page.queryByRole('button', { name: t('dk.act.lock') })).toBeNull();
    const open = await renderDesk(`/desk/p/${look}`, { me: { role: 'viewer' }, replies: shown(Date.now() + hour) });
    expect(await open.page.findByRole('button', { name: t('dk.act.lock') })).toBeTruthy();
    expect(open.page.queryByRole('button', { name: t('dk.act.restore') })).toBeNull();
    expect(open.page.queryByRole('button', { name: t('dk.ex.ask') })).toBeNull();
  });
});
