/** Each role at each act of the table, on the rendered screens: what the server refuses is not there, and the rest is. */
import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { mayDo } from '#contract/operations/desk/decisions.ts';
import type { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import { staffActs, staffRoles, type StaffAct, type StaffRole } from '#contract/operations/desk/roles.ts';
import type { DeskKey } from '#web/desk/texts.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { approval, cardLine, deskApp, queueItem, type CardLine } from '#web/testing/desk-samples.ts';
import { renderDesk, sampleMe, type DeskReplies, type RenderedDesk } from '#web/testing/fake-desk.ts';

type CardData = DeskData<typeof deskPersonEndpoints.deskCard>;

const now = sampleMe.now;
const look = 'l'.repeat(22);
/** A person whose account is in these states. */
const personIn = (...states: readonly string[]): DeskReplies => ({
  deskCard: ({ body }) => {
    const card = body['card'] as CardData['card'];
    const lines: Readonly<Partial<Record<CardData['card'], readonly CardLine[]>>> = {
      state: states.map((state) => cardLine(state)),
      ways: [cardLine('phone', { value: '138****6021', field: 'phone' })],
      messages: [cardLine('email', { title: 'Account locked', value: 'li***@example.com', note: 'sent 7K2Q-9DMX', until: now })],
    };
    const data = { card, version: 1, reason: 'asked', caseRef: 'CS-1', until: now + 1_000_000, others: [], exception: null } as const;
    return { data: { ...data, others: [], lines: [...(lines[card] ?? [])] } };
  },
});

const member = { name: 'Z9', role: 'agent', since: 0, isLinked: true, usedAt: null, looks: 0, acts: 0 } as const;
interface Screen {
  readonly url: string;
  readonly replies: DeskReplies;
  /** The acts of the screen with the button of each. */
  readonly buttons: Readonly<Partial<Record<StaffAct, DeskKey>>>;
}

const screens: Readonly<Record<string, Screen>> = {
  'an active account': {
    url: `/desk/p/${look}`,
    replies: personIn('active'),
    buttons: {
      'person.unmask': 'dk.show',
      'account.lock': 'dk.act.lock',
      'account.freeze': 'dk.act.freeze',
      'sessions.end': 'dk.act.end',
      'message.resend': 'dk.resend',
      'recovery.invite': 'dk.back',
      'recovery.claim': 'dk.act.claim',
      'person.note': 'dk.note',
      'exception.ask': 'dk.ex.ask',
    },
  },
  'a locked account': { url: `/desk/p/${look}`, replies: personIn('locked'), buttons: { 'account.unlock': 'dk.act.unlock' } },
  'an account that is being deleted': {
    url: `/desk/p/${look}`,
    replies: personIn('deleting'),
    buttons: { 'deletion.restore': 'dk.act.restore' },
  },
  'a review': {
    url: '/desk/queues/reviews/notes',
    replies: {
      deskWaiting: { data: { queues: [] } },
      deskQueue: { data: { now, items: [queueItem('notes')], more: false } },
      deskTakeItem: { data: { until: now } },
      deskApp: { data: deskApp },
    },
    buttons: { 'app.review': 'dk.review.approve' },
  },
  'a live app': {
    url: '/desk/apps/notes',
    replies: { deskApp: { data: deskApp } },
    buttons: { 'app.suspend': 'dk.ap.suspend', 'app.grant-name': 'dk.ap.name.grant' },
  },
  'a suspended app': {
    url: '/desk/apps/notes',
    replies: { deskApp: { data: { ...deskApp, state: 'suspended' } } },
    buttons: { 'app.resume': 'dk.ap.resume' },
  },
  'an active member': {
    url: '/desk/staff',
    replies: { deskStaff: { data: { members: [{ ...member, state: 'active' }], medians: [] } } },
    buttons: { 'member.hold': 'dk.st.hold', 'member.link': 'dk.st.link', 'member.end': 'dk.st.end' },
  },
  'a member on hold': {
    url: '/desk/staff',
    replies: { deskStaff: { data: { members: [{ ...member, state: 'held' }], medians: [] } } },
    buttons: { 'member.grant': 'dk.st.grant' },
  },
};

/** Pages that an act opens: the rail has them, or not. */
const pages = {
  'person.find': 'dk.nav.find',
  'approval.list': 'dk.nav.approvals',
  'exception.list': 'dk.nav.exceptions',
  'queue.read': 'dk.nav.queues',
  'app.open': 'dk.nav.apps',
  'publication.preview': 'dk.nav.publications',
  'audit.search': 'dk.nav.audit',
  'member.list': 'dk.nav.staff',
} as const satisfies Readonly<Partial<Record<StaffAct, DeskKey>>>;

/** Acts without their own button, with the test that shows them or the reason. */
const elsewhere: Readonly<Partial<Record<StaffAct, string>>> = {
  'account.unlock-asked': 'the same button as account.unlock: the server knows why the account was locked',
  'request.list': 'the queue of requests, which is a part of queue.read',
  'request.read': 'rooms.test.tsx',
  'request.answer': 'rooms.test.tsx',
  'appeal.answer': 'rooms.test.tsx',
  'approval.answer': 'below, with the approval',
  'exception.confirm': 'exceptions-page.test.tsx',
  'exception.review': 'exceptions-page.test.tsx',
  'bait.add': 'exceptions-page.test.tsx',
  'audit.export': 'rooms.test.tsx',
  'bait.list': 'exceptions-page.test.tsx',
  'alarms.read': 'rooms.test.tsx',
  'data.hold': 'a command asks for it, and the desk approves it',
  'hold.list': 'a command shows it',
  'data.release': 'a command asks for it, and the desk approves it',
  'everyone.sign-out': 'a command asks for it, and the desk approves it',
  'publication.draft': 'publications-page.test.tsx',
  'publication.publish': 'publications-page.test.tsx',
  'publication.withdraw': 'publications-page.test.tsx',
};

function mayAsk(role: StaffRole, act: StaffAct): boolean {
  return mayDo({ via: 'desk', name: 'K4', staffed: true, member: { name: 'K4', role, state: 'active' } }, act) !== 'no';
}

/** Whether the member comes to the screen at all: by a page of theirs, and a person by a look. */
const entryOf = (url: string): StaffAct =>
  url.startsWith('/desk/p/')
    ? 'person.find'
    : url.startsWith('/desk/queues')
      ? 'queue.read'
      : url.startsWith('/desk/apps')
        ? 'app.open'
        : 'member.list';

async function buttonsOf({ page }: RenderedDesk): Promise<readonly string[]> {
  await waitFor(() => {
    expect(document.querySelector('main h1')?.textContent).toBeTruthy();
    expect(document.querySelector('main [aria-busy=true]')).toBeNull();
    expect(document.querySelectorAll('main section, main table').length).toBeGreaterThan(0);
  });
  return page.queryAllByRole('button').map(({ textContent }) => textContent.trim());
}

describe('the table of roles on the screens', () => {
  it('has a place for every act', () => {
    const shown = [
      ...Object.values(screens).flatMap(({ buttons }) => Object.keys(buttons)),
      ...Object.keys(pages),
      ...Object.keys(elsewhere),
    ];
    expect(shown.toSorted()).toEqual(Object.keys(staffActs).toSorted());
  });

  it.each(staffRoles)('the rail of a %s has exactly the pages that the role opens', async (role) => {
    const { page, t } = await renderDesk('/desk/unknown', { me: { role } });
    const rail = await page.findByRole('navigation', { name: t('dk.nav') });
    const names = [...rail.querySelectorAll('a')].map((link) => link.getAttribute('aria-label'));
    for (const [act, title] of Object.entries(pages) as [StaffAct, DeskKey][]) {
      expect([act, names.includes(t(title))]).toEqual([act, staffActs[act].grants[role] !== 'no']);
    }
  });

  const cells = Object.entries(screens).flatMap(([name, screen]) =>
    staffRoles.filter((role) => mayAsk(role, entryOf(screen.url))).map((role) => ({ name, role, ...screen })),
  );

  it.each(cells)('$name, as $role', async ({ role, url, replies, buttons }) => {
    const desk = await renderDesk(url, { me: { role }, replies });
    const acts = Object.entries(buttons) as [StaffAct, DeskKey][];
    const expected = acts.map(([act]) => [act, mayAsk(role, act)]);
    await waitFor(async () => {
      const shown = await buttonsOf(desk);
      expect(acts.map(([act, title]) => [act, shown.includes(desk.t(title))])).toEqual(expected);
    });
  });

  it.each(staffRoles.filter((role) => mayAsk(role, 'approval.list')))('an approval, as %s', async (role) => {
    const { page, t } = await renderDesk('/desk/approvals', {
      me: { role },
      replies: { deskApprovals: { data: { items: [approval] } } },
    });
    await page.findByText(t('dk.ap.account.unlock'));
    const approves = staffActs['account.unlock'].grants[role].endsWith('approves') && mayAsk(role, 'approval.answer');
    expect(page.queryByRole('button', { name: t('dk.approve') }) !== null).toBe(approves);
  });
});
