import { fireEvent, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { deskApp, queueItem } from '#web/testing/desk-samples.ts';
import { askedAndSigned, givePasskey, renderDesk, waitsForSecond, type DeskReplies } from '#web/testing/fake-desk.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 0, 15, 8);

const waiting = {
  queues: [
    { name: 'reviews', count: 2, overdue: 0 },
    { name: 'requests', count: 12, overdue: 1 },
    { name: 'undelivered', count: 0, overdue: 0 },
  ],
} as const;

const alarm = { id: 'a1', at: now - hour, kind: 'misses', member: 'T2', caseRef: 'CS-4711' } as const;

const firstPage: DeskReplies = {
  deskWaiting: { data: { queues: [...waiting.queues] } },
  deskAlarms: { data: { items: [alarm] } },
};

describe('Overview', () => {
  it.each(['viewer', 'agent', 'lead', 'auditor', 'reviewer'] as const)(
    'shows a %s the queues with their counts and the alarms that the role reads',
    async (role) => {
      const { page, made, t } = await renderDesk('/desk', { me: { role }, replies: firstPage });
      expect(await page.findByRole('heading', { level: 1, name: t('dk.nav.overview') })).toBeTruthy();
      const expected = [...(role === 'auditor' ? [] : ['deskWaiting']), ...(['lead', 'auditor'].includes(role) ? ['deskAlarms'] : [])];
      await waitFor(() => expect([...new Set(made.map(({ name }) => name))].toSorted()).toEqual(expected.toSorted()));
      if (expected.includes('deskWaiting')) {
        expect((await page.findByRole('link', { name: /^Requests/ })).textContent).toContain('12');
        expect(page.getByText(t('dk.ov.overdue', { n: 1 }))).toBeTruthy();
      }
      if (expected.includes('deskAlarms')) {
        expect(await page.findByText(t('dk.alarm.misses'))).toBeTruthy();
        expect(page.getByText(t('dk.alarms.about', { who: 'T2' }))).toBeTruthy();
        expect(page.getByText('CS-4711')).toBeTruthy();
      }
    },
  );

  it('says that there was no alarm', async () => {
    const { page, t } = await renderDesk('/desk/overview', { replies: { ...firstPage, deskAlarms: { data: { items: [] } } } });
    expect(await page.findByText(t('dk.alarms.none'))).toBeTruthy();
  });

  it('keeps the last answer when a later one fails, and says so; a first failure has a button', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const { page, user, answer, t } = await renderDesk('/desk/overview', { replies: { ...firstPage, deskWaiting: 'no network' } });
    const again = await page.findByRole('button', { name: t('dk.retry') });
    answer(firstPage);
    await user.click(again);
    expect(await page.findByText(t('dk.ov.overdue', { n: 1 }))).toBeTruthy();
    answer({ deskWaiting: 'no network' });
    vi.advanceTimersByTime(31_000);
    expect(await page.findByText(t('dk.late'))).toBeTruthy();
    expect(page.getByText(t('dk.ov.overdue', { n: 1 }))).toBeTruthy();
  });

  it('tells a lone lead that nobody can approve what they ask for, and how much waits', async () => {
    const { page, t } = await renderDesk('/desk/overview', {
      me: { alone: true, waiting: { approvals: 0, queues: 7 } },
      replies: firstPage,
    });
    expect(await page.findByText(t('dk.ov.alone'))).toBeTruthy();
    expect(page.getByRole('link', { name: new RegExp(`^${t('dk.nav.queues')}`) }).textContent).toContain('7');
  });
});

