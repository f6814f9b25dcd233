import { fireEvent, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { askedText } from '#contract/operations/desk/asked-text.ts';
import { staffRoles } from '#contract/operations/desk/roles.ts';
import type { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { approval, cardLine, type CardLine } from '#web/testing/desk-samples.ts';
import {
  askedAndSigned,
  challengeOf,
  givePasskey,
  ownAsked,
  renderDesk,
  waitsForSecond,
  type DeskGiven,
  type DeskReplies,
} from '#web/testing/fake-desk.ts';

type CardData = DeskData<typeof deskPersonEndpoints.deskCard>;

const look = 'l'.repeat(22);
const lines: Readonly<Record<CardData['card'], readonly CardLine[]>> = {
  state: [cardLine('active'), cardLine('number', { value: '2083****1946' })],
  ways: [
    cardLine('phone', { value: '138****6021', at: 0, field: 'phone' }),
    cardLine('email', { value: 'li***@example.com', at: 0, field: 'email' }),
  ],
  messages: [
    cardLine('email', {
      id: 'm',
      title: 'Account locked',
      value: 'li***@example.com',
      note: 'sent 7K2Q-9DMX',
      at: 0,
      until: Date.now() + 3_600_000,
    }),
  ],
  sessions: [],
  apps: [cardLine('app', { id: 'notes', title: 'Meridian Notes', at: 0, until: 0 })],
  incidents: [],
  requests: [],
  looks: [],
  notes: [cardLine('note', { id: 'n', title: 'T2', value: 'Called back.', note: 'CS-1234', at: 0 })],
  timeline: [cardLine('password.changed', { id: 't', at: 0 }), cardLine('app.allowed', { id: 'u', at: 0, note: 'Meridian Notes' })],
};

const cards = ({ body }: DeskGiven): { readonly data: CardData } => {
  const card = body['card'] as CardData['card'];
  return {
    data: {
      card,
      version: 7,
      reason: 'asked',
      caseRef: 'CS-1234',
      until: Date.now() + 1_700_000,
      exception: null,
      others: [],
      lines: [...lines[card]],
    },
  };
};

const replies: DeskReplies = { deskCard: cards };

describe('finding', () => {
  it('says what a text is, and asks for the case before it opens anybody', async () => {
    const { page, user, made, answer, t } = await renderDesk('/desk/find', {
      replies: { ...replies, deskFind: { refusal: 'caseNeeded' } },
    });
    const field = await page.findByRole('textbox', { name: t('dk.find') });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('P4TC-2HNA');
    expect(page.getAllByText(t('dk.find.is.reference')).length).toBe(2);
    await user.keyboard('{Enter}');
    expect((await page.findByRole('alert')).textContent).toBe('Give the reason and the case number');
    answer({ deskFind: { data: { kind: 'reference', look, app: '' } } });
    await user.type(page.getByRole('textbox', { name: t('dk.case') }), 'cs-1234{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/desk/p/${look}`));
    expect(made.filter(({ name }) => name === 'deskFind').at(-1)?.body).toEqual({ text: 'P4TC-2HNA', reason: 'asked', caseRef: 'CS-1234' });
  });

  it.each(['zh_CN', 'en_US'] as const)('says in %s that a text is of a person whom an app knows', async (language) => {
    const text = `app-q3v8:${look}`;
    const { page, user, made, t } = await renderDesk('/desk/find', {
      replies: { ...replies, deskFind: { data: { kind: 'subject', look, app: '' } } },
      language,
    });
    await user.type(await page.findByRole('textbox', { name: t('dk.find') }), text);
    expect(page.getAllByText(t('dk.find.is.subject')).length).toBe(2);
    await user.type(page.getByRole('textbox', { name: t('dk.case') }), 'CS-1234{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/desk/p/${look}`));
    expect(made.filter(({ name }) => name === 'deskFind').at(-1)?.body).toEqual({ text, reason: 'asked', caseRef: 'CS-1234' });
  });

  it.each([
    ['zh_CN', '13800138000', '没有用户使用此手机号，本次查找已记录。'],
    ['en_US', '13800138000', 'No one has this phone number. Your search was recorded.'],
    ['en_US', `app-q3v8:${look}`, 'No one has this. Your search was recorded.'],
  ] as const)('says in %s that nobody has %s, and that the search was recorded', async (language, text, said) => {
    const { page, user, t } = await renderDesk('/desk/find', {
      replies: { deskFind: { data: { kind: '', look: '', app: '' } } },
      language,
    });
    await user.type(await page.findByRole('textbox', { name: t('dk.find') }), `${text}{Enter}`);
    expect((await page.findByRole('alert')).textContent).toBe(said);
  });
});

describe('finding without a network', () => {
  it('says so, keeps what was typed, and works again by the same press', async () => {
    const { page, user, answer, t } = await renderDesk('/desk/find', { replies: { ...replies, deskFind: 'no network' } });
    const field = await page.findByRole<HTMLInputElement>('textbox', { name: t('dk.find') });
    await user.type(field, 'P4TC-2HNA');
    await user.type(page.getByRole('textbox', { name: t('dk.case') }), 'CS-1234{Enter}');
    expect((await page.findByRole('alert')).textContent).toBe(t('dk.offline'));
    expect(field.value).toBe('P4TC-2HNA');
    answer({ deskFind: { data: { kind: 'reference', look, app: '' } } });
    await user.click(page.getByRole('button', { name: t('dk.find.btn') }));
    await waitFor(() => expect(location.pathname).toBe(`/desk/p/${look}`));
  });
});

describe('the page of a person', () => {
  it('shows cards that are masked, and names nobody in title and address', async () => {
    const { page, t } = await renderDesk(`/desk/p/${look}`, { replies });
    expect(await page.findByText('138****6021')).toBeTruthy();
    expect(await page.findByText('Changed the password')).toBeTruthy();
    expect(await page.findByText(/7K2Q-9DMX/)).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${t('dk.person')} – ${t('dk.h')}`));
  });

  it.each(staffRoles.slice(0, 3))('hides from a %s exactly what the server refuses', async (role) => {
    const { page, t } = await renderDesk(`/desk/p/${look}`, { me: { role }, replies });
    await page.findByText('138****6021');
    const mayAct = role !== 'viewer';
    const names = () => page.queryAllByRole('button').map((button) => button.textContent);
    await page.findByText(t('dk.s.active'), { selector: 'h1 *' });
    expect([names().includes(t('dk.act.lock')), names().includes(t('dk.show'))]).toEqual([mayAct, mayAct]);
  });

  it('names apps in the timeline, and reads further cards once they are opened', async () => {
    const { page, user, made, t } = await renderDesk(`/desk/p/${look}`, { replies });
    expect(await page.findByText('Allowed Meridian Notes')).toBeTruthy();
    const read = () => made.filter(({ name, body }) => name === 'deskCard' && body['card'] === 'apps');
    expect(read()).toEqual([]);
    await user.click(page.getByRole('button', { name: `${t('dk.card.open')} ${t('dk.card.apps')}` }));
    expect(await page.findByText('Meridian Notes')).toBeTruthy();
    expect(read()).not.toEqual([]);
  });

  it('shows one value for a minute, by a key and with the case', async () => {
    const { page, user, made, t } = await renderDesk(`/desk/p/${look}`, {
      replies: { ...replies, deskUnmask: { data: { value: '13800006021', until: 0 } } },
    });
    await page.findByText('138****6021');
    await waitFor(() => expect(document.querySelector('[aria-current=true]')?.textContent).toContain('138****6021'));
    expect(page.getByText('u', { selector: 'kbd' }).closest('[aria-hidden=true]')).toBeTruthy();
    await user.keyboard('j');
    await waitFor(() => expect(document.querySelector('[aria-current=true]')?.textContent).toContain('li***@example.com'));
    // From the last value to the first, and on to the one that is shown.
    const values = document.querySelectorAll('[class*=lineEnd]').length;
    for (let count = 1; count < values; count += 1) await user.keyboard('x');
    await waitFor(() => expect(document.querySelector('[aria-current=true]')?.textContent).toContain('138****6021'));
    await user.keyboard('x');
    await waitFor(() => expect(document.querySelector('[aria-current=true]')?.textContent).toContain('li***@example.com'));
    await user.keyboard('u');
    const dialog = await page.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: t('dk.unmask.btn') }));
    expect(await page.findByText('13800006021')).toBeTruthy();
    expect(page.getByText(/Hidden in (60|59) s/)).toBeTruthy();
    expect(made.at(-1)?.body).toEqual({ look, field: 'email', at: '', reason: 'asked', caseRef: 'CS-1234' });
  });

  it('locks with the version that was shown, and says when it has changed', async () => {
    const { page, user, made, answer, t } = await renderDesk(`/desk/p/${look}`, {
      replies: { ...replies, deskLock: { refusal: 'deskChanged' } },
    });
    await user.click(await page.findByRole('button', { name: t('dk.act.lock') }));
    const dialog = await page.findByRole('alertdialog');
    expect(within(dialog).getByText(t('dk.lock.b'))).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: t('dk.act.lock') }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(t('dk.two.changed'));
    answer({ deskLock: { data: { done: true } } });
    await user.click(within(dialog).getByRole('button', { name: t('dk.act.lock') }));
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull());
    expect(made.filter(({ name }) => name === 'deskLock').at(-1)?.body).toEqual({ look, version: 7, reason: 'asked', caseRef: 'CS-1234' });
    const spoken = () => [...document.querySelectorAll('[aria-live=polite]')].map(({ textContent }) => textContent);
    await waitFor(() => expect(spoken()).toContain(t('dk.act.done')));
  });

  it('has a heading whose parts do not run into each other when it is read out', async () => {
    const weak = ({ data }: ReturnType<typeof cards>) => ({ data: { ...data, lines: [...data.lines, cardLine('noTwoStep')] } });
    const { page, t } = await renderDesk(`/desk/p/${look}`, {
      replies: { deskCard: (given) => (given.body['card'] === 'state' ? weak(cards(given)) : cards(given)) },
    });
    const name = `${t('dk.person.id', { id: '2083****1946' })} ${t('dk.s.active')} ${t('dk.l.noTwoStep')}`;
    expect((await page.findByText(t('dk.l.noTwoStep'), { selector: 'h1 *' })).closest('h1')?.textContent).toBe(name);
  });

  it('sends a message again, and asks for a number and a text before it can be sent', async () => {
    const { page, user, made, t } = await renderDesk(`/desk/p/${look}`, {
      replies: {
        ...replies,
        deskResend: { data: { done: true } },
        ...askedAndSigned,
        deskClaim: waitsForSecond,
        deskNote: { data: { done: true } },
      },
    });
    const get = givePasskey();
    await user.click(await page.findByRole('button', { name: `${t('dk.resend')} Account locked` }));
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: t('dk.resend') }));
    await waitFor(() => expect(made.find(({ name }) => name === 'deskResend')?.body).toMatchObject({ look, version: 7, message: 'm' }));
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull());
    for (const [act, label, name, body] of [
      ['dk.act.claim', 'dk.claim.number', 'deskClaim', { number: '7K2Q-9DMX' }],
      ['dk.note', 'dk.note.text', 'deskNote', { text: '7K2Q-9DMX' }],
    ] as const) {
      await user.click(await page.findByRole('button', { name: t(act) }));
      const dialog = within(await page.findByRole('alertdialog'));
      const button = dialog.getByRole<HTMLButtonElement>('button', { name: t(act) });
      expect(button.disabled).toBe(true);
      await user.type(dialog.getByLabelText(t(label)), ' 7K2Q-9DMX ');
      await user.click(button);
      await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull());
      expect(made.find((each) => each.name === name)?.body).toMatchObject({ look, version: 7, caseRef: 'CS-1234', ...body });
    }
    // What waits for a second member was signed by who asked.
    expect(made.find(({ name }) => name === 'deskSignAsked')?.body).toMatchObject({ id: ownAsked.id, credential: { id: 'key' } });
    const challenge = get.mock.lastCall?.[0].publicKey?.challenge;
    expect(new Uint8Array(challenge as ArrayBuffer)).toEqual(await challengeOf(askedText('ask', ownAsked)));
  });

  it('offers to restore only what is being deleted', async () => {
    const shown = (...kinds: readonly string[]): DeskReplies => ({
      deskCard: (given) => {
        const { data } = cards(given);
        return {
          data: data.card === 'state' ? { ...data, lines: kinds.map((kind) => cardLine(kind, { id: `${kind}:1`, note: 'phone' })) } : data,
        };
      },
    });
    const calm = await renderDesk(`/desk/p/${look}`, { replies: shown('frozen') });
    await calm.page.findByText('138****6021');
    const { t } = calm;
    for (const title of ['dk.act.restore', 'dk.act.claim'] as const) expect(calm.page.queryByRole('button', { name: t(title) })).toBeNull();
    const leaving = await renderDesk(`/desk/p/${look}`, { replies: shown('deleting') });
    expect(await leaving.page.findByRole('button', { name: t('dk.act.restore') })).toBeTruthy();
  });

  it('is over after half an hour, and leads back to the search', async () => {
    const { page, user, t } = await renderDesk(`/desk/p/${look}`, { replies: { deskCard: { refusal: 'deskChanged' } } });
    await user.click(await page.findByRole('button', { name: t('dk.look.again') }));
    expect(location.pathname).toBe('/desk/find');
  });

  it('fails card by card', async () => {
    const failing: DeskReplies = { deskCard: (given) => (given.body['card'] === 'messages' ? 'no network' : cards(given)) };
    const { page, user, answer, t } = await renderDesk(`/desk/p/${look}`, { replies: failing });
    expect(await page.findByText('138****6021')).toBeTruthy();
    // Each card makes its own call, in its own time.
    const again = await page.findByRole('button', { name: t('dk.retry') });
    answer(replies);
    await user.click(again);
    expect(await page.findByText(/7K2Q-9DMX/)).toBeTruthy();
  });
});

describe('keys', () => {
  it('lead to a page, and rest while a field has the focus or they are switched off', async () => {
    const { page, user, t } = await renderDesk('/desk/approvals', {
      replies: { deskApprovals: { data: { items: [] } } },
    });
    await page.findByText(t('dk.empty'));
    // An input method makes letters of keys: they are no keys of the desk.
    for (const composed of [{ isComposing: true }, { keyCode: 229 }]) {
      for (const key of ['g', 'f']) fireEvent.keyDown(document.body, { key, ...composed });
      expect(location.pathname).toBe('/desk/approvals');
    }
    await user.keyboard('gf');
    expect(location.pathname).toBe('/desk/find');
    const field = await page.findByRole('textbox', { name: t('dk.find') });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('gv');
    expect(location.pathname).toBe('/desk/find');
    await user.keyboard('{Control>}k{/Control}');
    const palette = await page.findByRole('combobox', { name: t('dk.palette') });
    await user.type(palette, 'appro{Enter}');
    expect(location.pathname).toBe('/desk/approvals');
    await page.findByText(t('dk.empty'));
    await user.keyboard('?');
    await user.click(await page.findByRole('checkbox'));
    await user.keyboard('{Escape}');
    await user.keyboard('/');
    expect(location.pathname).toBe('/desk/approvals');
  });
});

describe('the palette', () => {
  const open = async (url: string, role: 'agent' | 'viewer', typed: string) => {
    const desk = await renderDesk(url, { me: { role }, replies: { ...replies, deskApprovals: { data: { items: [] } } } });
    await desk.page.findByRole('heading', { level: 1 });
    if (url.includes('/p/')) await desk.page.findByText('138****6021');
    await desk.user.keyboard('{Control>}k{/Control}');
    await desk.user.type(await desk.page.findByRole('combobox', { name: desk.t('dk.palette') }), typed);
    return desk;
  };

  it('has every act of the role: on the page of a person it is begun, elsewhere the person is found first', async () => {
    const there = await open(`/desk/p/${look}`, 'agent', 'account.lock{Enter}');
    expect(await there.page.findByRole('alertdialog', { name: there.t('dk.lock.q') })).toBeTruthy();
    const note = await open(`/desk/p/${look}`, 'agent', 'note{Enter}');
    expect(await note.page.findByRole('alertdialog', { name: note.t('dk.note.q') })).toBeTruthy();
    const elsewhere = await open('/desk/approvals', 'agent', 'account.lock');
    expect(await elsewhere.page.findByText(elsewhere.t('dk.palette.first'))).toBeTruthy();
    await elsewhere.user.keyboard('{Enter}');
    expect(location.pathname).toBe('/desk/find');
  });

  it('has no act that the role has not', async () => {
    const { page, t } = await open(`/desk/p/${look}`, 'viewer', 'account.lock');
    expect(await page.findByText(t('dk.palette.none'))).toBeTruthy();
  });
});

describe('approvals', () => {
  it('are approved with the digest of what was shown, refused with a reason, and never by their asker', async () => {
    const { page, user, made, t } = await renderDesk('/desk/approvals', {
      replies: {
        deskApprovals: { data: { items: [approval, { ...approval, id: 'b'.repeat(22), own: true }] } },
        deskApprove: { data: { done: true } },
      },
    });
    // Without a passkey nothing is approved.
    const get = givePasskey();
    get.mockResolvedValueOnce(null);
    await user.click(await page.findByRole('button', { name: t('dk.approve') }));
    expect((await page.findByRole('alert')).textContent).toBe(t('dk.ap.unsigned'));
    expect(made.map(({ name }) => name)).not.toContain('deskApprove');
    await user.click(page.getByRole('button', { name: t('dk.approve') }));
    await waitFor(() => expect(made.map(({ name }) => name)).toContain('deskApprove'));
    expect(made.find(({ name }) => name === 'deskApprove')?.body).toMatchObject({
      id: approval.id,
      digest: approval.digest,
      credential: { id: 'key', response: { signature: 'c2lnbmVk', userHandle: null } },
    });
    const asked = get.mock.lastCall?.[0].publicKey;
    expect(asked?.rpId).toBe('example.com');
    expect(new Uint8Array(asked?.challenge as ArrayBuffer)).toEqual(await challengeOf(askedText('approve', approval)));
    expect(page.getByText(t('dk.ap.own'))).toBeTruthy();
  });

  it('are signed by who asked, by a passkey or by a code of their app', async () => {
    const { page, user, made, t } = await renderDesk('/desk/approvals', {
      me: { role: 'agent', signing: { by: 'code', rpId: 'example.com' } },
      replies: askedAndSigned,
    });
    expect(await page.findByText(t('dk.sign.not'))).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('dk.sign') }));
    const dialog = within(await page.findByRole('dialog'));
    const verb = dialog.getByRole<HTMLButtonElement>('button', { name: t('dk.sign') });
    await user.type(dialog.getByLabelText(t('dk.sign.code')), '12 345');
    expect(verb.disabled).toBe(true);
    await user.type(dialog.getByLabelText(t('dk.sign.code')), '6');
    await user.click(verb);
    await waitFor(() => expect(made.find(({ name }) => name === 'deskSignAsked')?.body).toEqual({ id: ownAsked.id, code: '123456' }));
  });

  it('offers an agent nothing to answer', async () => {
    const { page, t } = await renderDesk('/desk/approvals', {
      me: { role: 'agent' },
      replies: { deskApprovals: { data: { items: [approval] } } },
    });
    await page.findByText(t('dk.ap.account.unlock'));
    expect(page.queryByRole('button', { name: t('dk.approve') })).toBeNull();
  });
});
