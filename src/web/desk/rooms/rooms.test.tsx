import { fireEvent, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { deskAppsEndpoints } from '#contract/desk/apps.ts';
import type { deskOverviewEndpoints } from '#contract/desk/overview.ts';
import type { deskQueuesEndpoints } from '#contract/desk/queues.ts';
import { figureNames } from '#contract/vocabulary/figures.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { askedAndSigned, givePasskey, renderDesk, waitsForSecond, type DeskReplies } from '#web/testing/fake-desk.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 0, 15, 8);

const figures: DeskData<typeof deskOverviewEndpoints.deskFigures> = {
  from: now - 167 * hour,
  step: hour,
  now,
  figures: figureNames.map((name) => ({
    name,
    counts: Array.from({ length: 168 }, (_, index) => (name.startsWith('signIns') ? index : 1)),
  })),
  today: figureNames.map((name) => ({ name, count: name === 'signInsByPassword' ? 1500 : 10, before: name === 'signUps' ? 0 : 10 })),
};

const health: DeskData<typeof deskOverviewEndpoints.deskHealth> = {
  now,
  instances: [
    {
      instance: 'cedar-a',
      version: '1.4.2',
      startedAt: now - 50 * hour,
      at: now,
      isGone: false,
      answers: 1234,
      p50: 12,
      p95: 41,
      failed: 3,
      values: { process_resident_memory_bytes: 210_000_000, nodejs_eventloop_lag_p99_seconds: 0.011, disk_free_bytes: 5e8 },
    },
    {
      instance: 'cedar-b',
      version: '1.4.2',
      startedAt: now - hour,
      at: now - hour,
      isGone: true,
      answers: 0,
      p50: 0,
      p95: 0,
      failed: 0,
      values: {},
    },
    {
      instance: 'cedar-c',
      version: '1.5.0',
      startedAt: now - hour,
      at: now,
      isGone: false,
      answers: null,
      p50: null,
      p95: null,
      failed: null,
      values: {},
    },
  ],
  routes: [{ route: 'POST /api/login/password', answers: 1234, p50: 12, p95: 41, errors: { 3007: 5 } }],
  moreRoutes: 2,
  site: { outbox_messages: 14, outbox_oldest_seconds: null, database_bytes: 52_000_000 },
  budgets: [{ name: 'sms codes day', used: 0.85 }],
  chain: { through: 48_211, head: 'h', at: now, faults: 0, wholeAt: now - 48 * hour },
  keys: [{ purpose: 'document-signing', madeAt: now - 72 * hour }],
  database: { engine: 'sqlite', migration: '0122-staff-acts' },
};

const waiting = {
  queues: [
    { name: 'reviews', count: 2, overdue: 0 },
    { name: 'requests', count: 12, overdue: 1 },
    { name: 'undelivered', count: 0, overdue: 0 },
    { name: 'disputed', count: 0, overdue: 0 },
  ],
} as const;

const numbers: DeskReplies = {
  deskFigures: { data: figures },
  deskHealth: { data: health },
  deskWaiting: { data: { queues: [...waiting.queues] } },
};

describe('Overview', () => {
  it('says in words what the chart shows, and the same numbers as a table by one key or by a button', async () => {
    const { page, user, t } = await renderDesk('/desk/overview', { replies: numbers });
    const chart = await page.findByRole('img', { name: /by the hour for seven days/ });
    expect(page.getByText('1,540')).toBeTruthy();
    chart.focus();
    await user.keyboard('{End}');
    expect(page.getByText(/Sign-ins 835 · Sign-ups 1/)).toBeTruthy();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(page.getByText(/Sign-ins 825 · Sign-ups 1/)).toBeTruthy();
    expect(page.queryByRole('table', { name: /by the hour/ })).toBeNull();
    await user.keyboard('t');
    const table = within(page.getByRole('region', { name: /by the hour for seven days/ })).getByRole('table');
    expect(within(table).getAllByRole('row')).toHaveLength(169);
    const last = within(table).getAllByRole('row').at(-1)?.textContent;
    expect(last).toMatch(/8351$/);
    await user.keyboard('t');
    expect(page.queryByRole('region', { name: /by the hour/ })).toBeNull();
    await user.click(page.getByRole('button', { name: t('dk.table') }));
    expect(page.getByRole('region', { name: /by the hour/ })).toBeTruthy();
    expect(page.getByRole('button', { name: t('dk.table') }).getAttribute('aria-pressed')).toBe('true');
  });

  it('names no busiest hour where nobody has signed in', async () => {
    const none = figures.figures.map(({ name, counts }) => ({ name, counts: counts.map(() => 0) }));
    const { page, t } = await renderDesk('/desk/overview', {
      replies: { ...numbers, deskFigures: { data: { ...figures, figures: none } } },
    });
    expect(await page.findByRole('img', { name: t('dk.ov.none.week', { signUps: 0 }) })).toBeTruthy();
  });

  it('lets keys alone reach the chart, which says its sentence and nothing of its drawing', async () => {
    const { page, user, t } = await renderDesk('/desk/overview', { replies: numbers });
    const chart = await page.findByRole('img', { name: /by the hour for seven days/ });
    page.getByRole('button', { name: t('dk.table') }).focus();
    await user.tab();
    expect(document.activeElement).toBe(chart);
    await user.keyboard('{End}');
    expect(page.getByText(/Sign-ins 835 · Sign-ups 1/)).toBeTruthy();
    const drawn = [...chart.querySelectorAll('text')];
    expect(drawn.length).toBeGreaterThan(2);
    expect(drawn.filter((text) => text.closest('[aria-hidden=true]') === null)).toEqual([]);
  });

  it('names each row of its tables, for those who hear one cell', async () => {
    const { page } = await renderDesk('/desk/health', { replies: numbers });
    expect(await page.findByRole('rowheader', { name: 'cedar-a' })).toBeTruthy();
    const tables = page.getAllByRole('table');
    const nameless = tables.flatMap((table) =>
      [...table.querySelectorAll('tbody tr')].filter((row) => row.querySelector('th[scope=row]') === null),
    );
    expect(tables.length).toBeGreaterThan(2);
    expect(nameless).toEqual([]);
  });

  it('shows instances, what waits, budgets and the chain, and an unknown value as unknown', async () => {
    const { page, t } = await renderDesk('/desk/overview', { replies: numbers });
    expect(await page.findByText('cedar-a')).toBeTruthy();
    expect(page.getByText(/^gone since/)).toBeTruthy();
    expect(page.getByText(t('dk.ov.overdue', { n: 1 }))).toBeTruthy();
    expect(page.getByText(t('dk.bud.left', { n: 15 }))).toBeTruthy();
    expect(page.getByText(/Audit chain verified until .*, no faults/)).toBeTruthy();
    expect((await page.findByText(t('dk.ov.oldest'))).closest('div')?.textContent).toContain(t('dk.hl.unknown'));
    const cells = [...(page.getByText('cedar-c').closest('tr')?.cells ?? [])].slice(3);
    expect(new Set(cells.map(({ textContent }) => textContent))).toEqual(new Set([t('dk.hl.unknown')]));
    expect(page.getByText(t('dk.ov.noBefore'))).toBeTruthy();
  });

  it('keeps the last answer when a later one fails, and says so; a first failure has a button', async () => {
    const { page, user, answer, t } = await renderDesk('/desk/overview', { replies: { ...numbers, deskFigures: 'no network' } });
    const [again] = await page.findAllByRole('button', { name: t('dk.retry') });
    answer({ deskFigures: { data: figures } });
    if (again === undefined) throw new Error('there is no button');
    await user.click(again);
    expect(await page.findByText('1,540')).toBeTruthy();
    answer({ deskFigures: 'no network' });
    await user.click(page.getByRole('tab', { name: t('dk.span.year') }));
    expect((await page.findAllByRole('button', { name: t('dk.retry') })).length).toBeGreaterThan(0);
  });

  it('tells a lone lead that nobody can approve what they ask for, and how much waits', async () => {
    const { page, t } = await renderDesk('/desk/overview', { me: { alone: true, waiting: { approvals: 0, queues: 7 } }, replies: numbers });
    expect(await page.findByText(t('dk.ov.alone'))).toBeTruthy();
    expect(page.getByRole('link', { name: new RegExp(`^${t('dk.nav.queues')}`) }).textContent).toContain('7');
  });

  it('calls an auditor for a chain with faults', async () => {
    const broken = { ...health, chain: { through: 9, head: 'h', at: now, faults: 2, wholeAt: null } };
    const { page, t } = await renderDesk('/desk/overview', { language: 'zh_CN', replies: { ...numbers, deskHealth: { data: broken } } });
    expect((await page.findByRole('alert')).textContent).toBe(t('dk.chain.bad', { n: 2 }));
  });
});

describe('Health', () => {
  it('shows each number with the section that says what to do, and marks what is out of bounds', async () => {
    const { page, t } = await renderDesk('/desk/health', { me: { role: 'viewer' }, replies: numbers });
    const disk = (await page.findByText(t('dk.hl.disk_free_bytes'))).closest('tr');
    expect(disk?.textContent).toContain('500 MB');
    expect(disk?.textContent).toContain('operations.md#disk-and-database');
    expect(page.getByText('3007: 5')).toBeTruthy();
    expect(page.getByText(t('dk.hl.outbox_oldest_seconds')).closest('tr')?.textContent).toContain(t('dk.hl.unknown'));
    expect(page.getByText(t('dk.hl.days', { n: '3' }))).toBeTruthy();
  });
});

type Item = DeskData<typeof deskQueuesEndpoints.deskQueue>['items'][number];
const item = (id: string, rest: Partial<Item> = {}): Item => ({
  id,
  at: now - 2 * hour,
  dueAt: null,
  name: id,
  kind: 'first',
  state: 'review',
  channel: '',
  target: '',
  takenBy: '',
  ...rest,
});

const app: DeskData<typeof deskAppsEndpoints.deskApp> = {
  id: 'notes',
  names: { zh_CN: '经纬笔记', en_US: 'Meridian Notes' },
  state: 'live',
  kind: 'web',
  signIns: 4,
  failures: 1,
  warnings: ['no PKCE'],
  icon: '',
  home: 'https://notes.example',
  createdAt: 0,
  liveAt: 0,
  ownerSince: 0,
  ownerApps: 2,
  suspendedBecause: '',
  domain: { name: 'notes.example', state: 'proven', by: 'dns', seenAt: now },
  reasons: [{ scope: 'email', reason: 'To share a list by mail.' }],
  waiting: {
    version: 'v1',
    askedAt: now,
    isFirst: false,
    changes: [
      {
        field: 'redirectUris',
        was: ['https://notes.example/cb', 'https://old.example/cb'],
        now: ['https://notes.example/cb', 'https://tasks.example/cb'],
      },
    ],
  },
  answers: [{ state: 'accepted', at: 0, reasons: '' }],
  days: [{ day: '2026-01-14', signIns: 4, newPeople: 1, failures: 1 }],
  causes: [{ error: 'invalid_grant', cause: 'codeExpired', count: 3 }],
};

describe('Queues', () => {
  const reviews: DeskReplies = {
    ...numbers,
    deskQueue: { data: { now, items: [item('notes'), item('chat', { kind: 'change', takenBy: 'R1' })], more: false } },
    deskTakeItem: { data: { until: now + 900_000 } },
    deskApp: { data: app },
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

  it('offer no answer to a role that has none, and to a member while another one works on it', async () => {
    const viewer = await renderDesk('/desk/queues/reviews/notes', { me: { role: 'viewer' }, replies: reviews });
    await viewer.page.findByText(viewer.t('dk.yours', { n: 15 }));
    expect(viewer.page.queryByRole('button', { name: viewer.t('dk.review.approve') })).toBeNull();
    const late = await renderDesk('/desk/queues/reviews/chat', { replies: { ...reviews, deskTakeItem: { refusal: 'deskChanged' } } });
    await late.page.findByText(/tasks\.example/);
    // In the list and below the item.
    await waitFor(() => expect(late.page.getAllByText(late.t('dk.taken', { who: 'R1' }))).toHaveLength(2));
    expect(late.page.queryByRole('button', { name: late.t('dk.review.approve') })).toBeNull();
  });

  it('say when nothing waits', async () => {
    const { page, t } = await renderDesk('/desk/queues/undelivered', {
      replies: { ...numbers, deskQueue: { data: { now, items: [], more: false } } },
    });
    expect(await page.findByText(t('dk.empty'))).toBeTruthy();
  });

  it('show the text of a request after a press alone, and end it with an answer', async () => {
    const number = '7K2Q-9DMX';
    const { page, user, made, t } = await renderDesk(`/desk/queues/requests/${number}`, {
      replies: {
        ...numbers,
        deskQueue: { data: { now, items: [item(number, { kind: 'explain', state: 'received', dueAt: now - 25 * hour })], more: false } },
        deskTakeItem: { data: { until: now } },
        deskOpenRequest: {
          data: {
            number,
            kind: 'explain',
            topic: null,
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
    expect(page.queryByRole('button', { name: t('dk.rq.extend') })).toBeNull();
    await user.type(await page.findByRole('textbox', { name: t('dk.rq.text') }), 'Because of a limit.');
    await user.selectOptions(page.getByRole('combobox', { name: t('dk.rq.outcome') }), 'part');
    await user.click(page.getByRole('button', { name: t('dk.rq.answer') }));
    await waitFor(() =>
      expect(made.find(({ name }) => name === 'deskAnswerRequest')?.body).toEqual({
        number,
        outcome: 'part',
        law: '',
        text: 'Because of a limit.',
      }),
    );
  });
});

describe('Apps', () => {
  it('lists apps with their warnings; suspending asks for the sentence that the developer reads', async () => {
    const { id, names, state, kind, signIns, failures, warnings } = app;
    const { page, user, made, t } = await renderDesk('/desk/apps', {
      replies: {
        deskApps: { data: { apps: [{ id, names, state, kind, signIns, failures, warnings }], more: false } },
        deskApp: { data: app },
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

  it('says that nobody signs in with an app, instead of a chart of zeros', async () => {
    const quiet = { ...app, days: [{ day: '2026-01-14', signIns: 0, newPeople: 0, failures: 0 }] };
    const { page, t } = await renderDesk('/desk/apps/notes', { replies: { deskApp: { data: quiet } } });
    expect(await page.findByText(t('dk.ap.unused'))).toBeTruthy();
    expect(page.queryByRole('img', { name: /.+/ })).toBeNull();
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

  it('goes on where a part of the time has no row', async () => {
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
      { name: 'K4', role: 'lead', state: 'active', since: 0, usedAt: now, looks: 3, acts: 1 },
      { name: 'T2', role: 'agent', state: 'active', since: 0, usedAt: null, looks: 40, acts: 0 },
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

  it('offers nothing to a role that may do nothing', async () => {
    const { page, t } = await renderDesk('/desk/staff', { me: { role: 'viewer', name: 'V1' }, replies: staff });
    await page.findByText('T2');
    expect(page.queryByRole('button', { name: new RegExp(t('dk.st.hold')) })).toBeNull();
  });
});