describe('Queues', () => {
  const reviews: DeskReplies = {
    ...firstPage,
    deskQueue: { data: { now, items: [queueItem('notes'), queueItem('chat', { kind: 'change', takenBy: 'R1' })], more: false } },
    deskTakeItem: { data: { until: now + 900_000 } },
    deskApp: { data: deskApp },
  };

  it('lead from item to item by j and k, take what is opened, and approve exactly the version that was shown', async () => {
    const { page, user, made, t } = await renderDesk('/desk/queues/reviews', { replies: { ...reviews, deskReviewApp: { data: {} } } });
    expect(await page.findByText(t('dk.taken', { who: 'R1' }))).toBeTruthy();
    await user.keyboard('j');
    await waitFor(() => expect(location.pathname).toBe('/desk/queues/reviews/notes'));
    expect(await page.findByText(t('dk.yours', { n: 15 }))).toBeTruthy();
    expect(made.find(({ name }) => name === 'deskTakeItem')?.body).toEqual({ queue: 'reviews', item: 'notes' });
    expect(page.getByText(/tasks\.example/).closest('li')?.textContent).toMatch(/^\+.*added$/);
    expect(page.getByText(/old\.example/).closest('li')?.textContent).toMatch(/^−.*removed$/);
    await user.keyboard('j');
    await waitFor(() => expect(location.pathname).toBe('/desk/queues/reviews/chat'));
    await user.keyboard('k');
    await waitFor(() => expect(location.pathname).toBe('/desk/queues/reviews/notes'));
    await user.click(await page.findByRole('button', { name: t('dk.review.approve') }));
    const dialog = within(await page.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: t('dk.st.reason') }), 'looks right');
    await user.click(dialog.getByRole('button', { name: t('dk.review.approve') }));
    await waitFor(() => expect(location.pathname).toBe('/desk/queues/reviews/chat'));
    expect(made.find(({ name }) => name === 'deskReviewApp')?.body).toEqual({
      id: 'notes',
      version: 'v1',
      answer: 'accept',
      reason: 'looks right',
    });
  });

  it('offer no answer to a member while another one works on it', async () => {
    const late = await renderDesk('/desk/queues/reviews/chat', { replies: { ...reviews, deskTakeItem: { refusal: 'deskChanged' } } });
    await late.page.findByText(/tasks\.example/);
    // In the list and below the item.
    await waitFor(() => expect(late.page.getAllByText(late.t('dk.taken', { who: 'R1' }))).toHaveLength(2));
    expect(late.page.queryByRole('button', { name: late.t('dk.review.approve') })).toBeNull();
  });

  it('say when nothing waits', async () => {
    const { page, t } = await renderDesk('/desk/queues/undelivered', {
      replies: { ...firstPage, deskQueue: { data: { now, items: [], more: false } } },
    });
    expect(await page.findByText(t('dk.empty'))).toBeTruthy();
  });

  it('show the text of a request only after a press, and end it with an answer', async () => {
    const number = '7K2Q-9DMX';
    const { page, user, made, t } = await renderDesk(`/desk/queues/requests/${number}`, {
      replies: {
        ...firstPage,
        deskQueue: {
          data: { now, items: [queueItem(number, { kind: 'explain', state: 'received', dueAt: now - 25 * hour })], more: false },
        },
        deskTakeItem: { data: { until: now } },
        deskOpenRequest: {
          data: {
            number,
            kind: 'explain',
            topic: 'security',
            channel: 'page',
            state: 'received',
            receivedAt: 0,
            dueAt: now,
            extended: true,
            messages: [{ at: 0, author: 'person', text: 'Why was I refused?' }],
          },
        },
        deskAnswerRequest: { data: {} },
      },
    });
    expect(await page.findByText(/2 days late/)).toBeTruthy();
    expect(page.queryByText('Why was I refused?')).toBeNull();
    await user.click(page.getByRole('button', { name: t('dk.rq.open') }));
    expect(await page.findByText('Why was I refused?')).toBeTruthy();
    expect(page.getByText(t('dk.rq.topic.security'))).toBeTruthy();
    expect(page.queryByRole('button', { name: t('dk.rq.extend') })).toBeNull();
    await user.type(await page.findByRole('textbox', { name: t('dk.rq.text') }), 'Because of a limit.');
    await user.selectOptions(page.getByRole('combobox', { name: t('dk.rq.outcome') }), 'part');
    expect(page.getByRole('button', { name: t('dk.rq.answer') }).hasAttribute('disabled'), 'without a rule').toBe(true);
    await user.type(page.getByRole('textbox', { name: t('dk.rq.law') }), 'GDPR 17(3)(b)');
    await user.click(page.getByRole('button', { name: t('dk.rq.answer') }));
    await waitFor(() =>
      expect(made.find(({ name }) => name === 'deskAnswerRequest')?.body).toEqual({
        number,
        outcome: 'part',
        law: 'GDPR 17(3)(b)',
        text: 'Because of a limit.',
      }),
    );
  });

  it('take a request of somebody without an account, and give the transparency report as a file', async () => {
    const { page, user, made, t } = await renderDesk('/desk/queues/requests', {
      replies: {
        ...firstPage,
        deskQueue: { data: { now, items: [], more: false } },
        deskAddRequest: { data: { number: '7K2Q-9DMX', dueAt: now } },
        deskReport: { refusal: 'notFound' },
      },
    });
    await user.click(await page.findByRole('button', { name: t('dk.rq.add') }));
    const dialog = within(await page.findByRole('dialog'));
    expect(dialog.getByText(t('dk.rq.add.none'))).toBeTruthy();
    expect(dialog.queryByRole('option', { name: t('dk.rq.kind.appeal') })).toBeNull();
    await user.selectOptions(dialog.getByRole('combobox', { name: t('dk.rq.topic') }), t('dk.rq.topic.security'));
    await user.type(dialog.getByRole('textbox', { name: t('dk.rq.text') }), 'A letter');
    await user.click(dialog.getByRole('button', { name: t('dk.rq.add') }));
    await waitFor(() =>
      expect(made.find(({ name }) => name === 'deskAddRequest')?.body).toMatchObject({
        kind: 'explain',
        topic: 'security',
        text: 'A letter',
      }),
    );
    expect(made.find(({ name }) => name === 'deskAddRequest')?.body).not.toHaveProperty('look');
    await user.click(await page.findByRole('button', { name: t('dk.report') }));
    const report = within(await page.findByRole('dialog'));
    fireEvent.change(report.getByLabelText(t('dk.au.from')), { target: { value: '2026-01-01' } });
    expect(report.getByRole('button', { name: t('dk.au.export.take') }).hasAttribute('disabled')).toBe(true);
    fireEvent.change(report.getByLabelText(t('dk.au.to')), { target: { value: '2026-03-31' } });
    await user.click(report.getByRole('button', { name: t('dk.au.export.take') }));
    await waitFor(() => expect(made.find(({ name }) => name === 'deskReport')?.body).toEqual({ from: '2026-01-01', to: '2026-03-31' }));
  });
});

