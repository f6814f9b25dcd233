import { fireEvent, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import type { DraftDays } from '#contract/account/agreements/publication-dates.ts';
import { askedAndSigned, givePasskey, renderDesk, sampleMe, waitsForSecond, type DeskReplies } from '#web/testing/fake-desk.ts';

const id = 'p'.repeat(22);
const place = { type: 'serverAgreement', region: 'CN', language: 'zh_CN' } as const;
const draft = {
  id,
  state: 'draft',
  version: 3,
  versions: [{ type: 'serverAgreement', version: '2030-1' }],
  author: 'T2',
  savedAt: sampleMe.now,
  publishAt: null,
  now: sampleMe.now,
  asks: false,
  effectiveDay: '',
  laterUntilDay: '',
  digest: 'd',
  texts: [
    { ...place, title: 'Terms', sections: [{ heading: 'One', paragraphs: ['Be kind.'] }], changes: [{ kind: 'new', text: 'Kindness' }] },
  ],
} as const;

type DraftReply = Extract<DeskReplies['deskDraft'], { readonly data: unknown }>;
const replyOf = (state: 'draft' | 'approved', publishAt: number | null = null, days: Partial<DraftDays> = {}): DraftReply => ({
  data: {
    ...draft,
    ...days,
    state,
    publishAt,
    versions: [...draft.versions],
    texts: draft.texts.map((text) => ({
      ...text,
      sections: text.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
      changes: [...text.changes],
    })),
  },
});

describe('publications', () => {
  it('lists drafts and what was published, and begins a draft', async () => {
    const publication = { number: 1, origin: 'built-in', publishedAt: 0, effectiveAt: 0, laterUntil: null } as const;
    const { versions, author, savedAt, publishAt } = draft;
    const { page, user, made, t } = await renderDesk('/desk/publications', {
      replies: {
        deskPublications: {
          data: {
            now: sampleMe.now,
            publications: [{ ...publication, versions: [...versions] }],
            drafts: [{ id, state: 'approved', version: 1, versions: [...versions], author, savedAt, publishAt }],
          },
        },
        deskNewDraft: { data: { id } },
        deskDraft: replyOf('draft'),
      },
    });
    expect(await page.findByText(t('dk.pub.state.approved'))).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('dk.pub.new.serverAgreement') }));
    expect(await page.findByDisplayValue('Terms')).toBeTruthy();
    expect(made.find(({ name }) => name === 'deskNewDraft')?.body).toEqual({ types: ['serverAgreement'] });
  });

  it('a draft is saved as text, checked, compared, and asked for', async () => {
    const { page, user, made, t } = await renderDesk(`/desk/publications/${id}`, {
      replies: {
        deskDraft: replyOf('draft'),
        deskSaveDraft: { data: { version: 4 } },
        deskCheckDraft: { data: { findings: [{ ...place, fault: 'placeholder', found: '{name}' }] } },
        deskPreviewDraft: {
          data: {
            effectiveAt: Date.parse('2030-03-01'),
            laterUntil: Date.parse('2030-04-01'),
            changes: [{ kind: 'new', text: 'Kindness' }],
            lines: [{ kind: 'added', isHeading: false, text: '<b>Be kind.</b>' }],
            mail: { subject: 'The terms change', text: 'Kindness' },
          },
        },
      },
    });
    const text = await page.findByRole<HTMLTextAreaElement>('textbox', { name: t('dk.pub.text') });
    expect(text.value).toBe('## One\n\nBe kind.');
    await user.type(text, '\n\n## Two\n\nBe fair.');
    // What is not saved is not asked for.
    expect(page.getByRole<HTMLButtonElement>('button', { name: t('dk.pub.ask') }).disabled).toBe(true);
    await user.click(page.getByRole('button', { name: t('dk.pub.save') }));
    await waitFor(() =>
      expect(made.find(({ name }) => name === 'deskSaveDraft')?.body).toMatchObject({
        version: 3,
        text: { ...place, sections: [{ heading: 'One' }, { heading: 'Two', paragraphs: ['Be fair.'] }] },
      }),
    );
    await user.click(page.getByRole('button', { name: t('dk.pub.check') }));
    expect(await page.findByText(/\{name\}/)).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('dk.pub.preview') }));
    expect((await page.findByText('<b>Be kind.</b>')).tagName).toBe('INS');
    expect(page.getByText('The terms change')).toBeTruthy();
    expect([...document.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual(['2030-03-01', '2030-04-01']);
    // In the other theme while it is looked at.
    await user.click(page.getByRole('tab', { name: t('dk.theme.dark') }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('a draft that asks has two dates, which are saved, checked, and cleared with the question', async () => {
    const { page, user, made, t } = await renderDesk(`/desk/publications/${id}`, {
      replies: {
        deskDraft: replyOf('draft'),
        deskSaveDraft: { data: { version: 4 } },
        deskCheckDraft: { data: { findings: [{ type: '', region: '', language: '', fault: 'notice', found: '2030-03-02' }] } },
      },
    });
    const effective = await page.findByLabelText(t('dk.pub.force'));
    expect(page.getByText(t('dk.pub.force.hint'))).toBeTruthy();
    expect(page.queryByLabelText(t('dk.pub.asks'))).toBeNull();
    const asksBox = page.getByRole('checkbox', { name: t('dk.pub.asksBox') });
    await user.click(asksBox);
    expect(page.getByText(t('dk.pub.force.asks.hint', { n: 30 }))).toBeTruthy();
    fireEvent.change(effective, { target: { value: '2030-03-01' } });
    fireEvent.change(page.getByLabelText(t('dk.pub.asks')), { target: { value: '2030-04-01' } });
    // Also on the way to another text.
    const other = [t('dk.pub.serverAgreement'), t('dk.pub.region.DE'), languageFacts.en_US.name].join(' · ');
    await user.selectOptions(page.getByRole('combobox', { name: t('dk.pub.place') }), other);
    expect(page.getByRole<HTMLButtonElement>('button', { name: t('dk.pub.ask') }).disabled).toBe(true);
    const lastSaved = () => made.findLast(({ name }) => name === 'deskSaveDraft')?.body;
    await user.click(page.getByRole('button', { name: t('dk.pub.save') }));
    await waitFor(() => expect(lastSaved()).toMatchObject({ asks: true, effectiveDay: '2030-03-01', laterUntilDay: '2030-04-01' }));
    await user.click(page.getByRole('button', { name: t('dk.pub.check') }));
    expect((await page.findByText(/2030-03-02/)).textContent).toContain(t('dk.pub.fault.notice', { n: 30 }));
    await user.click(asksBox);
    await user.click(page.getByRole('button', { name: t('dk.pub.save') }));
    await waitFor(() => expect(lastSaved()).toMatchObject({ asks: false, effectiveDay: '2030-03-01', laterUntilDay: '' }));
  });

  it('a moment that leaves people less than a month is not asked for', async () => {
    const soon = new Date(sampleMe.now + 40 * 86_400_000).toISOString().slice(0, 10);
    const { page, user, t } = await renderDesk(`/desk/publications/${id}`, {
      replies: { deskDraft: replyOf('draft', null, { asks: true, effectiveDay: soon }) },
    });
    await user.click(await page.findByRole('button', { name: t('dk.pub.ask') }));
    const dialog = within(await page.findByRole('dialog', { name: t('dk.pub.publish.q') }));
    await user.type(dialog.getByRole('textbox', { name: t('dk.st.reason') }), 'A new law');
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: t('dk.pub.ask') });
    expect(send.disabled).toBe(false);
    const late = new Date(sampleMe.now + 20 * 86_400_000).toISOString().slice(0, 16);
    fireEvent.change(dialog.getByLabelText(t('dk.pub.at')), { target: { value: late } });
    expect(dialog.getByRole('alert').textContent).toContain(t('dk.pub.fault.notice', { n: 30 }));
    expect(send.disabled).toBe(true);
  });

  it.each([
    ['draft', 'dk.pub.ask', 'deskPublishDraft', 'dk.pub.publish.q'],
    ['approved', 'dk.pub.withdraw', 'deskWithdrawDraft', 'dk.pub.withdraw.q'],
  ] as const)('a lead asks another one about what is %s', async (state, button, call, title) => {
    const { page, user, made, t } = await renderDesk(`/desk/publications/${id}`, {
      replies: { deskDraft: replyOf(state, state === 'approved' ? sampleMe.now : null), [call]: waitsForSecond, ...askedAndSigned },
    });
    givePasskey();
    await user.click(await page.findByRole('button', { name: t(button) }));
    const dialog = within(await page.findByRole('dialog', { name: t(title) }));
    await user.type(dialog.getByRole('textbox', { name: t('dk.st.reason') }), 'A new law');
    await user.click(dialog.getByRole('button', { name: t('dk.pub.ask') }));
    await waitFor(() => expect(made.find(({ name }) => name === call)?.body).toMatchObject({ version: 3, reason: 'A new law' }));
    await waitFor(() => expect(made.map(({ name }) => name)).toContain('deskSignAsked'));
    expect(page.queryByRole('button', { name: t('dk.pub.save') }) !== null).toBe(state === 'draft');
  });
});