describe('Apps', () => {
  it('lists apps with their warnings; suspending asks for the sentence that the developer reads', async () => {
    const { id, names, state, kind, signIns, failures, warnings } = deskApp;
    const { page, user, made, t } = await renderDesk('/desk/apps', {
      replies: {
        deskApps: { data: { apps: [{ id, names, state, kind, signIns, failures, warnings }], more: false } },
        deskApp: { data: deskApp },
        deskSuspendApp: { data: {} },
      },
    });
    expect(await page.findByText(t('dk.ap.noPkce'))).toBeTruthy();
    await user.click(page.getByRole('link', { name: 'Meridian Notes' }));
    await user.click(await page.findByRole('button', { name: t('dk.ap.suspend') }));
    const dialog = within(await page.findByRole('dialog'));
    expect(dialog.getByText(t('dk.ap.suspend.b'))).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: t('dk.ap.sentence') }), 'It asks for passwords.');
    await user.click(dialog.getByRole('button', { name: t('dk.ap.suspend') }));
    await waitFor(() =>
      expect(made.find(({ name }) => name === 'deskSuspendApp')?.body).toEqual({ id: 'notes', reason: 'It asks for passwords.' }),
    );
  });

  it('shows the days on which an app was used, newest first, or says that nobody signs in with it', async () => {
    const days = [13, 14, 15].map((day) => ({
      day: `2026-01-${day}`,
      signIns: day === 14 ? 0 : day,
      newPeople: 0,
      failures: day === 15 ? 2 : 0,
    }));
    const busy = await renderDesk('/desk/apps/notes', { replies: { deskApp: { data: { ...deskApp, days } } } });
    expect(await busy.page.findByText(busy.t('dk.ap.sums', { signIns: 28, failures: 2 }))).toBeTruthy();
    const rows = within(busy.page.getByRole('group', { name: busy.t('dk.ap.days') }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows.slice(1)).toEqual(['2026-01-15152', '2026-01-13130']);
    const quiet = { ...deskApp, days: [{ day: '2026-01-14', signIns: 0, newPeople: 0, failures: 0 }] };
    const { page, t } = await renderDesk('/desk/apps/notes', { replies: { deskApp: { data: quiet } } });
    expect(await page.findByText(t('dk.ap.unused'))).toBeTruthy();
  });
});

describe('Audit', () => {
  it('asks for an export of the chosen days, and offers what a lead has let go', async () => {
    const approved = { id: 'x'.repeat(22), from: now - 86_400_000, to: now, until: now + 1 };
    const { page, user, made, t } = await renderDesk('/desk/audit', {
      me: { role: 'auditor' },
      replies: {
        ...askedAndSigned,
        deskExports: { data: { items: [approved] } },
        deskAskExport: waitsForSecond,
        deskExport: { refusal: 'deskChanged' },
      },
    });
    givePasskey();
    await user.click(await page.findByRole('button', { name: t('dk.au.export.ask') }));
    const dialog = within(await page.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'For the court');
    await user.click(dialog.getByRole('button', { name: t('dk.pub.ask') }));
    await waitFor(() => expect(made.map(({ name }) => name)).toContain('deskSignAsked'));
    const asked = made.find(({ name }) => name === 'deskAskExport')?.body;
    expect(asked).toMatchObject({ reason: 'For the court' });
    expect(Number(asked?.['to'])).toBeGreaterThan(Number(asked?.['from']));
    await user.click(page.getByRole('button', { name: t('dk.au.export.take') }));
    await waitFor(() => expect(made.find(({ name }) => name === 'deskExport')?.body).toEqual({ id: approved.id }));
  });

  it('searches without a word in the address, opens a row in its place, and proves it', async () => {
    const row = {
      id: 'r1',
      at: now,
      event: 'operator.looked',
      account: 'a1',
      requestId: 'q',
      session: '',
      detail: '{"operator":"K4"}',
      seal: 7,
    };
    const { page, user, made, t } = await renderDesk('/desk/audit', {
      me: { role: 'auditor' },
      replies: {
        deskExports: { data: { items: [] } },
        deskSearchAudit: ({ body }) => ({
          data: body['after'] === undefined ? { rows: [row], next: '6.1.x' } : { rows: [{ ...row, id: 'r0' }], next: '' },
        }),
        deskAuditRow: { data: { row, isAsWritten: true, seal: { number: 7, sealedAt: now, rows: 3 }, neighbors: [] } },
        deskAuditProof: {
          data: { row: 'r1', rows: [{ id: 'r1', at: now, mac: 'm' }], seals: [{ number: 7 }, { number: 8 }], reachesHead: true },
        },
      },
    });
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    await user.type(await page.findByRole('textbox', { name: t('dk.au.case') }), 'T-1000');
    await user.click(page.getByRole('button', { name: t('dk.au.search') }));
    await user.click(await page.findByRole('button', { name: t('dk.au.more') }));
    await waitFor(() => expect(page.getAllByRole('button', { name: /^operator\.looked/ })).toHaveLength(2));
    const searches = made.filter(({ name }) => name === 'deskSearchAudit').map(({ body }) => body);
    expect(searches.map(({ caseRef, after }) => [caseRef, after])).toEqual([
      ['T-1000', undefined],
      ['T-1000', '6.1.x'],
    ]);
    expect(location.href).not.toContain('T-1000');
    const [first] = page.getAllByRole('button', { name: /^operator\.looked/ });
    if (first !== undefined) await user.click(first);
    expect(await page.findByText(t('dk.au.asWritten'))).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('dk.au.prove') }));
    expect(await page.findByText(/1 hashes under seal 7, and 2 seals up to 8/)).toBeTruthy();
  });

  it('continues where a part of the time has no row', async () => {
    const { page, user, t } = await renderDesk('/desk/audit', {
      me: { role: 'auditor' },
      replies: {
        deskExports: { data: { items: [] } },
        deskSearchAudit: { data: { rows: [], next: '6.1.' } },
      },
    });
    fireEvent.change(await page.findByLabelText(t('dk.au.from')), { target: { value: '2026-01-01' } });
    await user.click(page.getByRole('button', { name: t('dk.au.search') }));
    expect(await page.findByText(t('dk.au.noneYet'))).toBeTruthy();
  });
});

describe('Staff', () => {
  const members = {
    members: [
      { name: 'K4', role: 'lead', state: 'active', since: 0, isLinked: true, usedAt: now, looks: 3, acts: 1 },
      { name: 'T2', role: 'agent', state: 'active', since: 0, isLinked: false, usedAt: null, looks: 40, acts: 0 },
    ],
    medians: [{ role: 'agent', looks: 4, acts: 2 }],
  } as const;
  const staff: DeskReplies = { deskStaff: { data: { members: [...members.members], medians: [...members.medians] } } };

  it('shows looks and acts beside the median, and a hold asks for its reason', async () => {
    const { page, user, made, t } = await renderDesk('/desk/staff', { replies: { ...staff, deskHoldMember: { data: {} } } });
    const row = (await page.findByText('T2')).closest('tr');
    expect(row?.textContent).toContain('40 median 4');
    expect(page.queryByRole('button', { name: `${t('dk.st.hold')} K4` })).toBeNull();
    await user.click(page.getByRole('button', { name: `${t('dk.st.hold')} T2` }));
    const dialog = within(await page.findByRole('dialog'));
    expect(dialog.getByText(t('dk.st.hold.b'))).toBeTruthy();
    await user.type(dialog.getByRole('textbox'), 'looks at too many');
    await user.click(dialog.getByRole('button', { name: t('dk.st.hold') }));
    await waitFor(() =>
      expect(made.find(({ name }) => name === 'deskHoldMember')?.body).toEqual({ name: 'T2', reason: 'looks at too many' }),
    );
  });

  it('asks another lead for a new member, and for the account of one', async () => {
    givePasskey();
    const { page, user, made, t } = await renderDesk('/desk/staff', {
      replies: { ...staff, ...askedAndSigned, deskGrantMember: waitsForSecond, deskLinkMember: waitsForSecond },
    });
    expect((await page.findByText('T2')).closest('tr')?.textContent).toContain(t('dk.st.unlinked'));
    await user.click(page.getByRole('button', { name: t('dk.st.add') }));
    const added = within(await page.findByRole('dialog'));
    await user.type(added.getByRole('textbox', { name: t('dk.st.name') }), 'xu.min');
    await user.selectOptions(added.getByRole('combobox', { name: t('dk.st.role') }), 'agent');
    await user.type(added.getByRole('textbox', { name: t('dk.st.reason') }), 'hired in May');
    await user.click(added.getByRole('button', { name: t('dk.st.grant') }));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await user.click(page.getByRole('button', { name: `${t('dk.st.link')} T2` }));
    const linked = within(await page.findByRole('dialog'));
    await user.type(linked.getByRole('textbox', { name: t('dk.st.reason') }), 'called back');
    expect(linked.getByRole('button', { name: t('dk.st.link') }).hasAttribute('disabled')).toBe(true);
    await user.type(linked.getByRole('textbox', { name: t('dk.st.account') }), '1000 0000 0001');
    await user.click(linked.getByRole('button', { name: t('dk.st.link') }));
    await waitFor(() => expect(made.filter(({ name }) => name === 'deskSignAsked')).toHaveLength(2));
    expect(made.find(({ name }) => name === 'deskGrantMember')?.body).toEqual({ name: 'xu.min', role: 'agent', reason: 'hired in May' });
    expect(made.find(({ name }) => name === 'deskLinkMember')?.body).toEqual({
      name: 'T2',
      account: '100000000001',
      reason: 'called back',
    });
  });
});
